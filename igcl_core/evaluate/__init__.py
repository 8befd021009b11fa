"""Evaluation of a frozen embedding: pure functions of (embedding, labels) that answer with a Score."""

from igcl_core.evaluate.cluster import cluster
from igcl_core.evaluate.linear_probe import Prediction, linear_probe, predict
from igcl_core.evaluate.score import Score
from igcl_core.evaluate.svm import stratified_folds, svm

__all__ = ["Prediction", "Score", "cluster", "linear_probe", "predict", "stratified_folds", "svm"]
