"""Words: a gensim model that is nothing but arrays, so that a run can be saved, rewound and branched.

gensim is imported where it is first used: it takes a second that a visitor of the lab need not wait.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

import numpy as np

from igcl_core.methods.shallow.guessing import noise_loss, tree_loss

SMALLEST_RATE = 1e-4  # at which a run ends, as gensim's does
LARGEST = 1e6  # number in a vector: products of two such rows are still numbers
SMOOTHED = 0.75  # the power of a word's count with which gensim draws noise words

# gensim advises on texts: that there are few of them, or that a rate has risen, as it does after a rewind.
logging.getLogger("gensim").setLevel(logging.ERROR)


class Words:
    """A vector for each of so many words, word i in row i; with `documents`, one for each of these, too.

    `negatives` noise words are told from the right one; with 0 the way through a Huffman tree is learnt instead.
    `ordered` documents guess a word from those around it and the document, others from the document alone. Words more
    frequent than `thin` are read less often.
    """

    def __init__(
        self,
        counts: np.ndarray,
        size: int,
        window: int,
        seed: int,
        negatives: int,
        thin: float = 0.0,
        documents: int = 0,
        ordered: bool = False,
    ):
        shared = dict(vector_size=size, window=window, seed=seed, negative=negatives, hs=int(not negatives))
        shared |= dict(sample=thin, min_count=1, sorted_vocab=0, workers=1)
        self.counts, self.negatives, self.documents = counts, negatives, documents
        self.model = _with_documents(documents, ordered, shared) if documents else _without(shared)
        self.model.build_vocab_from_freq(dict(enumerate(np.maximum(counts, 1).tolist())))
        self.model.lifecycle_events = None

    @property
    def vectors(self) -> np.ndarray:
        return self.model.wv.vectors

    @property
    def of_documents(self) -> np.ndarray:
        return self.model.dv.vectors

    @property
    def output(self) -> np.ndarray:
        """What vectors are compared with: a row for each word, or for each turn of the tree."""
        return self.model.syn1neg if self.negatives else self.model.syn1

    def arrays(self) -> dict[str, np.ndarray]:
        """All that is learnt, as it is."""
        documents = {"documents": self.of_documents} if self.documents else {}
        return {"words": self.vectors, "output": self.output, **documents}

    @property
    def readable(self) -> bool:
        """Whether gensim may go on: where a product is not a number, it looks it up in a table all the same."""
        return all(np.abs(array).max(initial=0.0) < LARGEST for array in self.arrays().values())

    def read(self, texts: list[list[int]], tags: Sequence[int], rates: tuple[float, float], seed: int) -> None:
        """One pass over these texts with a rate that falls from the first to the second."""
        self.model.random = np.random.RandomState(seed)
        self.model.alpha, self.model.min_alpha = rates
        corpus = _tagged(texts, tags) if self.documents else texts
        self.model.train(corpus, total_examples=len(texts), epochs=1)

    def noise(self, count: int, random: np.random.Generator) -> np.ndarray:
        """Noise words for so many guesses, drawn as gensim draws them."""
        chance = np.maximum(self.counts, 1.0) ** SMOOTHED
        return random.choice(len(chance), (count, self.negatives), p=chance / chance.sum())

    def loss(self, inputs: np.ndarray, targets: np.ndarray, noise: np.ndarray) -> float:
        """How badly these words are guessed from these vectors."""
        if self.negatives:
            return noise_loss(inputs, targets, noise, self.output)
        codes, points = ([self.model.wv.get_vecattr(int(word), name) for word in targets] for name in ("code", "point"))
        return tree_loss(inputs, codes, points, self.output)


def _without(shared: dict[str, Any]) -> Any:
    from gensim.models.word2vec import Word2Vec

    return Word2Vec(sg=1, **shared)


def _with_documents(documents: int, ordered: bool, shared: dict[str, Any]) -> Any:
    from gensim.models.doc2vec import Doc2Vec

    model = Doc2Vec(dm=int(ordered), **shared)
    model.scan_vocab(_tagged([[]], [documents - 1]))
    return model


def _tagged(texts: list[list[int]], tags: Sequence[int]) -> list:
    from gensim.models.doc2vec import TaggedDocument

    return [TaggedDocument(text, [int(tag)]) for text, tag in zip(texts, tags, strict=True)]
