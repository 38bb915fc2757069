"""Experiment files: where they are, and how includes and settings are merged into them."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kpath_jvm import installation
from kpath_jvm.errors import KpathError
from kpath_jvm.nearest import nearest
from kpath_jvm.toml_tables import read_document

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

_INCLUDE = "include"
#: Keys that aren't taken over from included files.
_OWN = ("name", "mode", "description")


def directory() -> Path:
    """Returns the directory of the experiments that come with kpath-jvm."""
    return installation.dacapo_configs() / "experiments"


def named(name: str) -> Path:
    """Returns the file of an experiment, given by its path or, if it is built in, by its name."""
    path = Path(name)
    # A directory with this name often holds the results of the built-in experiment.
    is_file = path.exists() and not path.is_dir()
    return path if path.suffix == ".toml" or is_file else _own(name)


def _own(name: str) -> Path:
    known = {it.stem for it in directory().glob("*.toml")}
    if name in known:
        return directory() / f"{name}.toml"
    raise KpathError(f"no experiment {name!r}{nearest(name, known)}; or give a TOML file", 2)


def load(path: Path, settings: Sequence[str] = ()) -> dict[str, Any]:
    """Returns the document in ``path``, merged with the files that it includes and ``settings``.

    The document's own values override those of included files, and ``settings`` override both.
    ``include = ["ours.toml", "quick"]`` includes two experiments. A name with ``.toml`` is a path
    relative to the including file. Any other name is that of a built-in experiment. Tables are
    merged key by key; any other value, including a list, replaces the earlier value. A setting is
    ``dotted.key=VALUE``, with the value written as in TOML (a bare word is a string). Raises
    KpathError if a file or a setting can't be read.
    """
    document = _load(path, ())
    for setting in settings:
        document = merged(document, _setting(setting))
    return document


def merged(below: dict[str, Any], above: dict[str, Any]) -> dict[str, Any]:
    """Returns both documents merged into one; where they disagree, ``above`` wins."""
    result = dict(below)
    for key, value in above.items():
        old = result.get(key)
        both = isinstance(old, dict) and isinstance(value, dict)
        result[key] = merged(old, value) if both else value  # type: ignore[arg-type]
    return result


def _load(path: Path, including: tuple[Path, ...]) -> dict[str, Any]:
    resolved = path.resolve()
    if resolved in including:
        raise KpathError(f"{path} includes itself; correct its `include`", 2)
    own = read_document(path, "experiment")
    names = own.pop(_INCLUDE, [])
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise KpathError(f"{path}: include is {names!r}, not a list of files; correct the file", 2)
    document: dict[str, Any] = {}
    for name in names:
        included = path.parent / name if name.endswith(".toml") else _own(name)
        below = _load(included, (*including, resolved))
        document = merged(document, {key: it for key, it in below.items() if key not in _OWN})
    return merged(document, own)


def _setting(text: str) -> dict[str, Any]:
    key, equals, value = text.partition("=")
    if not equals or not key.strip():
        raise KpathError(f"--set {text!r} is not KEY=VALUE, such as limits.trial_seconds=60", 2)
    quoted = value.strip().replace("\\", "\\\\").replace('"', '\\"')
    document: dict[str, Any]
    try:
        document = tomllib.loads(f"{key} = {value}")
    except tomllib.TOMLDecodeError:
        pass
    else:
        return document
    try:
        document = tomllib.loads(f'{key} = "{quoted}"')
    except tomllib.TOMLDecodeError as error:
        raise KpathError(f"--set {text!r} is not KEY=VALUE in TOML: {error}", 2) from error
    return document
