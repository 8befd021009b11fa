# docker build -t igcl-lab . && docker run -p 8501:8501 -v igcl:/data igcl-lab
# TORCH_INDEX names an index of CPU builds of torch: a fraction of the size where there is no accelerator.
FROM python:3.11-slim

ARG TORCH_INDEX=""
WORKDIR /lab
COPY requirements.txt .
RUN pip install --no-cache-dir ${TORCH_INDEX:+--index-url "$TORCH_INDEX"} "$(grep '^torch==' requirements.txt)" \
    && pip install --no-cache-dir -r requirements.txt

COPY streamlit_app.py ./
COPY .streamlit .streamlit
COPY assets assets
COPY igcl_core igcl_core
COPY app app

ENV IGCL_CACHE=/data NUMBA_CACHE_DIR=/data/numba PYTHONUNBUFFERED=1
RUN useradd --create-home lab && mkdir /data && chown lab /data
USER lab
VOLUME /data
EXPOSE 8501
HEALTHCHECK --start-period=60s CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://localhost:8501/_stcore/health', timeout=3)"]
CMD ["streamlit", "run", "streamlit_app.py", "--server.address", "0.0.0.0", "--server.port", "8501", "--server.allowedHosts", "*"]
