"""Defines what the verbs and the Python interface show by default, and how much of it.

This module imports no other module of the package, so that a verb's help doesn't need any of the
reports.
"""

from typing import Literal, get_args

#: The order of loops, methods and paths: by executed bytecodes, by how often they ran, or by
#: samples of time, which paths don't have.
Order = Literal["cost", "count", "time"]
ORDERS: tuple[Order, ...] = get_args(Order)
ORDER: Order = "cost"
#: The weight of stacks in flame graphs: executed bytecodes, or path completions.
Weight = Literal["cost", "count"]
WEIGHTS: tuple[Weight, ...] = get_args(Weight)
WEIGHT: Weight = "cost"

#: The number of rows of a table. Also, ``advise`` shows this many loops, and ``diff`` this many
#: differences of each kind.
ROWS = 10
#: The largest number of paths in a sequence that becomes a stack of a flame graph.
STACKED_LENGTH = 4
#: The number of methods whose branches are shown.
BRANCH_METHODS = 3
#: The number of root paths that are shown of a method.
ROOTS = 3
#: A node of a tree is omitted if it has less than this share of its root's count.
TREE_SHARE = 0.1
#: This share replaces TREE_SHARE in a picture of the tree, where more nodes fit.
DRAWN_TREE_SHARE = 0.05
#: A page that ``html`` writes has the details of at most this many methods.
PAGE_METHODS = 100
#: A page that ``html`` writes has at most this many sequences of each method.
PAGE_NODES = 100_000
#: The number of rows of each list that ``live`` shows.
LIVE_ROWS = 20
#: The order of the rows that ``live`` shows: by what was counted since ``live`` last read the
#: counts, or by what was counted in all.
LiveOrder = Literal["now", "all"]
LIVE_ORDERS: tuple[LiveOrder, ...] = get_args(LiveOrder)
LIVE_ORDER: LiveOrder = "now"
#: ``diff`` compares a method's loops, branches and sequences only if the method has at least this
#: share of the executed bytecodes in either profile.
DIFFERENT_SHARE = 0.001
#: A shift is a change of something that ran in both profiles. If a shift concerns a smaller share
#: of the executed bytecodes than this, it is counted, but not shown.
SHIFTED_SHARE = 0.0001
#: ``advise`` leaves a settled branch out if the bytecodes that its test surely took are less than
#: this share of all executed bytecodes.
ADVISED_SHARE = 0.001
#: A report leaves a settled branch out if the bytecodes that its test surely took are less than
#: this share of all executed bytecodes.
REPORTED_SHARE = 0.01
#: A report shows at most this many settled branches.
REPORTED_SETTLED = 5
