"""Diagnosis: why a puzzle does not have exactly one solution, and which signs to flip."""

from ineqsudoku.apps.diagnose.conflicts import Conflict, find_conflict
from ineqsudoku.apps.diagnose.many import validate_many
from ineqsudoku.apps.diagnose.minimal import Minimal, minimise
from ineqsudoku.apps.diagnose.repairs import Repair, find_repairs
from ineqsudoku.apps.diagnose.report import Options, Report, examine as examine, validate
from ineqsudoku.apps.diagnose.witnesses import Witnesses, find_witnesses

__all__ = [
    "Conflict",
    "Minimal",
    "Options",
    "Repair",
    "Report",
    "Witnesses",
    "find_conflict",
    "find_repairs",
    "find_witnesses",
    "minimise",
    "validate",
    "validate_many",
]
