"""The reward scheme that people name: a preset, or a file."""

from pathlib import Path

from ordojudge.core.errors import ConfigurationError
from ordojudge.core.reward import PRESETS, RewardScheme, parse_scheme, scheme_from_text

_MOST_BYTES = 1 << 20


def reward_scheme(name: str, *, where: str) -> RewardScheme:
    """The scheme of a preset's name or of a TOML or JSON file; a preset comes before a file of its name.

    Args:
        where: Who names it, for error messages.

    Raises:
        ConfigurationError: one line that names ``where`` or the file.
    """
    path = Path(name)
    if name in PRESETS or not (path.suffix in {".toml", ".json"} or path.is_file()):
        return parse_scheme(name, where=where)
    try:
        with path.open("rb") as file:
            text = file.read(_MOST_BYTES).decode()
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "not UTF-8"
        raise ConfigurationError(f"{where}: {path}: {reason}") from None
    return scheme_from_text(text, where=name)
