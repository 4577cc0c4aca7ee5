"""The vocabulary of verdicts: the ids of the ICPC contest rules, with names for people."""

from enum import StrEnum


class Verdict(StrEnum):
    """How a submission, or one of its tests, was judged."""

    AC = "AC"
    WA = "WA"
    TLE = "TLE"
    RTE = "RTE"
    MLE = "MLE"
    OLE = "OLE"
    CE = "CE"
    SV = "SV"
    SE = "SE"
    JE = "JE"

    @property
    def long_name(self) -> str:
        """The long name, for people."""
        return _TITLES[self]

    @property
    def fallback(self) -> "Verdict":
        """The nearest verdict of a contest system that lacks this one; itself if all have it."""
        return _FALLBACKS.get(self, self)


_TITLES = {
    Verdict.AC: "Accepted",
    Verdict.WA: "Wrong Answer",
    Verdict.TLE: "Time Limit Exceeded",
    Verdict.RTE: "Run-Time Error",
    Verdict.MLE: "Memory Limit Exceeded",
    Verdict.OLE: "Output Limit Exceeded",
    Verdict.CE: "Compile Error",
    Verdict.SV: "Security Violation",
    Verdict.SE: "Submission Error",
    Verdict.JE: "Judging Error",
}

_FALLBACKS = {
    Verdict.MLE: Verdict.RTE,
    Verdict.OLE: Verdict.WA,
    Verdict.SV: Verdict.RTE,
}
