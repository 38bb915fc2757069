"""The algorithms by which the engine can count sequences. All of them give the same profile.

See docs/evidence/engine.md.
"""

from typing import Literal, get_args

EngineName = Literal["k-sf", "contexts"]
ENGINES: tuple[EngineName, ...] = get_args(EngineName)
#: The algorithm of the k-BLPP paper (D'Elia, Demetrescu and Finocchi 2013).
K_SF: EngineName = "k-sf"
DEFAULT_ENGINE: EngineName = "contexts"
