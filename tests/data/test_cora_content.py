import pytest

from igcl_core.data import DataDamaged, load
from igcl_core.data.cora_content import ORDER_FILE


@pytest.fixture
def content(tmp_path, monkeypatch):
    """A folder with Cora's text files, empty at first."""
    folder = tmp_path / "text" / "Planetoid" / "Cora" / "content"
    folder.mkdir(parents=True)
    (folder / "cora.content").touch()
    (folder / "cora.cites").touch()
    monkeypatch.setenv("IGCL_DATA", str(tmp_path / "text"))
    return folder


def papers(change=lambda paper: paper):
    words = " ".join("0" * 1433)
    return "".join(f"{change(paper)} {words} Theory\n" for paper in ORDER_FILE.read_text().split())


def test_the_order_names_every_paper_once():
    order = ORDER_FILE.read_text().split()
    assert len(order) == len(set(order)) == 2708


@pytest.mark.parametrize(
    ("content_text", "cites_text", "sentence"),
    [
        ("", "", r"cora\.content should have 2,708 papers, but it has 0"),
        (papers(lambda paper: "x" + paper), "", r"cora\.content should list Cora's papers, but it has paper 'x"),
        (papers(), "35 nobody\n", r"cora\.cites should list pairs of Cora's papers, but it has paper 'nobody'"),
        (papers(), "35 1033 35\n", r"cora\.cites should list pairs of Cora's papers, but it has half a pair"),
        (papers(), "35 1033\n", "should have 5,278 edges, but it has 1"),
    ],
)
def test_wrong_text_is_refused_by_name(content, content_text, cites_text, sentence):
    (content / "cora.content").write_text(content_text)
    (content / "cora.cites").write_text(cites_text)
    with pytest.raises(DataDamaged, match=sentence):
        load("cora")
