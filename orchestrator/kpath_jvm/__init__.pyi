"""The names of kpath_jvm for type checkers: __init__.py imports them when they are asked for."""

from kpath_jvm.analysis.comparing import compare_methods as compare_methods
from kpath_jvm.analysis.comparing import compare_sequences as compare_sequences
from kpath_jvm.analysis.iterations import entropies as entropies
from kpath_jvm.analysis.iterations import followers as followers
from kpath_jvm.analysis.iterations import unrolling as unrolling
from kpath_jvm.analysis.selection import Selection as Selection
from kpath_jvm.analysis.selection import select as select
from kpath_jvm.api.advice import advise as advise
from kpath_jvm.api.bounds import bounded_pairs as bounded_pairs
from kpath_jvm.api.bounds import bounds as bounds
from kpath_jvm.api.callers import callers as callers
from kpath_jvm.api.overlap import overlap as overlap
from kpath_jvm.api.overlap import overlap_of_sequences as overlap_of_sequences
from kpath_jvm.api.prediction import predict as predict
from kpath_jvm.api.settled import always as always
from kpath_jvm.api.settled import settled as settled
from kpath_jvm.api.tables import branches as branches
from kpath_jvm.api.tables import by_iteration as by_iteration
from kpath_jvm.api.tables import coverage as coverage
from kpath_jvm.api.tables import dependences as dependences
from kpath_jvm.api.tables import iterations_per_entry as iterations_per_entry
from kpath_jvm.api.tables import loops as loops
from kpath_jvm.api.tables import methods as methods
from kpath_jvm.api.tables import paths as paths
from kpath_jvm.api.tables import sequences as sequences
from kpath_jvm.api.times import times as times
from kpath_jvm.errors import KpathError as KpathError
from kpath_jvm.evaluation.figures.drawing import drawing as drawing
from kpath_jvm.evaluation.figures.drawing import tree_of as tree_of
from kpath_jvm.evaluation.results.experiment import Results as Results
from kpath_jvm.evaluation.results.trends import judge_all as judge_all
from kpath_jvm.evaluation.structure.frame import structure as structure
from kpath_jvm.fleet.frame import trend as trend
from kpath_jvm.profile.model import Profile as Profile

__version__: str
