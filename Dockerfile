# soulkeep's server. The keep is in the volume /data; it listens to the network, so it needs a key:
#   docker build -t soulkeep .
#   docker run -p 8642:8642 -v soulkeep:/data -e SOULKEEP_ADMIN_KEY="$(openssl rand -hex 24)" soulkeep
# For an image that is the same each time, give the base by its digest: --build-arg BASE=python:3.12-slim@sha256:…
ARG BASE=python:3.12-slim
FROM ${BASE} AS build
WORKDIR /src
COPY requirements/image.txt ./
RUN python -m venv /opt/soulkeep && /opt/soulkeep/bin/pip install --no-cache-dir --require-hashes --requirement image.txt
COPY pyproject.toml README.md LICENSE NOTICE ./
COPY src ./src
RUN /opt/soulkeep/bin/pip install --no-cache-dir --no-deps --no-build-isolation .

FROM ${BASE}
COPY --from=build /opt/soulkeep /opt/soulkeep
RUN useradd --system --create-home --uid 10001 soulkeep && install --directory --owner=soulkeep /data
USER soulkeep
WORKDIR /data
VOLUME /data
ENV PATH=/opt/soulkeep/bin:$PATH SOULKEEP_KEEP=/data/keep.db PYTHONUNBUFFERED=1
EXPOSE 8642
# What is being answered has 20 seconds (docker stop --time 30): writes that were accepted are finished.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
    CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8642/v1/health', timeout=4)"]
CMD ["soulkeep", "serve", "--host", "0.0.0.0", "--port", "8642"]
