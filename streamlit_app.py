"""iGCL Lab: page config, navigation, run."""

import streamlit as st

from app.pages.compare.page import page as compare
from app.pages.data.page import page as data
from app.pages.embeddings.page import page as embeddings
from app.pages.gaussians.page import page as gaussians
from app.pages.learn.page import page as learn
from app.pages.race.page import page as race
from app.pages.train.page import page as train
from app.theme import dress

page = st.navigation(
    [
        st.Page(train, title="Train", default=True),
        st.Page(learn, title="Learn", url_path="learn"),
        st.Page(embeddings, title="Embeddings", url_path="embeddings"),
        st.Page(gaussians, title="Gaussians", url_path="gaussians"),
        st.Page(race, title="Race", url_path="race"),
        st.Page(compare, title="Compare", url_path="compare"),
        st.Page(data, title="Data", url_path="data"),
    ],
    position="top",
)
st.set_page_config(page_title=f"{page.title} · iGCL Lab", page_icon="assets/logo.svg", layout="wide")
dress()
page.run()
