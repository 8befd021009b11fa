"""A finished embedding from a file of any kind: the same rows, labels and texts, or a sentence."""

import io

import numpy as np
import pyarrow as pa
import pytest
from pyarrow import parquet

from igcl_core.reading import Given, Refused, read_embedding

Z = np.random.default_rng(0).standard_normal((12, 3)).round(3)
LABELS = ["cat", "dog", "dog"] * 4
WORDS = [f"item {number}" for number in range(12)]


def table(between: str = ",") -> bytes:
    rows = [between.join(["text", "label", "a", "b", "c"])]
    rows += [between.join([w, k, *map(str, z)]) for w, k, z in zip(WORDS, LABELS, Z.tolist(), strict=True)]
    return "\n".join(rows).encode()


def saved(write, *args, **named) -> bytes:
    out = io.BytesIO()
    write(out, *args, **named)
    return out.getvalue()


def parquet_of(columns: dict) -> bytes:
    out = io.BytesIO()
    parquet.write_table(pa.table(columns), out)
    return out.getvalue()


def word2vec(counts: str = "12 3\n") -> bytes:
    return (counts + "\n".join(f"item_{k} " + " ".join(map(str, z)) for k, z in enumerate(Z.tolist()))).encode()


FLAT = {"text": WORDS, "label": LABELS, "a": Z[:, 0], "b": Z[:, 1], "c": Z[:, 2]}
FILES = {
    "csv": [Given("e.csv", table())],
    "tsv": [Given("e.tsv", table("\t"))],
    "parquet": [Given("e.parquet", parquet_of(FLAT))],
    "parquet of lists": [Given("e.parquet", parquet_of({"text": WORDS, "label": LABELS, "z": Z.tolist()}))],
    "npz": [Given("e.npz", saved(np.savez, z=Z, label=np.array(LABELS), text=np.array(WORDS)))],
    "npy and labels": [
        Given("e.npy", saved(np.save, Z)),
        Given("labels.csv", "\n".join(["text,label", *map(",".join, zip(WORDS, LABELS, strict=True))]).encode()),
    ],
}


@pytest.mark.parametrize("kind", FILES)
def test_rows_labels_and_texts_from_every_kind_of_file(kind):
    found = read_embedding(*FILES[kind])
    np.testing.assert_allclose(found.z, Z, rtol=1e-5)
    assert [found.classes[label] for label in found.y] == LABELS
    assert list(found.texts) == WORDS and all(guess.reason for guess in found.guesses)


@pytest.mark.parametrize("counts", ["12 3\n", ""])
def test_word2vec_text_with_and_without_its_first_row(counts):
    found = read_embedding(Given("words.vec", word2vec(counts)))
    np.testing.assert_allclose(found.z, Z, rtol=1e-5)
    assert found.texts[4] == "item_4" and found.y is None


def test_an_embedding_alone_has_neither_labels_nor_texts():
    found = read_embedding(Given("e.npy", saved(np.save, Z)))
    assert found.y is None and found.texts == () and found.z.dtype == np.float32


def test_guesses_can_be_changed():
    found = read_embedding(Given("e.csv", table()), label="", text="", features=("a", "c"))
    assert found.y is None and found.texts == () and found.z.shape == (12, 2)


@pytest.mark.parametrize(
    ("files", "sentence"),
    [
        ([Given("e.npy", saved(np.save, np.array([{}], object), allow_pickle=True))], "e.npy should hold a matrix"),
        ([Given("e.npy", saved(np.save, Z)[:-8])], "e.npy should hold a matrix"),
        ([Given("e.npy", saved(np.save, Z[:, 0]))], "e.npy, the array: expected a matrix"),
        ([Given("e.npy", saved(np.save, np.where(Z > 1, np.nan, Z)))], "e.npy, the array, row"),
        ([Given("e.npz", saved(np.savez, a=np.array([{}], object)))], "e.npz should hold plain arrays"),
        ([Given("e.npz", saved(np.savez, a=np.zeros(3)))], "e.npz: expected a matrix"),
        (
            [Given("e.csv", table().replace(b"cat,", b"cat,x", 1))],
            "e.csv, row 2, column 'a': expected a number, but 'x",
        ),
        ([Given("e.csv", b"\n".join(table().split(b"\n")[:5]))], "e.csv: expected 10 to 50,000 rows, but 4"),
        ([Given("e.parquet", b"PAR1 no")], "e.parquet should be a Parquet file"),
        ([Given("words.vec", word2vec("13 3\n"))], "words.vec: expected 13 rows of 3 numbers, as its first row says"),
        ([Given("e.npy", saved(np.save, Z)), Given("l.csv", b"label\na\nb\n")], "l.csv: expected 12 rows"),
        ([Given("e.doc", b"x")], "One embedding ("),
    ],
)
def test_each_mistake_gets_a_sentence(files, sentence):
    with pytest.raises(Refused) as problem:
        read_embedding(*files)
    assert str(problem.value).startswith(sentence)
