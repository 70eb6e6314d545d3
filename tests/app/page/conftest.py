"""A server with recorded readings, and people who open its page in a real Chromium."""

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.app.page.driving import follow
from tests.app.page.recorded import SAMPLE
from tests.app.page.servers import DESKTOP, PATIENCE, PHONE, Server

#: The pages that a test has opened.
_PAGES = pytest.StashKey[Iterable[Any]]()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The page, shared by all tests that do not stop it."""
    server = Server(tmp_path_factory.mktemp("games") / "games.sqlite").start()
    yield server
    server.kill()


@pytest.fixture(scope="session", params=[False, True], ids=["hu app", "streamlit run"])
def either_server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The page as ``hu app`` serves it, and as ``streamlit run`` does."""
    server = Server(tmp_path_factory.mktemp("games") / "games.sqlite", plain=request.param).start()
    yield server
    server.kill()


@pytest.fixture(autouse=True)
def nothing_fails(request: pytest.FixtureRequest, caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Whatever a test does, the page must not write a traceback to its log: it shows failures as one line."""
    used = {"server", "either_server"} & set(request.fixturenames)
    if not used:
        yield
        failures = [record.getMessage() for record in caplog.records if record.exc_info]
        assert not failures
        return
    shared: Server = request.getfixturevalue(used.pop())
    before = len(shared.log)
    yield
    assert "Traceback" not in shared.log[before:], shared.log[before:]


@pytest.fixture(scope="session")
def contexts(chromium: Any) -> Iterator[Callable[..., Any]]:
    """Browser profiles, used again by later tests without their cookies: what they keep loads faster."""
    idle: dict[str, list[Any]] = {}

    @contextmanager
    def take(**options: Any) -> Iterator[Any]:
        waiting = idle.setdefault(repr(options), [])
        context = waiting.pop() if waiting else chromium.new_context(**options)
        try:
            yield context
        finally:
            for page in context.pages:
                page.close()
            context.clear_cookies()
            waiting.append(context)

    yield take
    for context in (context for waiting in idle.values() for context in waiting):
        context.close()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """With a failed test, report what its pages show."""
    report = yield
    if report.when == "call" and report.failed:
        for number, page in enumerate(item.stash.get(_PAGES, ()), 1):
            with suppress(Exception):
                report.sections.append((f"page {number}, {page.url}", page.locator("body").inner_text(timeout=5_000)))
    return report


@pytest.fixture
def visitor(contexts: Callable[..., Any], request: pytest.FixtureRequest) -> Iterator[Callable[..., Any]]:
    """Open pages, each as a person of their own; any error in a page's script fails the test."""
    errors: list[str] = []
    pages: list[Any] = []
    request.node.stash[_PAGES] = pages
    with ExitStack() as stack:

        def visit(address: str, *, desktop: bool = False, locale: str = "en-GB", **options: Any) -> Any:
            context = stack.enter_context(contexts(**(DESKTOP if desktop else PHONE) | {"locale": locale} | options))
            page = context.new_page()
            pages.append(page)
            follow(page)
            page.set_default_timeout(PATIENCE)
            page.on("pageerror", lambda error: errors.append(str(error)))
            # A page that closed just after its photo was answered may have left it in the profile, to be sent again.
            stored = {"origin": "{0.scheme}://{0.netloc}".format(urlsplit(address)), "storageTypes": "indexeddb"}
            context.new_cdp_session(page).send("Storage.clearDataForOrigin", stored)
            page.goto(address)
            page.wait_for_selector(".hu-brand")
            return page

        yield visit
    assert not errors


@pytest.fixture(scope="session")
def sample() -> bytes:
    return SAMPLE.read_bytes()
