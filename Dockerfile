# The production image: the npm package postern with its dependencies, without the sandbox and the embedded
# PostgreSQL. To run it, see compose.yaml and docs/self-hosting.md.

FROM node:26-bookworm-slim AS manifests
WORKDIR /app
COPY package.json package-lock.json ./
COPY packages/dashboard/package.json packages/dashboard/
COPY packages/sandbox/package.json packages/sandbox/
COPY packages/sdk/package.json packages/sdk/
COPY packages/server/package.json packages/server/

FROM manifests AS package
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.json ./
COPY docs docs
COPY packages/sdk packages/sdk
COPY packages/dashboard packages/dashboard
COPY packages/server packages/server
RUN npm pack --workspace postern --pack-destination /tmp

FROM manifests AS server
# Strip the symbols of the node binary, which are a fifth of the image.
# hadolint ignore=DL3008
RUN apt-get update \
  && apt-get install --yes --no-install-recommends binutils \
  && rm -rf /var/lib/apt/lists/* \
  && strip -o /usr/local/bin/node-stripped /usr/local/bin/node \
  && mkdir -p /libraries /data \
  && cp -L /usr/lib/*-linux-gnu/libatomic.so.1 /libraries/
COPY scripts/slim.sh /tmp/
# The versions of the lock file.
RUN npm ci --omit=dev --workspace postern --ignore-scripts --no-audit --no-fund \
  && sh /tmp/slim.sh node_modules \
  && rm -rf packages package-lock.json
COPY --from=package /tmp/postern-*.tgz /tmp/postern.tgz
RUN mkdir -p packages/server && tar -xzf /tmp/postern.tgz -C packages/server --strip-components=1

# The base image has glibc and libstdc++ for node and sharp, but no shell and no package manager.
FROM gcr.io/distroless/cc-debian12:nonroot
COPY --from=server /libraries/ /usr/local/lib/
COPY --from=server /usr/local/bin/node-stripped /usr/local/bin/node
COPY --from=server /app /app
COPY --from=server --chown=65532:65532 /data /data
ENV NODE_ENV=production \
  LD_LIBRARY_PATH=/usr/local/lib \
  HOST=0.0.0.0 \
  PORT=4000 \
  METRICS_PORT=9464 \
  FIRST_CREDENTIALS=hide \
  DATA_DIR=/data
WORKDIR /app
# nonroot
USER 65532:65532
VOLUME /data
EXPOSE 4000 9464
# All roles serve /health on this port.
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["/usr/local/bin/node", "-e", "fetch(`http://127.0.0.1:${process.env.METRICS_PORT}/health`).then((response) => process.exit(response.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["/usr/local/bin/node", "packages/server/dist/main.js"]
