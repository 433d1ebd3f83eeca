"""The checker: reads the grids in an output, finds the rules that they break, gives a verdict."""

from ineqsudoku.checker.judgement import ACCEPTED as ACCEPTED
from ineqsudoku.checker.judgement import Expectation as Expectation
from ineqsudoku.checker.judgement import Judgement as Judgement
from ineqsudoku.checker.judgement import expectation as expectation
from ineqsudoku.checker.judgement import is_solvable as is_solvable
from ineqsudoku.checker.outputs import check as check
from ineqsudoku.checker.outputs import printed_grids as printed_grids
from ineqsudoku.checker.rules import Rule as Rule
from ineqsudoku.checker.rules import Violation as Violation
from ineqsudoku.checker.verdicts import Verdict as Verdict
