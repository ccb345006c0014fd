"""The printed texts are evidence, misprints included: nobody corrects them."""

import hashlib
from pathlib import Path

import pytest

RULES_SRC = Path(__file__).parents[1] / "rules-src"
PRINTED = {
    "emotrions-ca.txt": "f0ee9860febf81bba487d62714ecaf196e2c3af69bf643a92ef4b1a304fc068d",
    "emotrions-es.txt": "21189403a6eb88ee5529bca4c97a033ce5cf1f9f1a76bd0e0de8be5967c0a4ad",
    "emotrions-fr.txt": "5aa9afbb76639101412dc477421e764a6f979c651cb7683a53818aa7b5cd0730",
    "equalis-cupertino-es.txt": "e5059e9e1e46b9042ed44a0bfeb6b6f1ced25197db130c378f01de6c35919e6f",
    "equalis-montecarlo-es.txt": "526e54faf7da3f37b80bb3e28ec1440be8acad43b94b5c91ad34480485fcbcb6",
}


@pytest.mark.parametrize("name", sorted(PRINTED))
def test_a_printed_text_is_as_it_was(name: str) -> None:
    assert hashlib.sha256((RULES_SRC / name).read_bytes()).hexdigest() == PRINTED[name]


def test_every_printed_text_is_under_watch() -> None:
    assert sorted(path.name for path in RULES_SRC.glob("*.txt")) == sorted(PRINTED)
