"""``hu sets``: the tile sets that were taught."""

from pathlib import Path

import click

from hu.app.commands import options
from hu.app.commands.pictures import save_sheet
from hu.app.sets.set_files import read_tile_set
from hu.app.sets.store import TileSetStore
from hu.scoring.errors import one_line
from hu.scoring.lines import quantity
from hu.scoring.tiles import FACES
from hu.vision.photo.files import whole_file
from hu.vision.taught.tile_set import TileSetError


@click.group("sets", invoke_without_command=True)
@click.pass_context
def command(context: click.Context) -> None:
    """List, show, export, import and forget the tile sets that were taught."""
    if context.invoked_subcommand is None:
        context.invoke(list_tile_sets)


@command.command("list")
def list_tile_sets() -> None:
    """List the tile sets."""
    store = TileSetStore.default()
    names = store.names()
    if not names:
        click.echo("no tile set was taught yet; hu teach PHOTO --set NAME teaches one")
    for name in names:
        try:
            tile_set = store.load(name)
        except TileSetError as error:
            click.echo(f"{one_line(name)}: {error}")
            continue
        faces = quantity(len(tile_set.faces), "face")
        examples = quantity(len(tile_set.examples), "example")
        click.echo(f"{one_line(name)}: {faces}, {examples}")


@command.command("show")
@click.argument("name")
@options.sheet
def show_tile_set(name: str, sheet: Path | None) -> None:
    """Show the faces that the tile set NAME knows."""
    tile_set = TileSetStore.default().load(name)
    for example in tile_set.examples:
        click.echo(f"{example.tile}  sure {example.certainty:.3g}  {one_line(example.source)}")
    missing_faces = [face for face in FACES if face not in tile_set.faces]
    click.echo(f"not known: {' '.join(missing_faces) or 'nothing'}")
    if sheet:
        faces = [
            (example.crop, example.tile, one_line(example.source)) for example in tile_set.examples
        ]
        save_sheet(faces, sheet)


@command.command("export")
@click.argument("name")
@click.argument("file", type=click.Path(path_type=Path))
def export_tile_set(name: str, file: Path) -> None:
    """Write the tile set NAME into FILE.huset.

    A file of this name is not overwritten.
    """
    content = TileSetStore.default().file(name).read_bytes()
    if file.exists():
        raise TileSetError(f"{file} exists already; choose another name")
    try:
        with whole_file(file) as out:
            out.write(content)
    except OSError as error:
        raise TileSetError(f"{file}: cannot be written ({error.strerror})") from None


@command.command("import")
@click.argument("file", type=click.Path(path_type=Path))
def import_tile_set(file: Path) -> None:
    """Add the tile set of FILE.huset.

    A tile set of the same name is not overwritten.
    """
    tile_set = read_tile_set(file)
    TileSetStore.default().save(tile_set)
    click.echo(f"{one_line(tile_set.name)}: {quantity(len(tile_set.faces), 'face')}")


@command.command("label")
@click.argument("name")
@click.argument("folder", type=click.Path(path_type=Path))
def write_labels(name: str, folder: Path) -> None:
    """Write the faces of NAME into FOLDER as labelled pictures.

    They serve to train the networks.
    """
    from hu.app.sets.faces import write_labelled  # noqa: PLC0415

    tile_set = TileSetStore.default().load(name)
    try:
        count = write_labelled(tile_set, folder)
    except OSError as error:
        raise TileSetError(
            f"{folder}: cannot be written ({error.strerror}); name another folder"
        ) from None
    click.echo(f"{one_line(str(folder))}: {quantity(count, 'face')}")


@command.command("forget")
@click.argument("name")
def forget_tile_set(name: str) -> None:
    """Forget the tile set NAME."""
    TileSetStore.default().forget(name)
