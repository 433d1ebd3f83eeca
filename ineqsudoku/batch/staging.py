"""The folder into which the workers of a cluster write results."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex

from ineqsudoku.batch.outcomes import Outcome, Part
from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.names import named, shown

SUFFIX = ".parts"
"""The suffix of an output in parts."""


@dataclass(frozen=True, slots=True)
class Staging:
    """The folder `path` inside the output folder `name`, into which workers write results."""

    name: str
    path: str

    def write(self, outcome: Outcome, follows: bool) -> Outcome:
        """Write the results of an outcome into a file; return the outcome with a `Part`.

        `follows`: whether earlier pieces of the source exist.  Raises `IneqSudokuError` if this
        process does not see the folder, and `OSError`.
        """
        if not outcome.text or outcome.failed:
            return outcome
        data = outcome.output(follows).encode("ascii")
        name = token_hex(16)
        output = Path(self.name, outcome.source.stem + SUFFIX)
        try:
            with named(output), open(os.path.join(self.path, name), "xb") as file:
                file.write(data)
        except FileNotFoundError:
            raise self.unseen() from None
        part = Part(name, len(data), len(data) - len(outcome.text))
        return outcome._replace(text="", part=part)

    def unseen(self) -> IneqSudokuError:
        """Return the error that some worker and the client do not see the same folder."""
        return IneqSudokuError(
            f"not all workers see the folder {shown(self.name)} as the client does; "
            "--output-on-workers needs a folder that all machines share, under one path"
        )
