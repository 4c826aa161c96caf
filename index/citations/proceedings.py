"""What the proceedings of well-known venues are called, where a list does not say.

Names and ordinals are those that the venues give on their sites: PMLR, OpenReview, the
ACL Anthology, the open access library of CVF, the ACM Digital Library. An ordinal is
counted from the year only where the venue has been held every year since.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from paperstui.index.models import Venue

_UNITS = (
    "zeroth",
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
    "thirteenth",
    "fourteenth",
    "fifteenth",
    "sixteenth",
    "seventeenth",
    "eighteenth",
    "nineteenth",
)
_TENS = {20: "twent", 30: "thirt", 40: "fort", 50: "fift", 60: "sixt", 70: "sevent"}
_ENDINGS = {1: "st", 2: "nd", 3: "rd"}

NAMES: dict[str, tuple[tuple[int, str, int], ...]] = {
    "3DV": ((0, "International Conference on 3D Vision", 0),),
    "AAAI": ((0, "Proceedings of the AAAI Conference on Artificial Intelligence", 0),),
    "ACCV": ((0, "Asian Conference on Computer Vision", 0),),
    # First held in 1963.
    "ACL": (
        (0, "Annual Meeting of the Association for Computational Linguistics", 0),
        (
            2000,
            "Proceedings of the {n} Annual Meeting of the Association for "
            "Computational Linguistics",
            1962,
        ),
    ),
    "ACM MM": (
        (0, "Proceedings of the ACM International Conference on Multimedia", 0),
        (
            2010,
            "Proceedings of the {n} ACM International Conference on Multimedia",
            1992,
        ),
    ),
    "ACML": (
        (2010, "Proceedings of the {n} Asian Conference on Machine Learning", 2008),
    ),
    "AISTATS": (
        (0, "International Conference on Artificial Intelligence and Statistics", 0),
        # Every second year before 2010.
        (
            2010,
            "Proceedings of the {n} International Conference on Artificial "
            "Intelligence and Statistics",
            1997,
        ),
    ),
    "ALT": ((0, "International Conference on Algorithmic Learning Theory", 0),),
    "AutoML": (
        (
            2022,
            "Proceedings of the {Word} International Conference on Automated "
            "Machine Learning",
            2021,
        ),
    ),
    "BMVC": ((0, "British Machine Vision Conference", 0),),
    "CIKM": (
        (0, "International Conference on Information and Knowledge Management", 0),
        (
            2014,
            "Proceedings of the {n} ACM International Conference on Information and "
            "Knowledge Management",
            1991,
        ),
    ),
    "COLING": ((0, "International Conference on Computational Linguistics", 0),),
    "COLM": ((2024, "{Word} Conference on Language Modeling", 2023),),
    "COLT": (
        (0, "Annual Conference on Computational Learning Theory", 0),
        (2011, "Proceedings of the {n} Conference on Learning Theory", 1987),
    ),
    "CoNLL": ((0, "Conference on Computational Natural Language Learning", 0),),
    "CVPR": (
        (
            0,
            "Proceedings of the IEEE Conference on Computer Vision and Pattern "
            "Recognition (CVPR)",
            0,
        ),
        (
            2019,
            "Proceedings of the IEEE/CVF Conference on Computer Vision and Pattern "
            "Recognition (CVPR)",
            0,
        ),
    ),
    "CoRL": ((2017, "{n} Annual Conference on Robot Learning", 2016),),
    "EACL": (
        (
            0,
            "Conference of the European Chapter of the Association for Computational "
            "Linguistics",
            0,
        ),
    ),
    "ECAI": ((0, "European Conference on Artificial Intelligence", 0),),
    "ECCV": (
        (0, "Proceedings of the European Conference on Computer Vision (ECCV)", 0),
    ),
    # Held with other conferences, and named after both, in 2007, 2012 and 2019.
    "EMNLP": (
        (0, "Conference on Empirical Methods in Natural Language Processing", 0),
        (
            2020,
            "Proceedings of the {year} Conference on Empirical Methods in Natural "
            "Language Processing",
            0,
        ),
    ),
    "FAccT": ((0, "ACM Conference on Fairness, Accountability, and Transparency", 0),),
    "ICASSP": (
        (
            0,
            "IEEE International Conference on Acoustics, Speech and Signal Processing "
            "(ICASSP)",
            0,
        ),
    ),
    "ICCV": (
        (
            0,
            "Proceedings of the IEEE International Conference on Computer Vision "
            "(ICCV)",
            0,
        ),
        (
            2019,
            "Proceedings of the IEEE/CVF International Conference on Computer Vision "
            "(ICCV)",
            0,
        ),
    ),
    # OpenReview counts them from 2023 on.
    "ICLR": (
        (0, "International Conference on Learning Representations", 0),
        (2023, "The {Word} International Conference on Learning Representations", 2012),
    ),
    # Yearly since the fifth, in 1988.
    "ICML": (
        (0, "International Conference on Machine Learning", 0),
        (
            1988,
            "Proceedings of the {n} International Conference on Machine Learning",
            1983,
        ),
    ),
    "ICRA": (
        (0, "IEEE International Conference on Robotics and Automation (ICRA)", 0),
    ),
    # Every second year before 2016.
    "IJCAI": (
        (0, "International Joint Conference on Artificial Intelligence", 0),
        (
            2016,
            "Proceedings of the {Word} International Joint Conference on Artificial "
            "Intelligence",
            1991,
        ),
    ),
    "IROS": (
        (
            0,
            "IEEE/RSJ International Conference on Intelligent Robots and Systems "
            "(IROS)",
            0,
        ),
    ),
    "JMLR": ((0, "Journal of Machine Learning Research", 0),),
    "KDD": (
        (
            1995,
            "Proceedings of the {n} ACM SIGKDD International Conference on Knowledge "
            "Discovery and Data Mining",
            1994,
        ),
        (
            2021,
            "Proceedings of the {n} ACM SIGKDD Conference on Knowledge Discovery and "
            "Data Mining",
            1994,
        ),
    ),
    "L4DC": ((0, "Learning for Dynamics and Control Conference", 0),),
    "LREC": ((0, "International Conference on Language Resources and Evaluation", 0),),
    "LoG": ((0, "Learning on Graphs Conference", 0),),
    "MIDL": ((0, "Medical Imaging with Deep Learning", 0),),
    "MLSys": ((0, "Proceedings of Machine Learning and Systems", 0),),
    "NAACL": (
        (
            0,
            "Conference of the North American Chapter of the Association for "
            "Computational Linguistics: Human Language Technologies",
            0,
        ),
        (
            2018,
            "Proceedings of the {year} Conference of the North American Chapter of the "
            "Association for Computational Linguistics: Human Language Technologies",
            0,
        ),
        (
            2025,
            "Proceedings of the {year} Conference of the Nations of the Americas "
            "Chapter of the Association for Computational Linguistics: Human Language "
            "Technologies",
            0,
        ),
    ),
    # OpenReview counts them in 2021 and from 2023 on.
    "NeurIPS": (
        (0, "Advances in Neural Information Processing Systems", 0),
        (2021, "{Word} Conference on Neural Information Processing Systems", 1986),
        (2022, "Advances in Neural Information Processing Systems", 0),
        (2023, "{Word} Conference on Neural Information Processing Systems", 1986),
        (
            2024,
            "The {Word} Annual Conference on Neural Information Processing Systems",
            1986,
        ),
    ),
    "RSS": ((0, "Proceedings of Robotics: Science and Systems", 0),),
    "RecSys": (
        (2007, "Proceedings of the {n} ACM Conference on Recommender Systems", 2006),
    ),
    "SIGGRAPH": ((0, "ACM SIGGRAPH", 0),),
    "SIGGRAPH Asia": ((0, "ACM SIGGRAPH Asia", 0),),
    # Yearly since 1978.
    "SIGIR": (
        (
            1978,
            "Proceedings of the {n} International ACM SIGIR Conference on Research and "
            "Development in Information Retrieval",
            1977,
        ),
    ),
    "TACL": ((0, "Transactions of the Association for Computational Linguistics", 0),),
    "TMLR": ((0, "Transactions on Machine Learning Research", 0),),
    # Yearly since 1985.
    "UAI": (
        (0, "Conference on Uncertainty in Artificial Intelligence", 0),
        (
            1985,
            "Proceedings of the {n} Conference on Uncertainty in Artificial "
            "Intelligence",
            1984,
        ),
    ),
    "WACV": (
        (0, "IEEE Winter Conference on Applications of Computer Vision (WACV)", 0),
        (
            2020,
            "Proceedings of the IEEE/CVF Winter Conference on Applications of Computer "
            "Vision (WACV)",
            0,
        ),
    ),
    "WWW": (
        (0, "International World Wide Web Conference", 0),
        (2020, "Proceedings of the Web Conference {year}", 0),
        (2022, "Proceedings of the ACM Web Conference {year}", 0),
    ),
}
"""By short name: the year from which on a name holds, the name, and the year before the
first edition, from which {n}, the ordinal in digits, and {Word}, in letters, count; a
name without them, which may have {year}, has a 0 there. Later names stand behind."""


def proceedings(venue: Venue) -> str:
    """The full name of the proceedings or journal; empty where it is not known."""
    editions = NAMES.get(venue.name.strip(), ())
    since = [edition for edition in editions if edition[0] <= (venue.year or 0)]
    if not since:
        return ""
    _, name, before = since[-1]
    count = (venue.year or 0) - before
    word = _in_letters(count) if "{Word}" in name else ""
    return name.format(n=_in_digits(count), Word=word.capitalize(), year=venue.year)


def _in_digits(count: int) -> str:
    is_teen = count // 10 % 10 == 1
    return f"{count}{'th' if is_teen else _ENDINGS.get(count % 10, 'th')}"


def _in_letters(count: int) -> str:
    """Ordinals up to the seventy-ninth; later ones in digits."""
    if count < len(_UNITS):
        return _UNITS[count]
    tens = _TENS.get(count // 10 * 10)
    if tens is None:
        return _in_digits(count)
    return f"{tens}y-{_UNITS[count % 10]}" if count % 10 else f"{tens}ieth"
