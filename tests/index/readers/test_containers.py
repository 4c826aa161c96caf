"""Short names of venues from the full names of proceedings."""

from __future__ import annotations

import pytest

from paperstui.index.readers.containers import plain_name, short_name, track

ICML = "International Conference on Machine Learning"
ACL = "Association for Computational Linguistics"


@pytest.mark.parametrize(
    ("container", "expected"),
    [
        (f"Proceedings of the 40th {ICML}", "ICML"),
        (f"{ICML}, PMLR 202", "ICML"),
        (f"{ICML} (ICML-10)", "ICML"),
        ("Proc. of ICML 2023", "ICML"),
        (f"{ICML} and Applications", ""),
        (f"{ICML}, Optimization, and Data Science", ""),
        (f"ICML 2023 Workshop on the {ICML}", ""),
        ("Asian Conference on Machine Learning", "ACML"),
        ("Advances in Neural Information Processing Systems 30", "NeurIPS"),
        ("The Twelfth International Conference on Learning Representations", "ICLR"),
        ("2023 IEEE/CVF Conference on Computer Vision and Pattern Recognition", "CVPR"),
        ("2023 IEEE/CVF International Conference on Computer Vision (ICCV)", "ICCV"),
        ("Proceedings of the AAAI Conference on Artificial Intelligence", "AAAI"),
        (f"Proceedings of the 62nd Annual Meeting of the {ACL} (Volume 1)", "ACL"),
        (f"Conference of the European Chapter of the {ACL}", "EACL"),
        (f"Findings of the {ACL}: EMNLP 2021", "EMNLP"),
        (f"Findings of the {ACL} ACL 2024", "ACL"),
        ("Journal of Machine Learning Research", "JMLR"),
        ("arXiv preprint arXiv:2306.01234", "arXiv"),
        ("SIGGRAPH Asia 2023 Conference Papers", "SIGGRAPH Asia"),
        ("International Conference on World Wide Web", "WWW"),
        ("ACM International Conference on Multimedia", "ACM MM"),
        ("ACM International Conference on Multimedia Retrieval", ""),
        ("Corrosion Science", ""),
        ("Machine Learning", ""),
        ("", ""),
    ],
)
def test_short_names(container: str, expected: str) -> None:
    assert short_name(container) == expected


@pytest.mark.parametrize(
    ("container", "expected"),
    [
        ("Proceedings of the 3rd Symposium on Tests (SoT)", "SoT"),
        ("Proceedings of the Symposium on Tests, 2021, Rome", "Symposium on Tests"),
        ("2021 Symposium on Tests", "Symposium on Tests"),
        ("Proceedings", "Proceedings"),
    ],
)
def test_plain_names(container: str, expected: str) -> None:
    assert plain_name(container) == expected


def test_findings_are_a_track() -> None:
    assert track(f"Findings of the {ACL}: EMNLP 2021") == "Findings"
    assert track(f"Proceedings of the {ACL}") == ""
