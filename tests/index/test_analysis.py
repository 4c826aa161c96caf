"""The terms of many kinds of text."""

from __future__ import annotations

from threading import Thread

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperstui.index import analysis, stemming
from paperstui.index.analysis import fold, indexed, stem, terms, wanted
from paperstui.index.text import plain

# What a list holds, its words in order, and the spellings that find it besides.
TERMS = [
    ("Hopfield Models", "hopfield models", "model"),
    ("To Be or Not to Be", "to be or not to be", ""),
    ("THE CAT", "the cat", ""),
    ("Zoë Müller-Test", "zoe muller test", "mueller mullertest müller zoë"),
    ("Zoe\u0308 Mu\u0308ller", "zoe muller", "mueller müller zoë"),
    ("Schrödinger", "schrodinger", "schroding schroedinger schrödinger"),
    ("Schroedinger", "schroedinger", "schroeding"),
    ("naïve café", "naive cafe", "café naiv naïve"),
    ("Łukasz Søren Straße", "lukasz soren strasse", "soeren strass søren łukasz"),
    ("ẞ GROẞ", "ss gross", ""),
    ("Ångström Å", "angstrom a", "aa aangstroem å ångström"),
    ("Þórður Ægir Œuvre", "thordur aegir oeuvre", "oeuvr ægir þórður œuvre"),
    ("İstanbul ışık", "istanbul isik", "i\u0307stanbul ışık"),
    ("Nguyễn Đình", "nguyen dinh", "nguyễn đình"),
    ("Čapek Dvořák", "capek dvorak", "dvořák čapek"),
    (
        "inﬂuence ﬁne-grained",
        "influence fine grained",
        "finegrain finegrained grain influenc",
    ),
    ("ＦＵＬＬ width", "full width", ""),
    ("$x^2$ and $\\alpha$", "x2 and alpha", "α"),
    ('M\\"uller and Erd\\H{o}s', "muller and erdos", "erdo erdős mueller müller"),
    ("$\\ell_1$-norm", "l1 norm", "l1norm"),
    ("$\\mathcal{N}(0,1)$", "n 0 1", ""),
    ("$\\pi_0$ and π0", "pi0 and pi0", "π0"),
    ("μP 5μm", "mup 5mum", "5μm μp"),
    (
        "ε-greedy with α",
        "epsilon greedy with alpha",
        "epsilongreedi epsilongreedy greedi α ε",
    ),
    ("Δt Ω λόγος", "deltat omega λογοσ", "δt λόγοσ ω"),
    ("σ", "sigma", "σ"),
    ("CO₂ R² ℝᵈ", "co2 r2 rd", ""),
    ("10⁻³", "10 3", ""),
    ("深度学习", "深度 度学 学习", "习 学 度 深"),
    ("深", "深", ""),
    ("データ2024年", "デー ータ 2024 年", "タ デ ー"),
    ("ﾃﾞｰﾀ", "デー ータ", "タ デ ー"),
    ("テ\u3099ータ", "デー ータ", "タ デ ー"),
    ("ジョン・スミス", "ジョ ョン スミ ミス", "ジ ス ミ ョ ン"),
    ("한국어 처리", "한국 국어 처리", "국 리 어 처 한"),
    ("한국", "한국", "국 한"),
    ("BERTモデル", "bert モデ デル", "デ モ ル"),
    ("k-means", "k means", "kmean kmeans mean"),
    ("state-of-the-art", "state of the art", "stateoftheart"),
    ("net\u00adworks", "networks", "network"),
    ("self\u2011attention", "self attention", "attent selfattent selfattention"),
    ("Cahn\u2013Hilliard", "cahn hilliard", "cahnhilliard"),
    ("pages 10\u201320", "pages 10 20", "page"),
    ("idea\u2014that", "idea that", ""),
    ("a -- b", "a b", ""),
    ("GPT−4 and x−1", "gpt 4 and x 1", "gpt4"),
    ("x - y", "x y", ""),
    ("Tramèr's attack", "tramer attack", "tramèr"),
    ("models' loss", "models loss", "model"),
    ("O'Neil D’Test", "o neil d test", "dtest oneil"),
    ("don't can’t", "don t can t", "cant dont"),
    (
        "Alzheimer's-related",
        "alzheimer related",
        "alzheim alzheimerrel alzheimerrelated relat",
    ),
    ("'quoted' ‘word’", "quoted word", "quot"),
    ("Hawaiʻi", "hawai i", "hawaii"),
    ("C++ and C#, F#, R, Q", "c++ and c# f# r q", ""),
    ("C$^{++}$", "c++", ""),
    (".NET and net and ASP.NET", ".net and net and asp net", ""),
    ("A* search", "a search", ""),
    ("v1.5 and GPT-3.5", "v1.5 and gpt 3.5", "gpt3.5"),
    ("Python 3.11.2", "python 3.11.2", ""),
    ("3.x", "3.x", ""),
    ("Fig.2 and 2024.We", "fig 2 and 2024 we", ""),
    ("information.Unlearnable", "information unlearnable", "inform unlearn"),
    ("10,000 papers", "10000 papers", "paper"),
    ("1,234,567.5", "1234567.5", ""),
    ("1,2 and 3", "1 2 and 3", ""),
    ("0.25 .5 5.", "0.25 5 5", ""),
    ("95% 50.5%", "95 50.5", ""),
    ("1st 2nd 21st", "1st 2nd 21st", ""),
    ("1990s", "1990s", ""),
    ("$5 10k 70B", "5 10k 70b", ""),
    ("1e-5", "1e 5", "1e5"),
    ("10.1145/123.456", "10.1145 123.456", ""),
    ("arXiv:2301.12345v2", "arxiv 2301.12345v2", ""),
    ("networks", "networks", "network"),
    ("matrices vertices", "matrices vertices", "matrix vertex"),
    ("analyses analysis", "analyses analysis", "analysi"),
    ("corpora criteria", "corpora criteria", "corpus criterion"),
    ("optimisation optimized", "optimisation optimized", "optim"),
    ("colour behaviour", "colour behaviour", "behavior color"),
    ("analyze analyse", "analyze analyse", "analys"),
    ("supervised supervision", "supervised supervision", "supervis"),
    ("GANs", "gans", "gan"),
    ("LLMs", "llms", "llm"),
    ("MDPs GPs", "mdps gps", "gp mdp"),
    ("GPUs gpus", "gpus gpus", "gpu"),
    ("llms gps this", "llms gps this", "llm"),
    ("NeRFs ReLUs", "nerfs relus", "nerf relu"),
    ("LSTM's", "lstm", ""),
    ("NASA BERT", "nasa bert", ""),
    ("PyTorch", "pytorch", "torch"),
    ("FlashAttention", "flashattention", "attent attention flash flashattent"),
    ("StyleGAN StyleGANs", "stylegan stylegans", "gan style"),
    ("ImageNet ResNet", "imagenet resnet", "imag image"),
    ("ReLU LoRA", "relu lora", ""),
    ("RoBERTa", "roberta", "bert"),
    ("AutoML GenAI", "automl genai", "ai auto ml"),
    ("iPhone eBay", "iphone ebay", "iphon phone"),
    ("McCallum", "mccallum", "callum"),
    ("ResNet50", "resnet50", "resnet"),
    ("ResNet-50", "resnet 50", "resnet50"),
    ("YOLOv8 MobileNetV2", "yolov8 mobilenetv2", "mobil mobile mobilenet yolo"),
    ("Llama3.1 GPT4o", "llama3.1 gpt4o", "gpt llama"),
    ("Conv2d", "conv2d", "conv"),
    ("word2vec Seq2Seq", "word2vec seq2seq", ""),
    ("BERT4Rec", "bert4rec", "bert"),
    ("COVID-19 COVID19", "covid 19 covid19", ""),
    ("CamelCASE", "camelcase", "camel camelcas case"),
    (
        "self_attention snake_case_name",
        "self attention snake case name",
        "attent selfattent selfattention snakecasenam snakecasename",
    ),
    ("__init__", "init", ""),
    ("and/or encoder/decoder", "and or encoder decoder", "decod encod"),
    ("e.g. i.e. i.i.d. w.r.t.", "eg ie iid wrt", ""),
    ("U.S.A. U.S. D.C.", "usa us dc", ""),
    ("J.K. Rowling J.-P. Serre", "jk rowling j p serre", "rowl serr"),
    ("Ph.D. et al.", "ph d et al", ""),
    ("http://a.org/z?q=1", "http a org z q 1", ""),
    ("github.com/user/repo", "github com user repo", ""),
    ("a.person@mail.org", "a person mail org", ""),
    ("🤗 Transformers ⚡\ufe0ffast 1\ufe0f⃣", "transformers fast 1", "transform"),
    ("👩\u200d🔬", "", ""),
    ("Привет Ёлка мир", "привет елка мир", "ёлка"),
    ("ש\u05b8\u05c1לו\u05b9ם", "שלום", ""),
    ("م\u064fح\u064eم\u064e\u0651د أحمد", "محمد احمد", ""),
    ("ـــ", "", ""),
    ("ह\u093fन\u094dद\u0940", "ह\u093fन\u094dद\u0940", ""),
    ("ภาษาไทย", "ภาษาไทย", ""),
    ("10 kΩ 5 GHz 3°C", "10 komega 5 ghz 3 c", "kω"),
    ("½ № ①", "1⁄2 1", ""),
    ("--x -y- z-", "x y z", ""),
    ("R&D Q&A", "r d q a", ""),
    ("SE(3) diffusion", "se 3 diffusion", "diffus"),
    ("a+b a×b", "a b a b", ""),
    ("ℓ_∞ norm", "l norm", ""),
    ("O(n²)", "o n2", ""),
    ("p<0.05", "p 0.05", ""),
    ("[MASK] {x}", "mask x", ""),
    ("x_(i,j)", "x i j", ""),
    ("N'Ko 5'-UTR", "n ko 5 utr", "nko"),
    ("top-1 n-gram(s)", "top 1 n gram s", "ngram top1"),
]


@pytest.mark.parametrize(("source", "words", "others"), TERMS)
def test_terms(source: str, words: str, others: str) -> None:
    found = terms(plain(source))
    assert [term.text for term in found.words] == words.split()
    besides = {term.text for term in found.variants} - set(words.split())
    assert besides == set(others.split())


def test_every_word_is_found_by_its_stem() -> None:
    variants = [term.text for term in terms("Networks of a network").variants]
    assert variants == ["network", "of", "a", "network"]


MEETING = [
    ("Mueller", "Müller"),
    ("Schrödinger", "Schroedinger"),
    ("GAN", "GANs"),
    ("LLM", "LLMs"),
    ("llms", "LLM"),
    ("MDP", "MDPs"),
    ("gp", "GPs"),
    ("NeRF", "NeRFs"),
    ("matrix", "matrices"),
    ("optimisation", "optimize"),
    ("behavior", "behavioural"),
    ("self-attention", "selfattention"),
    ("GPT-4", "GPT4"),
    ("GPT\u22124", "GPT4"),
    ("ResNet-50", "ResNet50"),
    ("k-means", "k means"),
    ("Cahn\u2013Hilliard", "Cahn-Hilliard"),
    ("ε-greedy", "epsilon-greedy"),
    (r"$\pi_0$", "pi0"),
    ("U.S.A.", "USA"),
    ("i.i.d.", "iid"),
    ("10,000", "10000"),
    ("net\xadworks", "network"),
    ("ﾃﾞｰﾀ", "データ"),
    ("CO$_2$", "CO2"),
    ("שָׁלוֹם", "שלום"),
]


@pytest.mark.parametrize(("one", "other"), MEETING)
def test_spellings_find_each_other(one: str, other: str) -> None:
    assert _finds(one, other)
    assert _finds(other, one)


FOUND_BY = [
    ("torch", "PyTorch"),
    ("attention", "FlashAttention"),
    ("gan", "StyleGAN"),
    ("bert", "RoBERTa"),
    ("ResNet", "ResNet50"),
    ("YOLO", "YOLOv8"),
    ("学", "深度学习"),
]


@pytest.mark.parametrize(("query", "text"), FOUND_BY)
def test_parts_find_the_whole_but_not_the_reverse(query: str, text: str) -> None:
    assert _finds(query, text)
    assert not _finds(text, query)


APART = [
    ("net", "ImageNet"),
    ("net", ".NET"),
    ("C", "C++"),
    ("C", "C#"),
    ("LU", "ReLU"),
    ("gp", "GPS"),
    ("1020", "10-20"),
    ("thu", "this"),
    ("ResNet-101", "ResNet-50"),
]


@pytest.mark.parametrize(("query", "text"), APART)
def test_other_words_stay_apart(query: str, text: str) -> None:
    assert not _finds(query, text)


def _finds(query: str, text: str) -> bool:
    """Whether a word of a query finds a text, by the rules of the engines."""
    want, found = wanted(query), terms(plain(text))
    words = [term.text for term in found.words]
    parts = list(want.words)
    return (
        want.joined in words
        or not want.spellings.isdisjoint(term.text for term in found.variants)
        or any(words[at : at + len(parts)] == parts for at in range(len(words)))
    )


def test_terms_know_the_piece_of_text_they_stand_for() -> None:
    text = "Tramèr's state-of-the-art C++, 10,000"
    pieces = [text[term.start : term.end] for term in terms(text).words]
    assert pieces == ["Tramèr's", "state", "of", "the", "art", "C++", "10,000"]


def test_stems_only_english_words() -> None:
    assert [stem(word) for word in ("learning", "c++", "v1.5", "to", "深度")] == [
        "learn",
        "c++",
        "v1.5",
        "to",
        "深度",
    ]


def test_threads_stem_at_once() -> None:
    starts = ("relat", "conditi", "normali", "generali")
    ends = ("ional", "zation", "ness", "ization", "ings", "ed")
    words = [start + end for start in starts for end in ends]
    expected = [stem.__wrapped__(word) for word in words]
    wrong: list[object] = []

    def work() -> None:
        try:
            for _ in range(200):
                found = [stem.__wrapped__(word) for word in words]
                if found != expected:
                    wrong.append(found)
        except IndexError as error:
            wrong.append(error)

    threads = [Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


@given(st.text())
def test_any_text_has_terms_inside_it(text: str) -> None:
    found = terms(text)
    for term in (*found.words, *found.variants):
        assert 0 <= term.start < term.end <= len(text)
        assert term.text
        assert not any(letter.isspace() for letter in term.text)


@given(st.text())
def test_folding_twice_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)


# What stands together in papers, and where a text might be cut wrongly.
ODD = (
    "a s S x1 net NET Net .NET networks models colour Supervised GANs LLMs ResNet50 "
    "FlashAttention U.S.A v1.5 10,000 1,2 3.x C++ C# ++ # - -- \u2011 \u2212 \u2013 "
    "\u2014 _ __ ' \u2019 . , .. ; : ( ) / é ß π ﬁ 深度 デ \u0300 \u0940 \xad "
    "\u200b \xa0 \u3000 \n \x1c ⁺⁺ ² ½ Ⅷ ٣ 0 7 \ud800"
)
PUT_TOGETHER = st.lists(st.sampled_from([*ODD.split(" "), " ", " ", ". ", ", "])).map(
    "".join
)


@given(PUT_TOGETHER | st.text() | st.text(st.characters(max_codepoint=127)))
def test_short_cuts_lead_to_the_same_terms(text: str) -> None:
    words: list[str] = []
    variants: list[tuple[str, int]] = []
    for match in analysis._TOKEN.finditer(text):
        found, other = analysis._token(match[0])
        variants += [(term, len(words) + number) for term, number in other]
        words += found
    assert indexed(text) == (words, variants)


@pytest.mark.parametrize("kept", [1, 7])
def test_what_is_remembered_changes_nothing(
    monkeypatch: pytest.MonkeyPatch, kept: int
) -> None:
    text = "; ".join(source for source, _, _ in TERMS)
    expected = indexed(text)
    monkeypatch.setattr(analysis, "_KEPT", kept)
    pieces = analysis._Pieces()
    monkeypatch.setattr(analysis, "_pieces", pieces)
    assert indexed(text) == expected
    assert 0 < len(pieces) <= kept


def test_of_long_pieces_nothing_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    pieces = analysis._Pieces()
    monkeypatch.setattr(analysis, "_pieces", pieces)
    assert indexed("深度学习。" * 20).words == (["深度", "度学", "学习"] * 20)
    assert pieces == {}


@given(st.text(st.sampled_from("aisourylzerdbnmt"), max_size=12))
def test_stems_are_the_same_whatever_patterns_are_tried(word: str) -> None:
    changed = stemming._SAME.get(word, word)
    acronyms = stemming._ACRONYMS.fullmatch(changed)
    if len(word) < 3 or (len(changed) > 3 and acronyms):
        assert stem(word) == (acronyms[1] if acronyms and len(word) > 2 else word)
        return
    for pattern, other in (
        (stemming._ISE, r"\1iz\2"),
        (stemming._YSE, r"\1s\2"),
        (stemming._OUR, r"\1\2"),
    ):
        changed = pattern.sub(other, changed) if pattern.fullmatch(changed) else changed
    assert stem(word) == stemming._stemmers().english.stemWord(changed)


@given(st.text())
def test_what_is_indexed_are_the_terms(text: str) -> None:
    found, given_out = terms(text), indexed(text)
    assert list(given_out.words) == [term.text for term in found.words]
    spelled = [(v, given_out.words[place]) for v, place in given_out.variants]
    assert all(variant != word for variant, word in spelled)
    assert {v.text for v in found.variants} == {
        *(variant for variant, _ in spelled),
        *({v.text for v in found.variants} & set(given_out.words)),
    }
