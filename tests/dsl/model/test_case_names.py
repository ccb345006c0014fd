"""Names of the cases of an enumeration."""

import pytest

from dsl.model import EnumDecl
from dsl.model.case_names import CaseNames, fold
from dsl.text.errors import ArbitreError
from dsl.text.span import Span
from dsl.types.types import EnumType
from dsl.types.values import Case

ASKED = Span("log.yaml", 5, 3, 5, 8)


def decl(names: dict[str, dict[str, tuple[str, ...]]]) -> EnumDecl:
    kind = EnumType("emotrion", ("Forca", "Furia", "Indecisio"))
    return EnumDecl(type=kind, names=names, span=Span("game.rules", 9, 1, 9, 5))


NAMES = CaseNames(
    decl(
        {
            "Forca": {"ca": ("Força", "Forces"), "es": ("Fuerza",), "fr": ("Force",)},
            "Furia": {"ca": ("Fúria", "Fúries"), "fr": ("Furie", "la furie")},
        }
    )
)
FORCA, FURIA, INDECISIO = (
    Case("emotrion", name, i) for i, name in enumerate(["Forca", "Furia", "Indecisio"])
)


@pytest.mark.parametrize(
    ("text", "case"),
    [
        ("Forca", FORCA),
        ("FORÇA", FORCA),
        ("forc\u0327a", FORCA),
        ("forces", FORCA),
        (" fuerza ", FORCA),
        ("fury", None),
        ("La  Furie", FURIA),
        ("fúriës", FURIA),
        ("Indecisió", INDECISIO),
        ("l'Indecisió", None),
        ("", None),
    ],
)
def test_a_case_is_found_by_any_name(text: str, case: Case | None) -> None:
    assert NAMES.get(text) == case


def test_an_unknown_name_shows_the_nearest() -> None:
    with pytest.raises(ArbitreError) as caught:
        NAMES.case("Foria", ASKED)
    assert str(caught.value) == (
        "log.yaml:5:3: unknown-name: `Foria` is no emotrion\n  help: did you mean `Furia`?"
    )
    with pytest.raises(ArbitreError) as caught:
        NAMES.case("fuerzza")
    assert caught.value.problems[0].help == "did you mean `Fuerza`?"
    with pytest.raises(ArbitreError) as caught:
        NAMES.case("xxxx")
    assert caught.value.problems[0].help is None


def test_all_names_of_a_case() -> None:
    assert NAMES.names(FURIA) == ("Furia", "Fúria", "Fúries", "Furie", "la furie")


def test_a_name_of_two_cases_is_refused() -> None:
    with pytest.raises(ArbitreError) as caught:
        CaseNames(decl({"Furia": {"fr": ("força",)}, "Forca": {"ca": ("Força",)}}))
    (problem,) = caught.value.problems
    assert problem.code == "name-taken"
    assert problem.message == "`força` is a name of both `Forca` and `Furia`"


def test_the_same_name_in_two_languages_is_no_clash() -> None:
    assert CaseNames(decl({"Furia": {"ca": ("Fúria",), "es": ("Furia",)}})).get("FURIA") == FURIA


def test_fold_is_offered_here() -> None:
    assert fold("Fúria") == "furia"
