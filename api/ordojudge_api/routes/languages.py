"""``/v1/languages``: what submissions may be written in."""

from fastapi import APIRouter
from pydantic import BaseModel

from ordojudge.core.languages import LANGUAGES, Language
from ordojudge.functions.building import calls_functions
from ordojudge_api.auth import ClientName
from ordojudge_api.openapi import errors
from ordojudge_api.readiness import PACKAGE
from ordojudge_api.services import Parts, Services

router = APIRouter(prefix="/v1/languages", tags=["languages"])


class LanguageInfo(BaseModel):
    """One language."""

    id: str
    name: str
    aliases: list[str]
    available: bool | None
    """Whether its self-test passed; null while that isn't known."""

    toolchain: str | None
    """What compiles or runs it; null where that isn't known."""

    interfaces: list[str]
    """Types of the problems' interfaces that submissions may be written for."""

    packages: list[str] | None
    """Packages that submissions may import, of those that are looked for."""


class LanguageList(BaseModel):
    """All languages of the table."""

    languages: list[LanguageInfo]


@router.get("", summary="Languages", responses=errors())
async def languages(parts: Parts, _client: ClientName) -> LanguageList:
    """Answers every language that the judge knows, and whether it works here."""
    return LanguageList(languages=[_info(language, parts) for language in LANGUAGES])


def _interfaces(language: Language) -> list[str]:
    there = {
        "stdio": True,
        "function": calls_functions(language),
        "asserts": language.runtime == "python",
    }
    return [name for name in there if there[name]]


def _info(language: Language, parts: Services) -> LanguageInfo:
    found = {finding.name: finding for finding in parts.readiness.findings if finding.ok}
    tool = language.tool.rpartition("/")[2] or language.runtime
    packages = None
    if found and language.runtime == "python":
        packages = [name.removeprefix(PACKAGE) for name in found if name.startswith(PACKAGE)]
    return LanguageInfo(
        id=language.id,
        name=language.name,
        aliases=list(language.aliases),
        interfaces=_interfaces(language),
        available=parts.readiness.proven.get(language.id),
        toolchain=found[tool].detail if tool in found else None,
        packages=packages,
    )
