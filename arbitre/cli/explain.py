"""`arbitre explain`: one entry or record, rule, doubt or question, or one event of a log, step by step."""

import re

import rich_click as click

from arbitre.cli.frame import options

_EVENT = re.compile(r"(?P<log>.+):(?P<number>[0-9]{1,9})")


@click.command("explain")
@click.argument("identifier", metavar="ID")
@options.deck_option
@options.project_option
@options.output_options
def command(identifier: str, deck: str | None, project: str | None, form: str) -> int:
    """One entry or record, step by step with the sentences; or what has this name.

    ID is the identifier of an entry or of a record in it as `arbitre check` prints it, a rule or clause
    (`es.tie`), a doubt (`ca.first_to_bet`), a question, or LOG:N for event N of a log.
    """
    from pathlib import Path

    from arbitre.api import load
    from arbitre.commands.explaining import explain_name, explain_reported, is_reported_id

    loaded = load(project, deck)
    event = _EVENT.fullmatch(identifier)
    if event is not None and Path(event["log"]).is_file():
        from arbitre.cli.replay import explain_event

        return explain_event(loaded, Path(event["log"]), int(event["number"]), form)
    explained = (
        (explain_reported(loaded, identifier),)
        if is_reported_id(loaded, identifier)
        else explain_name(loaded, identifier)
    )
    if form == "json":
        from arbitre.report.as_json.explain import explanation
        from arbitre.report.as_json.findings import dumps

        click.echo(dumps(explanation(identifier, explained)), nl=False)
        return 0
    from arbitre.report.as_text import explain as explain_text
    from arbitre.report.as_text.page import page

    console = page()
    for number, each in enumerate(explained):
        if number:
            console.print()
        explain_text.write(console, each)
    return 0
