"""The BibTeX entries that lists give their papers."""

from __future__ import annotations

from paperstui.index.readers.cited import fields

PMLR = r"""@InProceedings{pmlr-v101-test19a,
  title = 	 {$\mathcal{X}$-Armed Tests: {A}, year = {1900}},
  author =       {T{\"e}st, Max and Probe, Ada},
  booktitle = 	 {Proceedings of The Eleventh {A}sian Conference on Tests},
  pages = 	 {252--267},
  year = 	 {2019},
  month = 	 {17--19 Nov},
  volume = 	 {101},
  series = 	 {Proceedings of Machine Learning Research},
  publisher =    {PMLR},
  abstract = 	 {Here, volume = {7} is 5\% {better}.}
}"""


def test_an_entry_of_pmlr() -> None:
    assert fields(PMLR) == {
        "key": "pmlr-v101-test19a",
        "booktitle": "Proceedings of The Eleventh Asian Conference on Tests",
        "pages": "252-267",
        "year": "2019",
        "month": "17--19 Nov",
        "volume": "101",
        "series": "Proceedings of Machine Learning Research",
        "publisher": "PMLR",
    }


def test_an_entry_of_the_acl_anthology() -> None:
    entry = (
        '@inproceedings{test-probe-2021-bi,\n    title = "A {\\"U}bung",\n'
        "    month = dec,\n"
        '    booktitle = "Findings of the {ACL}: {\\"U}bungen 2021",\n'
        '    year = "2021",\n    publisher = "ACL",\n'
        '    doi = "10.18653/v1/2021.acl-long.24",\n    pages = "1–2"\n}'
    )
    assert fields(entry) == {
        "key": "test-probe-2021-bi",
        "month": "dec",
        "booktitle": "Findings of the ACL: Übungen 2021",
        "year": "2021",
        "publisher": "ACL",
        "doi": "10.18653/v1/2021.acl-long.24",
        "pages": "1-2",
    }


def test_field_names_may_be_large_and_values_bare() -> None:
    entry = "@MISC{a, \n YEAR = 2013, PAGES = {}, \n DOI = {10.1/x} \n}"
    assert fields(entry) == {
        "key": "a",
        "year": "2013",
        "doi": "10.1/x",
    }


def test_an_empty_or_damaged_entry_gives_what_there_is() -> None:
    assert fields("") == fields(None) == fields("see the page") == {}
    assert fields("@misc{\n2017,\ntitle={},\nauthor={}") == {
        "key": "2017",
    }
    assert fields("@misc{a, booktitle={never {closed}, year={2017}")["key"] == "a"
