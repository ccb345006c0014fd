"""The syntax tree: what was written, before names and types are known.

Each node carries its place, which equality ignores. Layout and comments are not kept.
"""

from dsl.syntax.editions import *
from dsl.syntax.expressions import *
from dsl.syntax.files import *
from dsl.syntax.flows import *
from dsl.syntax.games import *
