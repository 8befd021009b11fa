"""iGCL Lab: page config, navigation, run."""

import streamlit as st

from app.views import data, train

st.set_page_config(page_title="iGCL Lab", layout="wide")
st.navigation(
    [
        st.Page(train.page, title="Train", default=True),
        st.Page(data.page, title="Data", url_path="data"),
    ],
    position="top",
).run()
