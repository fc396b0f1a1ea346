#!/usr/bin/env bash
# Starts the database part of three-machines/ from its files on 127.0.0.11 to 13, kills the primary, and writes again.
# Needs root, and etcd, Patroni, HAProxy and PostgreSQL 15 of Debian 12. The first argument is the program that reads compose files.
set -euo pipefail
compose=$(realpath "$1")
source=$(realpath "$(dirname "$0")/../three-machines")
work=$(mktemp -d)
chmod 755 "$work"
pids=()
declare -A patroni
stop() {
  kill "${pids[@]}" || true
  for machine in one two three; do kill -QUIT "$(head -1 "$work/$machine/data/postmaster.pid")" || true; done
  sleep 1
  kill -9 "${pids[@]}" || true
  rm -rf "$work"
} 2>/dev/null
trap stop EXIT

# $1: machine, $2: name of the log, the others: a command that runs as the user postgres.
start() {
  local machine=$1 log=$work/$1.$2.log
  shift 2
  (cd "$work/$machine" && exec setpriv --reuid postgres --regid postgres --init-groups -- "$@") >"$log" 2>&1 &
  pids+=($!)
}
write() { PGPASSWORD=filled psql -h 127.0.0.1 -p 5000 -U postern -qAtc "$1" postern; }
# $1: seconds, the others: a command that is repeated until it succeeds.
until_true() {
  local end=$((SECONDS + $1))
  shift
  until "$@" 2>/dev/null; do
    if ((SECONDS > end)); then
      tail -n 5 "$work"/*.log
      return 1
    fi
    sleep 0.2
  done
}

cp "$source"/{compose.yaml,haproxy.cfg,create-database.sh} "$work"
touch "$work/postern.env"
number=0
for machine in one two three; do
  number=$((number + 1))
  folder=$work/$machine
  mkdir -m 700 "$folder"
  chown postgres "$folder"
  sed -E "s/^MACHINE=.*/MACHINE=$machine/; s/^MACHINE_ADDRESS=.*/MACHINE_ADDRESS=127.0.0.1$number/
    s/10\.0\.0\./127.0.0.1/; s/^([A-Z0-9_]+)=$/\1=filled/" "$source/machine.env.example" >"$work/$machine.env"
  "$compose" "$work/$machine.env" "$work/compose.yaml" >"$work/$machine.json"
  sed "s#/data/postgres/15#$folder/data#; s#/etc/postern#$work#; s#/tmp/pgpass#$folder/pgpass#; s#directories: /tmp#directories: $folder#
    s/shared_buffers: 1GB/shared_buffers: 64MB/" "$source/patroni.yml" >"$work/$machine.yml"
  mapfile -t etcd < <(python3 -c "import json, sys; print('\n'.join(json.load(open(sys.argv[1]))['services']['etcd']['command']))" "$work/$machine.json")
  mapfile -t environment < <(python3 -c "import json, sys; print('\n'.join(f'{k}={v}' for k, v in json.load(open(sys.argv[1]))['services']['patroni']['environment'].items()))" "$work/$machine.json")
  start "$machine" etcd "${etcd[@]/\/data\/etcd/$folder\/etcd}"
  start "$machine" patroni env LC_ALL=C.UTF-8 "${environment[@]}" patroni "$work/$machine.yml"
  patroni[$machine]=$!
done
MACHINE_ONE=127.0.0.11 MACHINE_TWO=127.0.0.12 MACHINE_THREE=127.0.0.13 \
  haproxy -W -db -f "$work/haproxy.cfg" >"$work/haproxy.log" 2>&1 &
pids+=($!)

until_true 90 write 'create table written (at timestamptz default now())'
cluster() { curl -fsS http://127.0.0.12:8008/cluster; }
has_standby() { cluster | grep -q sync_standby; }
until_true 60 has_standby
write 'insert into written default values'
leader=$(cluster | python3 -c "import json, sys; print(*[m['name'] for m in json.load(sys.stdin)['members'] if m['role'] == 'leader'])")
kill -9 "${patroni[$leader]}" "$(head -1 "$work/$leader/data/postmaster.pid")"
killed=$SECONDS
until_true 60 write 'insert into written default values'
echo "primary $leader killed: writes again after $((SECONDS - killed)) s, rows $(write 'select count(*) from written')"
[[ $(write 'select count(*) from written') == 2 ]]
