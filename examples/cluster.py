"""Solve a file of puzzles with the workers of a Dask cluster, and count what they are.

    python cluster.py WHERE FILE [OUTPUT]

WHERE is the address of a scheduler or its file.  The scheduler and the workers are started before;
each needs `pip install 'ineqsudoku[cluster]'` in the same version as here.

One machine, with a worker for each of two cores:

    dask scheduler --host 127.0.0.1 --no-dashboard &
    dask worker --host 127.0.0.1 --no-dashboard --nworkers 2 --nthreads 1 tcp://127.0.0.1:8786 &
    python cluster.py tcp://127.0.0.1:8786 layouts.txt

SSH, on machines that can log in to each other:

    dask ssh --nworkers 1 --nthreads 1 HOST1 HOST2 HOST3      # pip install 'dask[distributed]' paramiko
    python cluster.py tcp://HOST1:8786 layouts.txt

SLURM, with a folder that all nodes see:

    sbatch --ntasks 1 --wrap 'dask scheduler --scheduler-file $HOME/scheduler.json'
    sbatch --ntasks 64 --wrap 'srun dask worker --nthreads 1 --scheduler-file $HOME/scheduler.json'
    python cluster.py $HOME/scheduler.json layouts.txt

Kubernetes, with the Helm chart of Dask and an image that has ineqsudoku:

    helm repo add dask https://helm.dask.org
    helm install puzzles dask/dask --set worker.replicas=16 --set jupyter.enabled=false
    kubectl port-forward service/puzzles-scheduler 8786:8786 &
    python cluster.py tcp://localhost:8786 layouts.txt

The same on the command line: ineqsudoku solve --cluster WHERE FILE
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator

import ineqsudoku as iq


def puzzles(path: str) -> Iterator[iq.Puzzle]:
    """The puzzles of a file of any size; faults go to standard error."""
    for entry in iq.read_many(path):
        if isinstance(entry, iq.Entry):
            yield entry.puzzle
        else:
            print(entry, file=sys.stderr)


def main(where: str, path: str, output: str = "") -> None:
    counts: Counter[str] = Counter()
    with iq.Cluster(where) as cluster:
        results = iq.solve_many(puzzles(path), executor=cluster)
        if not output:
            counts.update(result.status for result in results)
        else:
            with open(output, "w", encoding="ascii") as file:
                for result in results:
                    counts[result.status] += 1
                    line = result.solutions[0].line if result.status == "unique" else result.status
                    file.write(f"{line}\n")
    for status, number in sorted(counts.items()):
        print(f"{status}: {number:,}")


if __name__ == "__main__":
    main(*sys.argv[1:])
