"""Honest programs of unusual shape: each is accepted, with and without cgroups."""

from __future__ import annotations

from pathlib import Path

import pytest
from _pytest.mark.structures import ParameterSet
from puzzles import CONTEST_ANSWER, EXAMPLES
from sandboxes import MISSING, needs_sandbox, needs_tool

from ineqsudoku.apps.grade.grading import Grading, grade
from ineqsudoku.apps.grade.testdata import tests as read_tests
from ineqsudoku.apps.sandbox.compilation import LIMITS as COMPILING
from ineqsudoku.apps.sandbox.isolation import Bubblewrap
from ineqsudoku.apps.sandbox.languages import languages
from ineqsudoku.apps.sandbox.machine import sandbox_for, scratch
from ineqsudoku.apps.sandbox.outcome import Run
from ineqsudoku.apps.sandbox.program import Limits
from ineqsudoku.apps.sandbox.submissions import submission

pytestmark = pytest.mark.sandbox

ANSWER = CONTEST_ANSWER.replace("\n", "\\n")
KNOWN = languages()
TOOLS = {".CPP": "g++", ".cpp": "g++", ".c": "gcc", ".java": "javac"}


def sandboxes() -> list[ParameterSet]:
    """The sandboxes that this machine can make: one without cgroups, and one with them."""
    made = [pytest.param(Bubblewrap(), id="bubblewrap", marks=needs_sandbox)]
    if not MISSING and (best := sandbox_for()).groups:
        made.append(pytest.param(best, id="groups"))
    return made


def judged(path: Path, sandbox: Bubblewrap, limits: Limits) -> Run:
    tests = path.parent.parent / "tests"
    tests.mkdir()
    (tests / "1.in").write_bytes((EXAMPLES / "cqoi2013.in").read_bytes())
    grading = Grading(read_tests(str(tests)), sandbox, limits, COMPILING)
    with scratch() as folder:
        (result,) = grade([submission(str(path), KNOWN)], grading, folder, {})
    return result.run


PROGRAMS = {
    "CAPITALS.CPP": """
        #include <cstdio>
        int main() { std::printf("ANSWER"); }
        """,
    "names in other letters.java": """
        package решения . \\u00f6l;
        @SuppressWarnings({"class No {"}) public \\u0063lass 解 {
            public static void main(String[] a) { System.out.print("ANSWER"); }
        }
        """,
    "threads that allocate.cpp": """
        #include <cstdio>
        #include <cstdlib>
        #include <thread>
        #include <vector>
        int main() {
            std::vector<std::thread> threads;
            for (int i = 0; i < 16; ++i) threads.emplace_back([] {
                std::vector<char *> all;
                for (int n = 0; n < 1000; ++n) all.push_back(new char[1000]);
                for (char *block : all) delete[] block;
            });
            for (auto &thread : threads) thread.join();
            std::printf("ANSWER");
        }
        """,
    "deep recursion.cpp": """
        #include <cstdio>
        #include <thread>
        static int (*volatile next)(int);
        static int deeper(int n) {
            volatile char room[1024];
            room[n % 1024] = 1;
            return n ? next(n - 1) + room[n % 1024] : 0;
        }
        int main() {
            next = deeper;
            std::thread([] { deeper(5 * 1024); }).join();
            deeper(100 * 1024);
            std::printf("ANSWER");
        }
        """,
    "forks that read.py": """
        import os, time
        room = bytearray(b"1") * (120 << 20)
        for _ in range(3):
            if os.fork() == 0:
                sum(room[::4096])
                time.sleep(0.2)
                os._exit(0)
        for _ in range(3):
            os.wait()
        print("ANSWER", end="")
        """,
    "shared by children.c": """
        #define _GNU_SOURCE
        #include <stdio.h>
        #include <string.h>
        #include <sys/mman.h>
        #include <sys/wait.h>
        #include <unistd.h>
        int main(void) {
            int flags = MAP_SHARED | MAP_ANONYMOUS;
            char *all = mmap(0, 80 << 20, PROT_READ | PROT_WRITE, flags, -1, 0);
            memset(all, 1, 80 << 20);
            for (int i = 0; i < 4; ++i)
                if (fork() == 0) {
                    volatile long sum = 0;
                    for (int n = 0; n < 80 << 20; n += 4096) sum += all[n];
                    usleep(200000);
                    _exit(0);
                }
            while (wait(0) > 0) {
            }
            printf("ANSWER");
        }
        """,
    "children that share all memory.c": """
        #define _GNU_SOURCE
        #include <sched.h>
        #include <signal.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #include <sys/wait.h>
        #include <unistd.h>
        static int look(void *all) {
            usleep(200000);
            return ((char *)all)[12345] != 1;
        }
        int main(void) {
            char *all = memset(malloc(160 << 20), 1, 160 << 20);
            for (int i = 0; i < 4; ++i)
                clone(look, (char *)malloc(65536) + 65536, CLONE_VM | SIGCHLD, all);
            while (wait(0) > 0) {
            }
            for (int i = 0; i < 100; ++i) {
                if (vfork() == 0) {
                    usleep(2000);
                    _exit(0);
                }
                wait(0);
            }
            printf("ANSWER");
        }
        """,
    "children that are not waited for at once.py": """
        import os, time
        for _ in range(40):
            if os.fork() == 0:
                os._exit(0)
        time.sleep(0.3)
        for _ in range(40):
            os.wait()
        print("ANSWER", end="")
        """,
    "opens its streams.py": """
        with open("/dev/stdin") as file:
            assert file.read()
        with open("/dev/stderr", "w") as file:
            file.write("nothing wrong")
        with open("/dev/stdout", "w") as file:
            file.write("ANSWER")
        """,
    "pairs of sockets.py": """
        import asyncio, multiprocessing, socket
        from concurrent.futures import ThreadPoolExecutor
        async def wait():
            process = await asyncio.create_subprocess_exec("true")
            assert await process.wait() == 0
        asyncio.run(wait())
        mine, other = multiprocessing.Pipe()
        mine.send("x")
        assert other.recv() == "x"
        mine, other = socket.socketpair()
        mine.sendall(b"x")
        assert other.recv(5) == b"x"
        with ThreadPoolExecutor(16) as executor:
            list(executor.map(bytearray, [1000] * 200))
        with multiprocessing.Pool(2) as pool:
            pool.map(abs, [1, 2, 3])
        print("ANSWER", end="")
        """,
}


@pytest.mark.parametrize("sandbox", sandboxes())
@pytest.mark.parametrize("name", PROGRAMS)
def test_honest_programs_of_unusual_shape_are_accepted(
    tmp_path: Path, sandbox: Bubblewrap, name: str
) -> None:
    path = Path(name)
    if (tool := TOOLS.get(path.suffix)) and not sandbox.has(tool):
        pytest.skip(f"{tool} is not there")
    (tmp_path / "in").mkdir()
    lines = PROGRAMS[name].replace("ANSWER", ANSWER).split("\n")
    (tmp_path / "in" / name).write_text("\n".join(line[8:] for line in lines))
    run = judged(tmp_path / "in" / name, sandbox, Limits(cpu=4.0, idle=20.0))
    assert run.verdict == "AC", run


@needs_tool("gcc")
@pytest.mark.parametrize("sandbox", sandboxes())
def test_static_memory_over_the_limit_is_mle(tmp_path: Path, sandbox: Bubblewrap) -> None:
    (tmp_path / "in").mkdir()
    path = tmp_path / "in" / "a.c"
    path.write_text(
        "static int a[100000000];\n"
        "int main(void) { for (int i = 0; i < 100000000; ++i) a[i] = i; return a[5]; }\n"
    )
    assert judged(path, sandbox, Limits(cpu=4.0, idle=20.0)).verdict == "MLE"


@needs_sandbox
@needs_tool("gcc")
@pytest.mark.parametrize("call", ['system("cat")', 'pclose(popen("cat", "w"))'])
def test_a_program_without_a_shell_is_told_why_it_fails(tmp_path: Path, call: str) -> None:
    (tmp_path / "in").mkdir()
    path = tmp_path / "in" / "a.c"
    path.write_text(
        f"#include <stdio.h>\n#include <stdlib.h>\nint main(void) {{ return {call} && 0; }}\n"
    )
    run = judged(path, Bubblewrap(), Limits(cpu=4.0, idle=20.0))
    assert run.verdict in ("PE", "RE")
    assert "calls system or popen, but there is no shell" in str(run.words)


@needs_sandbox
@needs_tool("go")
def test_go_may_have_a_module(tmp_path: Path) -> None:
    folder = tmp_path / "in" / "a"
    folder.mkdir(parents=True)
    (folder / "go.mod").write_text("module a\n\ngo 1.19\n")
    (folder / "main.go").write_text(
        f'package main\nimport "fmt"\nfunc main() {{ fmt.Print("{ANSWER}") }}\n'
    )
    assert judged(folder, Bubblewrap(), Limits(cpu=4.0, idle=20.0)).verdict == "AC"


@needs_sandbox
def test_a_python_file_in_another_encoding_is_not_compiled(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    path = tmp_path / "in" / "a.py"
    path.write_text("# 数独\nprint(1)\n", encoding="gbk")
    run = judged(path, Bubblewrap(), Limits())
    assert run.verdict == "CE"
    assert str(run.words).startswith("SyntaxError: (unicode error) 'utf-8' codec can't decode")


@needs_sandbox
def test_a_python_file_may_name_its_encoding(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    path = tmp_path / "in" / "a.py"
    path.write_text(f"# coding: gbk 数独\nprint('{ANSWER}')\n", encoding="gbk")
    assert judged(path, Bubblewrap(), Limits()).verdict == "AC"
