"""What of each printed text its edition accounts for."""

from collections.abc import Sequence
from dataclasses import dataclass

from arbitre.project.project import find_editions, find_game, require_editions, resolve_targets
from dsl.model import Edition, Project
from dsl.model.coverage import Covered, State, cover_text, is_left
from dsl.text.source import Source


@dataclass(frozen=True, slots=True)
class SourceCoverage:
    """A source of an edition, sentence by sentence."""

    game: str
    edition: Edition
    source: Source
    sentences: tuple[Covered, ...]

    @property
    def left(self) -> tuple[Covered, ...]:
        """The sentences that nothing takes up, or not all of them."""
        return tuple(c for c in self.sentences if is_left(c))

    def count(self, state: State) -> int:
        """How many sentences are in this state."""
        return sum(c.state is state for c in self.sentences)


def coverage(
    project: Project, targets: Sequence[str] = (), editions: Sequence[str] | None = None
) -> tuple[SourceCoverage, ...]:
    """The coverage of the editions of the games meant. Raises UsageProblem for what there is not."""
    resolved = resolve_targets(project, targets)
    require_editions(project, resolved.names)
    games = list(dict.fromkeys(find_game(project, n)[0].name for n in resolved.names)) or sorted(
        project.games
    )
    _require_known(project, games, editions)
    found: list[SourceCoverage] = []
    for name in games:
        game = project.games[name]
        own = None if editions is None else [word for word in editions if word.strip() in game.editions]
        chosen = () if own == [] else find_editions(game, None if own is None else ",".join(own))
        restricted = [edition for each, edition in resolved.editions if each == name]
        found += [
            SourceCoverage(name, edition, text.source, cover_text(edition, text))
            for edition in chosen
            if not restricted or edition.name in restricted
            for text in edition.texts
        ]
    return tuple(found)


def _require_known(project: Project, games: Sequence[str], editions: Sequence[str] | None) -> None:
    """That each of the editions named is one of some of the games. Raises UsageProblem."""
    for word in editions or ():
        if not any(word.strip() in project.games[name].editions for name in games):
            find_editions(project.games[games[0]], word)
