"""Each photo has one row, in a stable order. Nothing is read twice or lost."""

import csv
import os
import signal
from pathlib import Path
from typing import Any

import pytest

from hu.app.batch import local, results
from hu.app.batch.local import read_locally
from hu.app.batch.photos import find_photos
from hu.app.batch.plan import Task
from hu.app.batch.results import OutputError
from hu.app.batch.run import Summary, stop_request
from hu.app.pool import WorkerEndedError
from hu.scoring.errors import InputError
from tests.app.batch import fake_networks
from tests.app.batch.workshop import Workshop, read_tasks, stop_after

SCORED = "photo,winner,win,from\n000.jpg,S,self-draw,\n"


def test_a_batch_with_a_folder_that_cannot_be_read_has_gone_wrong() -> None:
    summary = Summary(photos=1, done=1)
    assert summary.exit_status == 0
    summary.problems.append("locked/: folder cannot be read: Permission denied")
    assert summary.exit_status == 1


def test_a_second_ctrl_c_interrupts_and_a_second_hangup_does_not() -> None:
    with stop_request() as is_stop_requested:
        assert not is_stop_requested()
        signal.raise_signal(signal.SIGHUP)
        assert is_stop_requested()
        try:
            signal.raise_signal(signal.SIGHUP)
        except KeyboardInterrupt:
            pytest.fail("a second hangup interrupts")
        for number in (signal.SIGINT, signal.SIGTERM):
            with pytest.raises(KeyboardInterrupt):
                signal.raise_signal(number)


def test_every_photo_has_one_row_in_the_order_of_its_name(shop: Workshop) -> None:
    for name in ("b/2.jpg", "b/10.jpg", "a.jpg", "B.png", "b.jpg"):
        shop.add(name, kind="PNG" if name.endswith("png") else "JPEG")
    summary = shop.run()
    assert [row["photo"] for row in shop.rows()] == [
        "B.png",
        "a.jpg",
        "b/10.jpg",
        "b/2.jpg",
        "b.jpg",
    ]
    assert (summary.done, summary.failed, summary.exit_status) == (5, 0, 0)
    row = shop.rows()[1]
    assert row["size"] == [320, 240]
    assert {"tile", "confidence", "alternatives", "box", "row", "group", "sideways", "role"} <= row[
        "tiles"
    ][0].keys()


@pytest.mark.parametrize(
    ("kept", "line"),
    [(0, None), (1, "1 of them was read before"), (2, "2 of them were read before")],
)
def test_the_summary_counts_the_photos_of_an_earlier_run(kept: int, line: str | None) -> None:
    lines = Summary(photos=3, done=3, kept=kept).text(Path("results")).splitlines()
    assert lines[1:] == ([] if line is None else [line])


def test_damaged_files_among_good_ones_are_named_and_the_others_read(shop: Workshop) -> None:
    shop.fill(6)
    (shop.photos / "cut.jpg").write_bytes(fake_networks.painted(0)[:900])
    (shop.photos / "empty.jpg").write_bytes(b"")
    (shop.photos / "text.png").write_text("hello")
    os.mkfifo(shop.photos / "pipe.jpg")
    with (shop.photos / "hole.jpg").open("wb") as hole:
        hole.truncate(6_000_000_000)
    summary = shop.run()
    errors = {row["photo"]: row["error"] for row in shop.rows() if "error" in row}
    assert errors.keys() == {"cut.jpg", "empty.jpg", "text.png", "pipe.jpg", "hole.jpg"}
    assert all(text.startswith(f"{name}: ") and "\n" not in text for name, text in errors.items())
    assert (len(shop.rows()), summary.failed, summary.exit_status) == (11, 5, 1)


@pytest.mark.parametrize(
    "name",
    [
        "two words.jpg",
        "-rf.jpg",
        "line\nend.jpg",
        "a\r=1+1.jpg",
        "\r\n.jpg",
        "escape\x1b[2J.jpg",
        "🀄 tile.jpg",
        "<b>&\"'.jpg",
        "=1+1.jpg",
        "dot.dot..jpg",
        "\\.jpg",
    ],
)
def test_names_may_hold_anything(shop: Workshop, name: str) -> None:
    shop.overlays = True
    shop.add(name)
    assert shop.run().exit_status == 0
    (row,) = shop.rows()
    assert row["photo"] == name
    assert (shop.out / row["overlay"]).is_file()
    assert (shop.out / row["thumbnail"]).is_file()
    with (shop.out / "results.csv").open(encoding="utf-8-sig", newline="") as file:
        (line,) = csv.DictReader(file)
    assert line["photo"].removeprefix("./") == name


def test_a_name_that_is_no_text_keeps_its_bytes(shop: Workshop) -> None:
    path = os.fsencode(shop.photos) + b"/\xff.jpg"
    Path(os.fsdecode(path)).write_bytes(fake_networks.painted(1))
    shop.run()
    assert os.fsencode(shop.rows()[0]["photo"]) == b"\xff.jpg"
    assert shop.run(resume=True).kept == 1


@pytest.mark.parametrize("done", [0, 1, 7, 19, 20])
def test_a_run_that_was_stopped_and_resumed_equals_an_undisturbed_one(
    shop: Workshop, done: int
) -> None:
    shop.fill(20)
    manifest = shop.manifest(SCORED)
    assert shop.run(manifest, engine=stop_after(done)).exit_status == (130 if done < 20 else 0)
    read = shop.resume()
    shop.run(manifest, out=shop.root / "undisturbed")
    assert shop.lines() == shop.lines(shop.root / "undisturbed")
    assert len(read) <= 20 - len(range(done)) + 4


def test_a_resumed_run_that_is_stopped_loses_nothing(shop: Workshop) -> None:
    shop.fill(20)
    shop.run()
    whole = shop.lines()
    for stop in (3, 0, 8):
        shop.run(resume=True, engine=stop_after(stop))
    read = shop.resume()
    assert (shop.lines(), read) == (whole, [])


def test_a_torn_last_line_is_repaired(shop: Workshop) -> None:
    shop.fill(8)
    shop.run()
    whole = b"".join(shop.lines())
    (shop.out / "results.jsonl").write_bytes(whole[:-200])
    read = shop.resume()
    assert (b"".join(shop.lines()), read) == (whole, ["007.jpg"])


def test_damaged_lines_in_the_middle_are_read_again(shop: Workshop) -> None:
    shop.fill(6)
    shop.run()
    whole = shop.lines()
    spoilt = [*whole[:2], b'{"photo": 3}\n', b"\x00\xff\n", *whole[4:]]
    (shop.out / "results.jsonl").write_bytes(b"".join(spoilt))
    read = shop.resume()
    assert (shop.lines(), sorted(read)) == (whole, ["002.jpg", "003.jpg"])


def test_rows_after_a_line_that_is_too_long_are_kept(
    shop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    shop.fill(6)
    shop.run()
    whole = shop.lines()
    longest = max(len(line) for line in whole)
    monkeypatch.setattr(results, "_LONGEST_LINE", longest)
    too_long = b"\x00" * (3 * longest) + b"\n"
    spoilt = [*whole[:2], too_long, *whole[3:]]
    (shop.out / "results.jsonl").write_bytes(b"".join(spoilt))
    read = shop.resume()
    assert (shop.lines(), read) == (whole, ["002.jpg"])


def test_a_doubtful_face_is_in_its_row_with_the_next_likely_face(shop: Workshop) -> None:
    shop.add("a.jpg", 7)
    shop.run()
    row = shop.row("a.jpg")
    assert row["check"]
    (doubt,) = [doubt for doubt in row["doubts"] if doubt["tile"] is not None]
    tile = row["tiles"][doubt["tile"]]
    assert tile["tile"] == "9s"
    assert tile["alternatives"][0][0] == "6s"
    shop.correct(f"photo,hand\na.jpg,{row['hand'].replace('789s', '678s')}\n")
    corrected = shop.row("a.jpg")
    assert not corrected["check"]
    assert corrected["tiles"] == row["tiles"]


def test_a_changed_photo_is_read_again_and_an_unchanged_one_is_not(shop: Workshop) -> None:
    shop.fill(4)
    shop.run()
    shop.add("002.jpg", 3)
    assert shop.resume() == ["002.jpg"]
    assert shop.row("002.jpg")["hand"].startswith("124m")


def test_changed_weights_read_everything_again(shop: Workshop) -> None:
    shop.fill(4)
    shop.run()
    shop.train("second")
    assert shop.run(resume=True).kept == 0


def test_a_changed_manifest_scores_again_without_reading(shop: Workshop) -> None:
    shop.add("000.jpg", 1)
    shop.run()
    assert "score" not in shop.row("000.jpg")
    summary = shop.run(shop.manifest(SCORED), resume=True)
    assert (summary.kept, summary.failed) == (1, 0)
    assert shop.row("000.jpg")["score"]["points"] == 20
    shop.run(resume=True)
    assert "score" not in shop.row("000.jpg")


def test_lost_overlays_are_drawn_again(shop: Workshop) -> None:
    shop.overlays = True
    shop.fill(2)
    shop.run()
    overlay = shop.out / shop.row("001.jpg")["overlay"]
    overlay.unlink()
    assert shop.run(resume=True).kept == 1
    assert overlay.is_file()


def test_photos_that_come_and_go_are_seen(shop: Workshop) -> None:
    shop.fill(5)
    shop.run()
    (shop.photos / "001.jpg").unlink()
    shop.add("0005.jpg")
    summary = shop.run(resume=True)
    assert (summary.kept, summary.dropped) == (4, 1)
    assert [row["photo"] for row in shop.rows()] == [
        "000.jpg",
        "0005.jpg",
        "002.jpg",
        "003.jpg",
        "004.jpg",
    ]


def test_results_are_never_overwritten_unasked(shop: Workshop) -> None:
    shop.fill(2)
    shop.run()
    with pytest.raises(InputError, match="--resume"):
        shop.run()


def test_a_photo_that_kills_its_process_gets_its_row_and_costs_the_others_nothing(
    shop: Workshop,
) -> None:
    shop.fill(12)
    shop.add("005x.jpg", fake_networks.KILLS)
    summary = shop.run(engine=read_tasks)
    assert "ends the process" in shop.row("005x.jpg")["error"]
    assert (summary.done, summary.failed) == (13, 1)


@pytest.mark.long
def test_a_photo_that_stops_its_process_gets_its_row_and_costs_the_others_nothing(
    shop: Workshop,
) -> None:
    shop.fill(12)
    shop.add("005x.jpg", fake_networks.STOPS)
    summary = shop.run(engine=read_tasks)
    assert "takes too long" in shop.row("005x.jpg")["error"]
    assert (summary.done, summary.failed) == (13, 1)


def test_a_process_that_dies_once_costs_nothing(shop: Workshop) -> None:
    shop.fill(9)
    shop.add("004x.jpg", fake_networks.KILLS_ONCE)
    assert shop.run(engine=read_tasks).exit_status == 0
    assert (shop.weights / "killed").exists()


def test_a_bug_costs_the_photo_that_meets_it(shop: Workshop) -> None:
    shop.fill(6)
    shop.add("003x.jpg", fake_networks.FAILS)
    assert shop.run().failed == 1
    assert "RuntimeError: a bug" in shop.row("003x.jpg")["error"]


class _PoolOfBadStarts:
    """Workers of which every other one ends before it is ready."""

    def __init__(self, _begin: object) -> None:
        self.starts = 0

    def run(self, _seconds: float, _work: object, _task: Task) -> str:
        self.starts += 1
        if self.starts % 2:
            error = WorkerEndedError("no memory")
            error.ready = False
            raise error
        return "read"

    def close(self) -> None:
        """Nothing to end."""


def test_starts_that_fail_now_and_then_do_not_end_a_batch(
    shop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(local, "Pool", _PoolOfBadStarts)
    tasks = [Task(number, f"{number}.jpg", "", "zung-jung", {}) for number in range(5)]
    processes = local.BatchProcesses(shop.settings(), workers=1)
    outcomes = list(processes.read(tasks, lambda: False))
    processes.close()
    assert len(outcomes) == len(tasks)


def test_processes_that_never_come_up_end_the_batch_in_one_line(shop: Workshop) -> None:
    shop.fill(2)
    settings = shop.settings()
    tasks = [Task(0, "000.jpg", "", "zung-jung", {})]
    broken = _Unpicklable(settings)
    with pytest.raises(Exception, match="end as soon as they start"):
        list(read_locally(tasks, broken, 1, lambda: False))  # type: ignore[arg-type]


class _Unpicklable:
    """Settings whose copy cannot be made in another process."""

    def __init__(self, settings: Any) -> None:
        self.settings = settings

    def __reduce__(self) -> Any:
        return os._exit, (3,)


def test_a_full_disk_ends_the_batch_in_one_line_and_leaves_whole_rows(shop: Workshop) -> None:
    import resource

    shop.fill(30)
    shop.run(out=shop.root / "undisturbed")
    size = len(b"".join(shop.lines(shop.root / "undisturbed")))
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size // 2, limits[1]))
    try:
        with pytest.raises(
            OutputError,
            match=r"results\.jsonl: File too large; fix that, then run it again with --resume",
        ):
            shop.run()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert 0 < len(shop.lines()) < 30
    assert all(line.endswith(b"}\n") for line in shop.lines())
    shop.run(resume=True)
    assert shop.lines() == shop.lines(shop.root / "undisturbed")


def test_an_overlay_that_cannot_be_written_ends_the_batch(shop: Workshop) -> None:
    shop.overlays = True
    shop.fill(3)
    shop.run(resume=True)
    overlay = shop.out / shop.row("001.jpg")["overlay"]
    overlay.unlink()
    (overlay / "in the way").mkdir(parents=True)
    with pytest.raises(
        OutputError,
        match=f"{overlay.name}: Is a directory; fix that, then run it again with --resume",
    ):
        shop.run(resume=True, engine=read_tasks)


def test_two_runs_do_not_write_the_same_results(shop: Workshop) -> None:
    from hu.app.batch.results import Results

    shop.fill(1)
    with Results(shop.out), pytest.raises(OutputError, match="another run"):
        shop.run()


def test_a_folder_without_photos_says_so(shop: Workshop) -> None:
    (shop.photos / "notes.txt").write_text("none")
    with pytest.raises(InputError, match="no photos"):
        shop.run()
    assert not shop.out.exists()


def test_the_results_need_a_folder_of_their_own(shop: Workshop) -> None:
    shop.fill(1)
    with pytest.raises(InputError, match="a folder of their own"):
        shop.run(out=shop.photos)
    # The overlays would be written among the photos.
    shop.photos = shop.photos.rename(shop.root / "overlays")
    with pytest.raises(InputError, match="a folder of their own"):
        shop.run(out=shop.root)


def test_a_page_of_another_program_is_not_replaced(shop: Workshop) -> None:
    shop.fill(1)
    shop.out.mkdir()
    (shop.out / "index.html").write_text("my site")
    with pytest.raises(InputError, match=r"has an index.html of its own; name another folder"):
        shop.run()
    assert (shop.out / "index.html").read_text() == "my site"


def test_results_below_the_photos_are_no_photos_for_this_batch_or_another(shop: Workshop) -> None:
    shop.overlays = True
    shop.fill(3)
    for resume in (False, True):
        assert shop.run(out=shop.photos / "results", resume=resume).photos == 3
    second = shop.run()
    assert second.photos == 3
    assert [row["photo"] for row in shop.rows()] == ["000.jpg", "001.jpg", "002.jpg"]


def test_pictures_of_photos_that_are_gone_go_with_their_rows(shop: Workshop) -> None:
    shop.overlays = True
    shop.fill(3)
    shop.run()
    gone = shop.row("001.jpg")
    (shop.photos / "001.jpg").unlink()
    shop.run(resume=True)
    assert not any((shop.out / gone[kind]).exists() for kind in ("overlay", "thumbnail"))
    assert all((shop.out / shop.row(name)["overlay"]).exists() for name in ("000.jpg", "002.jpg"))


def test_the_table_begins_with_the_mark_by_which_excel_knows_its_encoding(shop: Workshop) -> None:
    shop.add("Müller 中.jpg", 1)
    shop.run()
    table = (shop.out / "results.csv").read_bytes()
    assert table.startswith(b"\xef\xbb\xbfphoto,")
    assert not (shop.out / "index.html").read_bytes().startswith(b"\xef\xbb\xbf")


def touch(folder: Path, *names: str) -> None:
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).touch()


@pytest.mark.parametrize(
    ("files", "photos", "other_files"),
    [
        pytest.param(
            "b.JPG a/z.heic a/b/c.png a-b.webp x a/y",
            "a/b/c.png a/z.heic a-b.webp b.JPG",
            2,
            id="all folders",
        ),
        pytest.param(
            "a.jpg ._a.jpg .thumbs/b.jpg out/overlays/c.jpg", "a.jpg", 0, id="no hidden files"
        ),
    ],
)
def test_photos_are_found_in_all_folders(
    tmp_path: Path, files: str, photos: str, other_files: int
) -> None:
    touch(tmp_path, *files.split())
    contents = find_photos(tmp_path, tmp_path / "out")
    assert (contents.photos, contents.other_files) == (photos.split(), other_files)


def test_links_in_circles_are_followed_once(tmp_path: Path) -> None:
    touch(tmp_path, "real/a.jpg", "real/deep/b.jpg")
    (tmp_path / "real" / "up").symlink_to(tmp_path)
    (tmp_path / "also").symlink_to(tmp_path / "real")
    (tmp_path / "self").symlink_to(tmp_path / "self")
    (tmp_path / "self.jpg").symlink_to(tmp_path / "self.jpg")
    contents = find_photos(tmp_path, tmp_path / "out")
    assert contents.photos == ["real/a.jpg", "real/deep/b.jpg", "self.jpg"]
    assert contents.other_files == 1


def test_links_to_other_folders_are_followed(tmp_path: Path) -> None:
    folder = tmp_path / "photos"
    touch(tmp_path, "card/a.jpg", "photos/b.jpg")
    (folder / "card").symlink_to(tmp_path / "card")
    assert find_photos(folder, folder / "out").photos == ["b.jpg", "card/a.jpg"]


def test_a_folder_with_results_of_another_batch_is_left_out(tmp_path: Path) -> None:
    touch(tmp_path, "a.jpg", "monday/.hu-batch", "monday/b.jpg", "monday/overlays/c.jpg")
    contents = find_photos(tmp_path, tmp_path / "out")
    assert (contents.photos, contents.result_folders) == (["a.jpg"], 1)
    # The folder that was asked for is read, even if it has results.
    touch(tmp_path, ".hu-batch")
    assert find_photos(tmp_path, tmp_path / "out").photos == ["a.jpg"]


def test_a_folder_that_cannot_be_looked_into_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    touch(tmp_path, "a.jpg", "locked/b.jpg")
    scandir = os.scandir

    def refuse(path: Path) -> object:
        if Path(path).name == "locked":
            raise PermissionError(13, "Permission denied")
        return scandir(path)

    def refuse_inside(path: Path, **options: Any) -> object:
        if Path(path).parent.name == "locked":
            raise PermissionError(13, "Permission denied")
        return stat(path, **options)

    stat = os.stat
    monkeypatch.setattr(os, "scandir", refuse)
    monkeypatch.setattr(os, "stat", refuse_inside)
    found = find_photos(tmp_path, tmp_path / "out")
    assert (found.photos, found.problems) == (
        ["a.jpg"],
        ["locked/: folder cannot be read: Permission denied"],
    )
