"""A Chromium, and a database of a PostgreSQL server that is started for the tests."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import pytest
from sqlalchemy import MetaData, create_engine

from tests.app.page.servers import CHROMIUM, FLAGS, PATIENCE

#: What a test that uses these fixtures needs; the checks before a commit leave it out.
_NEEDS = {"chromium": "browser", "webkit": "browser", "database": "database"}


def pytest_collection_modifyitems(items: list[pytest.Function]) -> None:
    for item in items:
        for fixture in _NEEDS.keys() & item.fixturenames:
            item.add_marker(_NEEDS[fixture])
        if "[postgresql" in item.name:
            item.add_marker("database")


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """A browser; without one a test skips on a developer's machine and fails in CI."""
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE)
    if not CHROMIUM.exists():
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(f"{CHROMIUM} is missing")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def empty_database(database: str) -> str:
    """The address of a database without tables."""
    engine = create_engine(database)
    tables = MetaData()
    tables.reflect(engine)
    tables.drop_all(engine)
    engine.dispose()
    return database


@pytest.fixture(scope="session")
def database() -> Iterator[str]:
    """The address of a PostgreSQL database.

    Without one a test is skipped on a developer's machine and fails in CI.
    """
    programs = _programs()
    if programs is None:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(
            "PostgreSQL is not installed"
        )
    # The address of a socket may have a hundred characters; folders of pytest are longer.
    folder = Path(mkdtemp(prefix="hu-pg-"))
    try:
        yield from _served(programs, folder)
    finally:
        shutil.rmtree(folder)


def _programs() -> Path | None:
    """The folder of PostgreSQL's programs; Debian keeps it off the path."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    return next(iter(sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)), None)


def _served(programs: Path, folder: Path) -> Iterator[str]:
    user = None
    if os.getuid() == 0:
        # The server refuses to run as the administrator; Debian's package makes this user.
        user = "postgres"
        shutil.chown(folder, user, user)

    def run(program: str, *options: str | Path) -> None:
        done = subprocess.run(
            [programs / program, *options],
            cwd=folder,
            user=user,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            pytest.fail(f"{program}: {done.stdout}{done.stderr}")

    data, log = folder / "data", folder / "log"
    run(
        "initdb",
        "--auth=trust",
        "--username=hu",
        "--encoding=UTF8",
        "--no-locale",
        "--no-sync",
        data,
    )
    settings = f"-k {folder} -c listen_addresses= -c fsync=off"
    run("pg_ctl", "--wait", f"--pgdata={data}", f"--log={log}", f"--options={settings}", "start")
    try:
        yield f"postgresql+psycopg://hu@/postgres?host={folder}"
    finally:
        run("pg_ctl", "--wait", f"--pgdata={data}", "--mode=immediate", "stop")
