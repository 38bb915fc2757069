"""How much is shown when nobody says how much: of the verbs and of the Python interface alike.

It imports nothing, so that a verb's help needs none of the reports.
"""

from typing import Literal, get_args

#: What loops, methods and paths are ordered by: executed bytecodes, or how often they ran.
Order = Literal["cost", "count"]
ORDERS: tuple[Order, ...] = get_args(Order)
ORDER: Order = "cost"
#: What stacks of flame graphs weigh: executed bytecodes, or path completions.
Weight = Literal["cost", "count"]
WEIGHTS: tuple[Weight, ...] = get_args(Weight)
WEIGHT: Weight = "cost"

#: Rows of a table, loops to advise on, differences of each kind.
ROWS = 10
#: Paths of a sequence that is a stack of flame graphs.
STACKED_LENGTH = 4
#: Methods whose branches are shown.
BRANCH_METHODS = 3
#: Root paths of a method's tree, and what a node is left out below: a share of its root's count.
ROOTS = 3
TREE_SHARE = 0.1
#: The same of a picture of the tree, which has more room.
DRAWN_TREE_SHARE = 0.05
#: Methods that have details in a page, and sequences of each of them.
PAGE_METHODS = 100
PAGE_NODES = 100_000
#: Rows of each list of a recording that is watched.
LIVE_ROWS = 20
#: By what they are ordered: what they do now, or have done in all.
LiveOrder = Literal["now", "all"]
LIVE_ORDERS: tuple[LiveOrder, ...] = get_args(LiveOrder)
LIVE_ORDER: LiveOrder = "now"
#: Two profiles differ in methods with at least this share of the executed bytecodes on either side.
DIFFERENT_SHARE = 0.001
#: Shifts that concern a smaller share of them are counted only.
SHIFTED_SHARE = 0.0001
