# The page in a container: docker build -t hu . && docker run -p 8501:8501 -v hu-games:/data hu
# scripts/check_dockerfile.py runs these steps without Docker.
FROM python:3.11-slim AS build
COPY . /src
RUN pip wheel --no-cache-dir --no-deps --wheel-dir /dist /src

FROM python:3.11-slim
COPY --from=build /dist /dist
RUN pip install --no-cache-dir --no-compile /dist/*.whl "psycopg[binary]>=3.2" && rm -r /dist
RUN useradd --system --home-dir /data hu && mkdir -p /data && chown hu /data && chmod 700 /data
USER hu
VOLUME /data
EXPOSE 8501
# Phones reach the page through the machine's own address; its port is the only one that is open.
CMD ["hu", "app", "--port", "8501", "--games", "/data/games.sqlite"]
HEALTHCHECK CMD python -c "import urllib.request; urllib.request.urlopen('http://localhost:8501/_stcore/health', timeout=5)"
