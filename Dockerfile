# Akari with all that it needs at run time, for any account. ffmpeg converts what browsers cannot
# play; `--build-arg FFMPEG=false` leaves it out. The database is external (compose.yaml), or
# embedded where DATABASE_URL is not set. Debian, because the embedded PostgreSQL and sharp ship
# binaries for glibc. Pass images by digest for a build that can be repeated.
ARG NODE_IMAGE=node:24-bookworm-slim
ARG BASE_IMAGE=debian:bookworm-slim

FROM ${NODE_IMAGE} AS node

FROM node AS build
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
COPY patches ./patches
RUN npm ci --no-audit --no-fund
COPY . .
ARG COMMIT=""
RUN AKARI_COMMIT="$COMMIT" npm run package -- --to /akari

FROM ${BASE_IMAGE}
ARG FFMPEG=true
# An account without a name runs PostgreSQL's initdb by libnss-wrapper.
RUN apt-get update -q \
  && apt-get install -y -q --no-install-recommends \
    ca-certificates libnss-wrapper libstdc++6 $([ "$FFMPEG" != true ] || echo ffmpeg) \
  && rm -rf /var/lib/apt/lists/* /var/cache/* /var/log/* \
  && ln -s /opt/akari/bin/akari /usr/local/bin/akari \
  && mkdir --mode=1777 /data
COPY --from=node /usr/local/bin/node /usr/local/bin/node
COPY --from=build /akari /opt/akari
# glibc would have eight arenas per core, and keep about 90 MB more of what threads have freed.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=262144
WORKDIR /opt/akari
USER 1000:1000
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:'+process.env.PORT+'/healthz').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
CMD ["node", "build/server/index.js"]
ARG COMMIT=""
ARG VERSION=""
LABEL org.opencontainers.image.title="Akari" \
  org.opencontainers.image.description="A self-hosted anime site: discover, track and watch" \
  org.opencontainers.image.licenses="AGPL-3.0-or-later" \
  org.opencontainers.image.version="$VERSION" \
  org.opencontainers.image.revision="$COMMIT"
