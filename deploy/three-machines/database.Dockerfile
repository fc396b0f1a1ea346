# etcd, Patroni, PostgreSQL 15 and HAProxy from Debian 12: the versions that `npm run faults cluster` tests.
FROM debian:bookworm-slim
# hadolint ignore=DL3008
RUN echo 'exit 101' > /usr/sbin/policy-rc.d && chmod +x /usr/sbin/policy-rc.d \
  && apt-get update \
  && apt-get install --yes --no-install-recommends postgresql-common \
  && echo 'create_main_cluster = false' >> /etc/postgresql-common/createcluster.conf \
  && apt-get install --yes --no-install-recommends etcd-server haproxy patroni postgresql \
  && rm -rf /var/lib/apt/lists/* \
  && mkdir -p /data/etcd /data/postgres \
  && chown -R postgres:postgres /data \
  && chmod 700 /data/etcd /data/postgres
COPY patroni.yml haproxy.cfg create-database.sh /etc/postern/
ENV LANG=C.UTF-8
USER postgres
