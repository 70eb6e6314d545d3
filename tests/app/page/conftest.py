"""A server with recorded readings, and people who open its page in a real Chromium."""

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from hu.app.ledger.ledger import Ledger
from hu.app.page import services
from tests.app.page.driving import Table, Visit, Visitor
from tests.app.page.page_apps import App
from tests.app.page.proxies import Proxy
from tests.app.page.servers import DESKTOP, PATIENCE, PHONE, Server

#: The pages that a test has opened.
_PAGES = pytest.StashKey[Iterable[Any]]()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of the page, shared by all tests that do not stop it."""
    with Server(tmp_path_factory.mktemp("games") / "games.sqlite") as server:
        yield server


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server of the page for one test, which may stop it."""
    with Server(tmp_path / "games.sqlite") as server:
        yield server


@pytest.fixture
def proxy(server: Server) -> Iterator[Proxy]:
    """A proxy between the browser and the page, which can cut their connections."""
    with closing(Proxy(server.port)) as proxy:
        yield proxy


@pytest.fixture(scope="session", params=[False, True], ids=["hu app", "streamlit run"])
def either_server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    """A server of the page: the test runs once with ``hu app``, and once with ``streamlit run``."""
    with Server(
        tmp_path_factory.mktemp("games") / "games.sqlite", is_plain=request.param
    ) as server:
        yield server


@pytest.fixture(autouse=True)
def nothing_fails(
    request: pytest.FixtureRequest, caplog: pytest.LogCaptureFixture
) -> Iterator[None]:
    """Fail if the page wrote a traceback to its log: it must show each failure as one line."""
    shared_servers = {"server", "either_server"} & set(request.fixturenames)
    if not shared_servers:
        # Without a shared server, a test may run the page in this process.
        yield
        failures = [record.getMessage() for record in caplog.records if record.exc_info]
        assert not failures
        return
    # Other tests have written into the log of a shared server before.
    server: Server = request.getfixturevalue(shared_servers.pop())
    log_length = len(server.log)
    yield
    log_of_test = server.log[log_length:]
    assert "Traceback" not in log_of_test, log_of_test


@pytest.fixture(scope="session")
def contexts(chromium: Any) -> Iterator[Callable[..., Any]]:
    """Browser profiles that tests share. Cookies are deleted after a test, cached files stay.

    The first page of a profile stays open, too.
    """
    # The profiles that no test uses now, by their options.
    idle_contexts: dict[str, list[Any]] = {}

    @contextmanager
    def take(**options: Any) -> Iterator[Any]:
        idle = idle_contexts.setdefault(repr(options), [])
        context = idle.pop() if idle else chromium.new_context(**options)
        try:
            yield context
        finally:
            for page in context.pages[1:]:
                page.close()
            context.clear_cookies()
            idle.append(context)

    yield take
    for idle in idle_contexts.values():
        for context in idle:
            context.close()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """With a failed test, report what its pages show."""
    report = yield
    if report.when == "call" and report.failed:
        for number, page in enumerate(item.stash.get(_PAGES, ()), 1):
            with suppress(Exception):
                report.sections.append(
                    (f"page {number}, {page.url}", page.locator("body").inner_text(timeout=5_000))
                )
    return report


@pytest.fixture
def visitor(contexts: Callable[..., Any], request: pytest.FixtureRequest) -> Iterator[Visit]:
    """A function that opens pages, each as another person.

    Any error in a page's script fails the test.
    """
    errors: list[str] = []
    pages: list[Visitor] = []
    request.node.stash[_PAGES] = pages
    with ExitStack() as stack:

        def visit(
            address: str,
            *,
            game: str = "",
            is_desktop: bool = False,
            locale: str = "en-GB",
            **options: Any,
        ) -> Visitor:
            """Open the page of a server and wait until it is drawn.

            Args:
                address: the address of the server.
                game: the code of a game. Empty for the page without a game.
                is_desktop: whether the device is a desktop computer instead of a phone.
                locale: the language of the browser.
                options: other options of Playwright's ``new_context``.
            """
            device = DESKTOP if is_desktop else PHONE
            profile = {**device, "locale": locale, **options}
            context = stack.enter_context(contexts(**profile))
            if not context.pages:
                # As long as a page of the site is open, the browser keeps the site's process. Pages
                # that are opened later load in it with a fifth less work.
                context.new_page().goto(f"{address}/_stcore/health")
            page = Visitor(context.new_page())
            pages.append(page)
            page.set_default_timeout(PATIENCE)
            page.on("pageerror", lambda error: errors.append(str(error)))
            # A page that closed just after its photo was answered may have left the photo in the
            # profile. The next page would send it again.
            url = urlsplit(address)
            kept_photos = {
                "origin": f"{url.scheme}://{url.netloc}",
                "storageTypes": "indexeddb",
            }
            context.new_cdp_session(page.page).send("Storage.clearDataForOrigin", kept_photos)
            page.goto(f"{address}/?game={game}" if game else address)
            page.wait_for_selector("[data-focus=drawn]" if game else ".hu-brand")
            page.settle()
            return page

        yield visit
    assert not errors


@pytest.fixture
def phone(server: Server, visitor: Visit) -> Visitor:
    """Somebody with a phone."""
    return visitor(server.address)


@pytest.fixture
def desk(server: Server, visitor: Visit) -> Visitor:
    """Somebody at a computer."""
    return visitor(server.address, is_desktop=True)


@pytest.fixture
def game(server: Server, visitor: Visit) -> Visitor:
    """A phone before the first hand of a game of Zung Jung."""
    return visitor(server.address, game=server.new_game())


@pytest.fixture
def table(server: Server, visitor: Visit, game: Visitor) -> Table:
    """Two phones before the first hand of one game."""
    return game, visitor(server.address, game=game.url.split("game=")[1])


@pytest.fixture
def machines(tmp_path: Path, empty_database: str) -> Iterator[tuple[Server, Server]]:
    """Two servers of one ledger."""
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    with (
        Server(tmp_path / "one" / "games", database=empty_database) as one,
        Server(tmp_path / "two" / "games", database=empty_database) as two,
    ):
        yield one, two


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[App]:
    """The page without a browser, not yet shown."""
    monkeypatch.setenv("HU_GAMES", str(tmp_path / "games.sqlite"))
    services.open_ledger.clear()
    yield App()
    services.close_ledgers()


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    """The ledger of ``app``, in which a test changes games as another phone would."""
    with closing(Ledger(tmp_path / "games.sqlite")) as ledger:
        yield ledger
