"""Words a letter or two apart, and words that fit a pattern."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from paperstui.index import spelling
from tests.examples import examples


def naive(one: str, other: str) -> int:
    """The optimal string alignment distance, by its definition."""
    cost = {(i, 0): i for i in range(len(one) + 1)}
    cost.update({(0, j): j for j in range(len(other) + 1)})
    for i, letter in enumerate(one, 1):
        for j, there in enumerate(other, 1):
            ways = [
                cost[i - 1, j] + 1,
                cost[i, j - 1] + 1,
                cost[i - 1, j - 1] + (letter != there),
            ]
            if one[max(0, i - 2) : i] == other[max(0, j - 2) : j][::-1] and i > 1 < j:
                ways.append(cost[i - 2, j - 2] + 1)
            cost[i, j] = min(ways)
    return cost[len(one), len(other)]


def lines(*vocabulary: str) -> str:
    """A vocabulary as `similar` takes it."""
    return "\n".join(("", *sorted(set(vocabulary)), ""))


few_letters = st.text("abc", max_size=12)


@pytest.mark.parametrize(
    ("one", "other", "edits"),
    [
        ("", "", 0),
        ("graph", "graph", 0),
        ("graph", "grahp", 1),
        ("graph", "graphs", 1),
        ("graph", "raph", 1),
        ("graph", "groph", 1),
        ("graph", "rgahp", 2),
        # No letter is edited twice: it is 2 by the distance of Damerau.
        ("ca", "abc", 3),
        ("深度", "度深", 1),
    ],
)
def test_distance(one: str, other: str, edits: int) -> None:
    assert spelling.distance(one, other, 3) == edits
    assert spelling.distance(other, one, 3) == edits
    assert spelling.distance(one, other, 0) == min(edits, 1)


@given(few_letters, few_letters, st.integers(0, 4))
@example("ab", "ba", 1)
def test_distance_is_that_of_the_definition(one: str, other: str, most: int) -> None:
    assert spelling.distance(one, other, most) == min(naive(one, other), most + 1)


@pytest.mark.parametrize(
    ("word", "letters"),
    [("", 0), ("ab", 0), ("abc", 1), ("abcdefg", 1), ("abcdefgh", 2), ("a" * 30, 2)],
)
def test_longer_words_may_be_more_wrong(word: str, letters: int) -> None:
    assert spelling.tolerance(word) == letters


@st.composite
def misspelled(draw: st.DrawFn) -> tuple[str, str]:
    """A word, and it with up to two edits, near each other or apart."""
    word = draw(st.text("abcdefgh", min_size=3, max_size=12))
    other = word
    for _ in range(draw(st.integers(0, 2))):
        at = draw(st.integers(0, max(0, len(other) - 1)))
        letter = draw(st.sampled_from("abcz"))
        pair = other[at : at + 2]
        other = draw(
            st.sampled_from(
                (
                    other[:at] + letter + other[at:],
                    other[:at] + other[at + 1 :],
                    other[:at] + letter + other[at + 1 :],
                    other[:at] + pair[::-1] + other[at + 2 :],
                )
            )
        )
    return word, other


@settings(max_examples=examples(1_000))
@given(misspelled(), st.lists(few_letters, max_size=5))
# An exchange breaks two pieces of a word, and another edit the third.
@example(("abcdefghi", "abdcefxhi"), [])
@example(("abcdefghi", "abdcegfhi"), [])
@example(("abcdefgh", "abdcefg"), [])
@example(("abcdef", "abdcef"), [])
@example(("abc", "acb"), [])
def test_similar_finds_all_that_are_near_enough(
    pair: tuple[str, str], others: list[str]
) -> None:
    word, other = pair
    vocabulary = {each for each in (word, other, *others) if each}
    most = spelling.tolerance(word)
    expected = {
        each: edits for each in vocabulary if (edits := naive(word, each)) <= most
    }
    found = list(spelling.similar(word, lines(*vocabulary)))
    assert dict(found) == expected
    assert len(found) == len(expected)


@given(st.text("ab", min_size=3, max_size=12), st.lists(st.text("ab", min_size=1)))
def test_similar_among_words_that_are_much_alike(word: str, others: list[str]) -> None:
    most = spelling.tolerance(word)
    expected = {each for each in others if naive(word, each) <= most}
    assert {each for each, _ in spelling.similar(word, lines(*others))} == expected


def test_short_words_are_near_to_themselves_only() -> None:
    vocabulary = lines("rl", "ml", "r", "rl2")
    assert list(spelling.similar("rl", vocabulary)) == [("rl", 0)]
    assert list(spelling.similar("nl", vocabulary)) == []


def test_signs_of_patterns_are_letters_like_others() -> None:
    assert dict(spelling.similar("c++", lines("c++", "c+", "ccc", "c#"))) == {
        "c++": 0,
        "c+": 1,
    }
    assert dict(spelling.similar("v1.5", lines("v125", "v1.5", "v12.50"))) == {
        "v1.5": 0,
        "v125": 1,
    }


def test_nothing_is_near_in_an_empty_vocabulary() -> None:
    assert list(spelling.similar("graph", lines())) == []
    assert list(spelling.similar("", lines("a"))) == []


PATTERNS = [
    ("optimi*", ["optimi", "optimise"], ["optima", "reoptimise"]),
    ("*tion", ["tion", "action"], ["actions"]),
    ("a*b", ["ab", "axxb"], ["ab2", "b"]),
    ("v1.*", ["v1.", "v1.5"], ["v125", "v1"]),
    ("a*b*c", ["abc", "axbxc"], ["acb"]),
    ("c++*", ["c++", "c++11"], ["ccc"]),
    ("深*", ["深", "深度"], ["度深"]),
]


@pytest.mark.parametrize(("pattern", "fitting", "others"), PATTERNS)
def test_patterns(pattern: str, fitting: list[str], others: list[str]) -> None:
    fits = spelling.wildcard(pattern).fullmatch
    assert all(fits(word) for word in fitting)
    assert not any(fits(word) for word in others)


def test_a_star_never_goes_beyond_a_word() -> None:
    assert spelling.wildcard("a*b").search("\naxx\nxxb\n") is None
