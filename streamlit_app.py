"""iGCL Lab: page config, navigation, run."""

import streamlit as st

from app.shell import dress
from app.views import compare, data, embeddings, gaussians, train

st.set_page_config(page_title="iGCL Lab", page_icon="assets/logo.svg", layout="wide")
dress()
st.navigation(
    [
        st.Page(train.page, title="Train", default=True),
        st.Page(embeddings.page, title="Embeddings", url_path="embeddings"),
        st.Page(gaussians.page, title="Gaussians", url_path="gaussians"),
        st.Page(compare.page, title="Compare", url_path="compare"),
        st.Page(data.page, title="Data", url_path="data"),
    ],
    position="top",
).run()
