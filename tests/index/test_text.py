"""What cleaning lets in, on one line and in paragraphs."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from paperstui.index.text import clean, clean_block

LINES = [
    ("Attention Is\n  All You Need", "Attention Is All You Need"),
    ("\tA\xa0B\u3000C \r\n", "A B C"),
    ("", ""),
    # Control characters and terminal escape sequences.
    ("ok\x1b]52;c;cm0gLXJmIC8=\x07", "ok"),
    ("ok\x1b]0;title\x1b\\ there", "ok there"),
    ("\x9d52;c;eA==\x9cok", "ok"),
    ("\x1bP1$r0m\x1b\\ok", "ok"),
    ("\x1b[31mred\x1b[0m and \x9b1mbold\x9b0m", "red and bold"),
    ("\x1b(Ba\x1bcb\x1b7c", "abc"),
    ("a\x1bb", "ab"),
    ("a\x1b]52;never ended", "a]52;never ended"),
    ("a\x02b\x7fc\x00d\x85e", "abcd e"),
    # Characters that are not seen.
    ("pay\u202eecnal\u202c a\u2066b\u2069 \u200ec\u061cd", "payecnal ab cd"),
    ("\ufeffin\u00advisi\u200bble\u2060", "invisible"),
    ("a\U000e0041\U000e007fb", "ab"),
    ("x\ufdd0y\ufffez\U0010ffff", "xyz"),
    ("lone \ud800 one", "lone one"),
    ("a pair \ud83d\ude00", "a pair \U0001f600"),
    # Joiners and variation selectors, where something needs them.
    ("\U0001f469\u200d\U0001f52c", "\U0001f469\u200d\U0001f52c"),
    ("\u2764\ufe0f\u200d\U0001f525", "\u2764\ufe0f\u200d\U0001f525"),
    ("\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",) * 2,
    ("\u0915\u094d\u200d\u0937",) * 2,
    ("a\u200db\u200cc\u200d", "abc"),
    ("\U0001f469\u200d x", "\U0001f469 x"),
    ("a \ufe0fb\ufe00c", "a bc"),
    # One spelling of each letter.
    ("Mu\u0308ller", "M\u00fcller"),
    (
        "in\ufb02uence \ufb01ne-grained e\ufb03cient \ufb05\ufb06",
        "influence fine-grained efficient stst",
    ),
    ("di ff erent pro- posed", "di ff erent pro- posed"),
    # Text that another program has read wrongly.
    ("the robot\xe2\x80\x99s \xe2\x80\x9cown\xe2\x80\x9d", "the robot’s “own”"),
    ("the operator\x92s CompAct\x99", "the operator’s CompAct™"),
    ("M\xc3\xb6bius", "M\u00f6bius"),
    ("\xe9t\xe9\xa0\xbb", "\xe9t\xe9 \xbb"),
    ("\x0crac{1}{2} \textbf{x} 2\times 3", r"\frac{1}{2} \textbf{x} 2\times 3"),
    # Entities.
    ("Signals &amp; Systems", "Signals & Systems"),
    ("a &lt; b &amp;lt; c &amp;amp;lt; d", "a < b < c &lt; d"),
    ("&eacute;&#233;&#xE9;&mdash;&nosuch;&#27;&#8203;", "\u00e9\u00e9\u00e9—&nosuch;"),
    ("AT&T, R&D &copy and ?a=1&para=2", "AT&T, R&D &copy and ?a=1&para=2"),
    # Tags.
    ("<jats:p>A &amp;lt;b&amp;gt; c</jats:p>", "A <b> c"),
    ("<p>one</p> <P class='x'>two</P>three<br/>four", "one two three four"),
    ("CO<sub>2</sub> 10<sup>-3</sup> 10<SUP>&minus;3</SUP>", "CO₂ 10⁻³ 10⁻³"),
    ("x<sub>i,j</sub><sup>1/2</sup>", "x_(i,j)^(1/2)"),
    ("CO&lt;sub&gt;2&lt;/sub&gt;", "CO₂"),
    ("<i>In vivo</i> and <b> bold </b>", "*In vivo* and **bold**"),
    ("<b><i>x</i></b>, <b><strong>y</strong></b>", "***x***, **y**"),
    ("<i>k</i>NN", "kNN"),
    ("<jats:title>Abstract</jats:title><jats:p>We.</jats:p>", "We."),
    ("<jats:title>Aims</jats:title><jats:p>We.</jats:p>", "Aims We."),
    ("&lt;jats:p&gt;A &amp;lt; B&lt;/jats:p&gt;", "A < B"),
    ('<a href="http://x.y">link</a> <span>s</span> <jats:foo>f</jats:foo>', "link s f"),
    ("<fixed-case>BERT</fixed-case> in <tex-math>x^2</tex-math>", "BERT in $x^2$"),
    ("<tex>$\\gamma$</tex>-Ray", "$\\gamma$-Ray"),
    (
        "<inline-formula><alternatives><tex-math>\\documentclass{m}\\begin{document}"
        "$$x$$\\end{document}</tex-math><mml:math><mml:mi>x</mml:mi></mml:math>"
        "</alternatives></inline-formula>",
        "$$x$$",
    ),
    # What only looks like a tag.
    ("a < b and c > d, x<y>z, a<b and c>d",) * 2,
    ("<s> tokens, <MASK>, <unk>, </s>, <image, verb>, <i am here>, <b>",) * 2,
    ("<<b>b>x</b>", "<**b>x**"),
]


@pytest.mark.parametrize(("raw", "wanted"), LINES)
def test_clean(raw: str, wanted: str) -> None:
    assert clean(raw) == wanted


BLOCKS = [
    ("One line\r\nand its rest.\r\n\r\nTwo.", "One line and its rest.\n\nTwo."),
    (
        "\n\n One. \n \t \n\n\nTwo.\u2029Three.\u2028Still.\n",
        "One.\n\nTwo.\n\nThree. Still.",
    ),
    ("<p>One.</p>\n<p>Two<br><br/>three.</p>", "One.\n\nTwo\n\nthree."),
    (
        "<jats:sec><jats:title>Aims</jats:title><jats:p>A\nb.</jats:p></jats:sec>",
        "Aims\n\nA b.",
    ),
    ("<ul><li>one</li><li>two</li></ul>", "one\n\ntwo"),
    (
        "- not a list\n# nor a heading\n1. nor a number",
        "- not a list # nor a heading 1. nor a number",
    ),
    ("a\x0bb\x0cc", "a b c"),
    ("", ""),
]


@pytest.mark.parametrize(("raw", "wanted"), BLOCKS)
def test_clean_block(raw: str, wanted: str) -> None:
    assert clean_block(raw) == wanted


ANYTHING = st.text(st.characters(codec=None), max_size=60)
TOKENS = (
    "<b> </b> <i> </i> <sub> </sub> <p> <br/> <jats:p> < > b x 2 &lt; &amp; &#27; "
    "\x1b[ \x1b] \x07 \x9b \xc3 \xb6 \xe2\x80 \x99 \u200d \u0915 \U0001f469 \ufe0f "
    "\u0301 \ud83d \ude00"
)
PIECES = st.lists(
    st.one_of(st.sampled_from([*TOKENS.split(" "), " ", "\n", "\n\n"]), ANYTHING),
    max_size=12,
).map("".join)


def is_forbidden(char: str) -> bool:
    """True for what must never get in, joiners aside."""
    code = ord(char)
    return (
        unicodedata.category(char) in ("Cc", "Cs")
        or code in (0xAD, 0x61C, 0xFEFF, *range(0x200E, 0x2010), 0x200B)
        or code in range(0x202A, 0x202F)
        or code in range(0x2060, 0x2070)
        or code in range(0xFB00, 0xFB07)
        or code in range(0xFDD0, 0xFDF0)
        or code & 0xFFFE == 0xFFFE
    )


@given(PIECES)
@example("<b" * 9 + ">" * 9)
def test_nothing_forbidden_gets_in(raw: str) -> None:
    line, block = clean(raw), clean_block(raw)
    assert not any(map(is_forbidden, line))
    assert not any(map(is_forbidden, block.replace("\n\n", "")))
    assert unicodedata.is_normalized("NFC", line)
    assert line == line.strip()
    assert "  " not in line
    assert line.split() == block.split()


@given(PIECES.filter(lambda raw: "&" not in raw))
def test_cleaning_twice_changes_nothing(raw: str) -> None:
    assert clean(clean(raw)) == clean(raw)
    assert clean_block(clean_block(raw)) == clean_block(raw)


@pytest.mark.parametrize(
    "raw",
    [
        "<b" * 20000,
        "<b>" * 20000 + "</b>" * 20000,
        "<b><i></b></i>" * 5000,
        "</b><i>" * 10000,
        '<a x="' * 10000,
        "\x1b]" * 30000,
        "\x9d" * 30000,
        "&amp;" * 20000,
        "<tex-math></tex-math><mml:math>" * 3000,
        "\n " * 30000,
    ],
    ids=lambda raw: repr(raw[:8]),
)
def test_hostile_texts_are_cleaned_in_passing(raw: str) -> None:
    assert len(clean_block(raw)) <= len(raw)
