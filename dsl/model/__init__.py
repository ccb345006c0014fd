"""The typed model: what every back-end (evaluate, compile, encode, print) works on.

Names are resolved, types known, sugar gone: `permit` is `then true`, `unless` a negation, an argument
pattern an equality. Back-ends walk these nodes with `match` closed by `assert_never`, in this order.
"""

from dsl.model.claims import *
from dsl.model.editions import *
from dsl.model.expressions import *
from dsl.model.flows import *
from dsl.model.games import *
from dsl.model.questions import *
from dsl.model.shapes import *
