FROM python:3.13-slim
WORKDIR /app
ENV PYTHONUNBUFFERED=1 PRASHNA_DATA=/data
COPY pyproject.toml constraints.txt README.md ./
COPY classroom classroom
COPY quizzes quizzes
COPY templates templates
COPY manage.py ./
RUN pip install --no-cache-dir -c constraints.txt -e '.[postgres]' \
    && useradd --create-home prashna && mkdir /data && chown prashna /data
USER prashna
VOLUME /data
EXPOSE 8000
HEALTHCHECK --start-period=60s CMD ["python", "-c", "import os, urllib.request as r; r.urlopen(f\"http://localhost:{os.environ.get('PORT', 8000)}/healthz\")"]
STOPSIGNAL SIGTERM
CMD ["python", "manage.py", "serve"]
