"""How an engine counts sequences, by name; the profile is the same (docs/evidence/engine.md)."""

from typing import Literal, get_args

EngineName = Literal["k-sf", "contexts"]
ENGINES: tuple[EngineName, ...] = get_args(EngineName)
#: The paper's algorithm.
K_SF: EngineName = "k-sf"
DEFAULT_ENGINE: EngineName = "contexts"
