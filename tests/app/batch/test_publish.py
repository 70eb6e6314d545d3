"""The table and the page of a folder of results."""

from pathlib import Path

from hu.app.batch.publish import publish


def test_a_table_beside_a_damaged_digest_is_kept(tmp_path: Path) -> None:
    (tmp_path / "results.jsonl").touch()
    assert publish(tmp_path) is None
    (tmp_path / ".results.csv.sha256").write_bytes(b"\xff\xfe")
    kept_table = publish(tmp_path)
    assert kept_table is not None
    assert kept_table.is_file()
