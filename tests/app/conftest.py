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

from tests.app.page.servers import CHROMIUM, FLAGS, HEADLESS_CHROMIUM, PATIENCE
from tests.needs import skip_or_fail

#: The markers of tests by the fixtures that they use. The checks before a commit leave these tests
#: out.
_MARKER_OF_FIXTURE = {"chromium": "browser", "webkit": "browser", "database": "database"}


def pytest_collection_modifyitems(items: list[pytest.Function]) -> None:
    """Mark the tests that need a browser or a database."""
    for item in items:
        for fixture, marker in _MARKER_OF_FIXTURE.items():
            if fixture in item.fixturenames:
                item.add_marker(marker)
        # A test of both kinds of ledgers asks for the database only while it runs.
        # pytest adds the kind, ``sqlite`` or ``postgresql``, to the name of the test.
        if "[postgresql" in item.name:
            item.add_marker("database")


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """A browser. Tests that need a camera or a profile of their own start a whole Chromium."""
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE)
    if not CHROMIUM.exists():
        skip_or_fail(f"{CHROMIUM} is missing")
    # Not every system has the program without windows.
    program = HEADLESS_CHROMIUM if HEADLESS_CHROMIUM.exists() else CHROMIUM
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(program), args=FLAGS)
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
    """The address of a PostgreSQL database."""
    programs = _find_postgresql()
    if programs is None:
        skip_or_fail("PostgreSQL is not installed")
    # The address of a socket may have a hundred characters. Folders of pytest are longer.
    folder = Path(mkdtemp(prefix="hu-pg-"))
    try:
        yield from _run_postgresql(programs, folder)
    finally:
        shutil.rmtree(folder)


def _find_postgresql() -> Path | None:
    """Return the folder of PostgreSQL's programs, None if it is not installed."""
    program = shutil.which("initdb")
    if program is not None:
        return Path(program).resolve().parent
    # Debian keeps the folders off the path, by the version.
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    return folders[-1] if folders else None


def _run_postgresql(programs: Path, folder: Path) -> Iterator[str]:
    """Run a server with an empty database.

    Args:
        programs: the folder of PostgreSQL's programs.
        folder: an empty folder for its data, its log and its socket.

    Yields:
        The address of the database.
    """
    user = None
    if os.getuid() == 0:
        # The server refuses to run as the administrator. Debian's package makes this user.
        user = "postgres"
        shutil.chown(folder, user, user)

    def run(program: str, *options: str | Path) -> None:
        process = subprocess.run(
            [programs / program, *options],
            cwd=folder,
            user=user,
            capture_output=True,
            text=True,
            check=False,
        )
        if process.returncode:
            pytest.fail(f"{program}: {process.stdout}{process.stderr}")

    data = folder / "data"
    log = folder / "log"
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
