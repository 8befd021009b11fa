"""Colours that colour-blind people tell apart, readable on white and on black (Okabe and Ito, 2008)."""

CLASSES = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#8C8C8C")
SYMBOLS = ("circle", "diamond", "square", "triangle-up", "cross", "x", "star")
FAINT = "rgba(128, 128, 128, 0.35)"
