"""The checker: reads the grids in an output, finds the rules that they break, gives a verdict."""

from ineqsudoku.checker.judgement import (
    ACCEPTED as ACCEPTED,
    Expectation as Expectation,
    Judgement as Judgement,
    expectation as expectation,
    is_solvable as is_solvable,
)
from ineqsudoku.checker.outputs import check as check, printed_grids as printed_grids
from ineqsudoku.checker.rules import Rule as Rule, Violation as Violation
from ineqsudoku.checker.verdicts import Verdict as Verdict
