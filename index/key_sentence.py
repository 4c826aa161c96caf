"""The sentence of an abstract that tells what the paper does, by the words it uses."""

from __future__ import annotations

import re

from paperstui.index.snippets import sentences

_ADVERB = (
    r"(?:(?:[a-z]+ly|here|thus|hence|now|first|instead|will|also|further"
    r"|then|next) )?"
)
_WORK = (
    r"(?:paper|work|article|study|research|manuscript|thesis|report|survey|letter"
    r"|chapter)"
)
_THIS = rf"(?:this|the present|our) (?:\w+ )?{_WORK}"
_NEED = (
    r"(?:address|tackle|overcome|solve|bridge|fill|mitigate|remedy|alleviate|resolve"
    r"|this end|achieve|close|meet|handle|combat|answer)"
)


def _says(stems: str) -> str:
    """A pattern for the paper or its authors doing something, in any tense."""
    verb = rf"(?:{'|'.join(stems.split())})(?:e?s|e?d|ie[sd]|y|y?[sz]e[sd]?)?\b"
    return rf"\b(?:we|i|{_THIS}) {_ADVERB}{verb}"


_MADE = re.compile(
    _says("propose present introduce develop design devise contribute")
    + r"|\bwe (?!(?:\w+ )?(?:find|found|show|observe|demonstrate|prove|use)\b)"
    r".*\b(?:and|by) (?:then )?(?:propos|introduc|present|develop|address)(?:e|ing)?\b"
    r"|^an? (?:novel|new)\b.*\b(?:is|are) (?:proposed|presented|introduced|developed)\b"
    rf"|\b(?:is|are|was|were) (?:proposed|presented|introduced) (?:in|by) {_THIS}"
    r"|\b(?:our|the) (?:(?:main|key|primary|core|central) )?contributions?\b"
    rf"|\b(?:aim|goal|purpose|objective)s? of {_THIS}"
    rf"|\b{_THIS} (?:aims|seeks|is (?:about|an?))\b"
)
"""Something is made, or the purpose is told."""
_DONE = re.compile(
    _says(
        "adapt address advocate aim analy appl argue ask attempt build built "
        "characteri combine compare conduct consider construct create demonstrate "
        "derive describe discover discuss employ establish evaluate examine "
        "exploit explore extend find focus follow formulate found generali give "
        "identif improve investigate learn leverage observe obtain offer prove "
        "provide release report reveal review revisit seek show solve stud study "
        "suggest tackle tri try unif use"
    )
    + rf"|\bin {_THIS},? we \w|\bto {_NEED}\b.*, we \w"
)
"""Something is looked at, shown or found."""
_MADE_BY_NOBODY = re.compile(
    r"\b(?:is|are) (?:proposed|presented|introduced|developed|described|studied)\b"
    r"|\b(?:has|have) been (?:proposed|presented|developed)\b"
)
"""Something is made, and nobody is said to have made it: it may have been others."""
_HINTED = re.compile(
    r"\b(?:our|the proposed) (?:\w+ )?(?:method|approach|framework|model|algorithm"
    r"|system|idea|result|finding|analysis|technique|solution)s?\b"
    r"|\ba (?:novel|new) \w"
)
"""Something of the paper's is spoken of: enough only with more."""
_HERE = re.compile(rf"\bin {_THIS}\b|^herein\b|\bhere,? we\b|\bthis (?:\w+ )?{_WORK}\b")
_ANSWERING = re.compile(rf"\bto {_NEED}\b.*\bwe\b|^(?:motivated|inspired|driven) by\b")
_LATER = re.compile(
    r"^(?:based on our (?:results|findings)|moreover|further|furthermore|additionally"
    r"|in addition|finally|also|lastly|besides|second|secondly|third|thirdly"
    r"|meanwhile|then)\b"
    r"|\bwe (?:also|further|furthermore|additionally|finally|then|next|lastly)\b"
)
_RESULTS = re.compile(
    r"\bwe (?:[a-z]+ly )?(?:(?:demonstrate|apply)\b.* on|evaluate|validate|test|compare"
    r"|(?:show|demonstrate|find) that (?:our|the proposed))\b|"
    r"\b(?:experiment(?:s|al)?|empirical(?:ly)?|evaluations?|outperforms?|benchmarks?"
    r"|simulations?|state[- ]of[- ]the[- ]art|numerical(?:ly)?|baselines|code is)\b"
)
_OTHERS = re.compile(
    r"\b(?:previous|prior|earlier|recent|existing) (?:work|paper|stud(?:y|ies))\b"
    r"[^,]*\bwe\b"
)

_COUNTED = re.compile(
    r"\bcontributions? (?:is|are|consists?|can be)\b.*(?:fold|part|follow)"
)
"""Contributions are about to be listed; the sentence itself tells nothing."""

_WHOLE = re.compile(r"[.!?。！？][\"')\]’”]*$")
_TORN = re.compile(r"(?:\.\.|…|[:;,(] ?\(?[\divx]{1,3}[.)])$")
_FEWEST_WORDS = 4
_LONGEST = 1_500
"""Characters of a sentence; longer ones are texts without full stops."""
_LEAST = 3
"""What a sentence must reach to be told apart."""


def key_sentence(abstract_plain: str) -> tuple[int, int] | None:
    """Where the sentence stands that tells what the paper does; None where none does.

    Offsets are those of the text, which is an abstract as it is shown on the screen.
    """
    best, most = None, _LEAST - 1
    for start, end in sentences(abstract_plain):
        sentence = abstract_plain[start:end]
        if _is_whole(sentence) and (score := _telling(sentence.lower())) > most:
            best, most = (start, end), score
    return best


def _telling(sentence: str) -> int:
    """How plainly a sentence, in lower case, tells what the paper does."""
    if _COUNTED.search(sentence):
        return 0
    if _MADE.search(sentence):
        score = 8
    elif _DONE.search(sentence):
        score = 5
    elif _MADE_BY_NOBODY.search(sentence):
        score = 4
    elif _HINTED.search(sentence):
        score = 1
    else:
        return 0
    score += 2 * bool(_HERE.search(sentence)) + bool(_ANSWERING.search(sentence))
    score -= 3 * bool(_LATER.search(sentence)) + 2 * bool(_RESULTS.search(sentence))
    return score - 3 * bool(_OTHERS.search(sentence))


def _is_whole(sentence: str) -> bool:
    """Whether it is no heading, no item of a list and nothing that is cut off."""
    return (
        len(sentence) <= _LONGEST
        and _WHOLE.search(sentence) is not None
        and _TORN.search(sentence) is None
        and len(sentence.split()) >= _FEWEST_WORDS
        and sentence.count("(") <= sentence.count(")")
    )
