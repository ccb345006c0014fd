"""`arbitre init`: starts a project of one's own."""

import rich_click as click


@click.command("init")
@click.argument("folder", metavar="DIR", type=click.Path(file_okay=False))
@click.option(
    "--from-shipped", is_flag=True, help="Copy the project shipped with arbitre instead of a small one."
)
def command(folder: str, from_shipped: bool) -> int:
    """Start a project: a small game that checks clean, to be written over.

    Nothing that is there already is touched.
    """
    from pathlib import Path

    from arbitre.project.starting import copy_shipped, start
    from arbitre.project.usage import UsageProblem

    if not folder:
        raise UsageProblem("no folder is named")
    made = copy_shipped(Path(folder)) if from_shipped else start(Path(folder))
    for path in made:
        click.echo(f"wrote {path}", err=True)
    click.echo(f"check it with: arbitre check --project {folder}", err=True)
    return 0
