"""Photos and the page hold hands of thirteen tiles. Other rule sets are left out by their shape."""

from typing import ClassVar

import pytest

from hu.app.i18n import texts
from hu.app.page.parts.names import rules_by_name
from hu.app.reading.read import read_hand
from hu.app.reading.readable import is_readable, readable_rule_names
from hu.scoring.errors import InputError
from hu.scoring.hand_shape import FIVE_MELDS, HandShape
from hu.scoring.rule_set.registry import register, rule_names, unregister
from tests.scoring.tiny_rule_set import Tiny


class _Large(Tiny):
    name = "large"
    hand_shape: ClassVar[HandShape] = FIVE_MELDS


def test_a_rule_set_with_larger_hands_is_scored_but_not_offered_on_the_page() -> None:
    register(_Large())
    try:
        assert "large" in rule_names()
        assert "large" not in readable_rule_names()
        assert "large" not in rules_by_name(texts("en"))
        message = "photos are read by rules with 13 tiles; .* has 16: give the tiles as text"
        with pytest.raises(InputError, match=message):
            read_hand([], "large")
    finally:
        unregister("large")


def test_a_rule_set_without_a_declaration_has_thirteen_tiles() -> None:
    assert is_readable(Tiny())
