"""QDUOJ: its view for FPS files imports the package, with a database in memory, and its commands
compile the checker and call it with right and empty outputs."""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path
from tempfile import mkdtemp
from types import SimpleNamespace

import django
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command

PACKAGE = Path(sys.argv[2])
DATA = mkdtemp(dir=".")
APPS = ["account", "announcement", "conf", "contest", "judge", "options", "problem"]
APPS += ["submission", "utils"]

settings.configure(
    SECRET_KEY="-",
    INSTALLED_APPS=["django.contrib.auth", "django.contrib.contenttypes", *APPS],
    AUTH_USER_MODEL="account.User",
    DEFAULT_AUTO_FIELD="django.db.models.AutoField",
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}},
    MIGRATION_MODULES=dict.fromkeys(APPS),
    AVATAR_URI_PREFIX="/avatar",
    TEST_CASE_DIR=DATA,
    UPLOAD_DIR=DATA,
    UPLOAD_PREFIX="/upload",
)
django.setup()
call_command("migrate", run_syncdb=True, verbosity=0)

from account.models import User  # noqa: E402
from judge.languages import languages  # noqa: E402
from problem.models import Problem  # noqa: E402
from problem.views.admin import FPSProblemImport  # noqa: E402


def imported() -> Problem:
    upload = SimpleUploadedFile("fps.xml", (PACKAGE / "fps.xml").read_bytes())
    user = User.objects.create(username="root")
    request = SimpleNamespace(POST={}, FILES={"file": upload}, user=user)
    response = FPSProblemImport().post(request)
    assert response.data == {"error": None, "data": {"import_count": 1}}, response.data
    return Problem.objects.get()


problem = imported()
assert problem.description.count('src="/upload/') == 1, "the picture is missing"
(spj,) = [it["spj"] for it in languages if it["name"] == problem.spj_language]
Path("spj.cpp").write_text(problem.spj_code)
paths = {"src_path": "spj.cpp", "exe_path": "./spj"}
subprocess.run(shlex.split(spj["compile"]["compile_command"].format(**paths)), check=True)
for test in problem.test_case_score:
    input = Path(DATA, problem.test_case_id, test["input_name"])
    for output, code in ((input.with_suffix(".out"), 0), (Path("/dev/null"), 1)):
        paths |= {"in_file_path": str(input), "user_out_file_path": str(output)}
        command = shlex.split(spj["config"]["command"].format(**paths))
        assert subprocess.run(command, stdout=subprocess.DEVNULL).returncode == code, command
print(f"title: {problem.title}")
print(f"{len(problem.test_case_score)} tests, {problem.time_limit} ms, {problem.memory_limit} MB")
