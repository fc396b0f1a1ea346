#!/usr/bin/env bash
# Renders and validates the files of this folder (README.md). Prints one line per check; fails if one fails.
set -uo pipefail
cd "$(dirname "$0")"
tools=${XDG_CACHE_HOME:-$HOME/.cache}/postern/deploy
schemas=kubernetes-validate==1.37.0
helm_version=v3.19.0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0

check() {
  local name=$1
  shift
  if "$@" >"$work/log" 2>&1; then
    echo "ok      $name"
    [[ $name != three* ]] || sed 's/^/        /' "$work/log"
  else
    echo "FAILED  $name"
    sed 's/^/        /' "$work/log"
    status=1
  fi
}

mkdir -p "$tools"
[[ -x $tools/helm ]] || GOBIN=$tools go install "helm.sh/helm/v3/cmd/helm@$helm_version" || exit 1
[[ -x $tools/venv/bin/kubernetes-validate ]] || {
  python3 -m venv "$tools/venv" && "$tools/venv/bin/pip" install --quiet "$schemas"
} || exit 1
(cd check && go build -o "$tools/compose" .) || exit 1

chart() {
  "$tools/helm" template postern helm/postern --kube-version "$2.0" --values "helm/check/$1.yaml" >"$work/chart.yaml" &&
    "$tools/venv/bin/kubernetes-validate" --strict --no-warn --kubernetes-version "$2.0" "$work/chart.yaml"
}
for values in least all; do
  check "chart: lint with values $values" "$tools/helm" lint --strict --kube-version 1.37.0 helm/postern --values "helm/check/$values.yaml"
  for version in 1.27 1.37; do check "chart: schemas of Kubernetes $version with values $values" chart "$values" "$version"; done
done
refused() { ! "$tools/helm" template postern helm/postern --kube-version 1.37.0; }
check 'chart: refuses to render without publicUrl' refused

filled() { sed -E 's/^([A-Z0-9_]+)=$/\1=filled/' "$1"; }
filled three-machines/machine.env.example >"$work/machine.env"
filled three-machines/postern.env.example >"$work/postern.env"
echo PUBLIC_URL=https://postern.example.com >"$work/single.env"
cp three-machines/compose.yaml "$work"
check 'compose: one machine' "$tools/compose" "$work/single.env" ../compose.yaml
check 'compose: three machines' "$tools/compose" "$work/machine.env" "$work/compose.yaml"

needed=(etcd patroni haproxy setpriv /usr/lib/postgresql/15/bin/postgres)
if ((EUID == 0)) && command -v "${needed[@]}" >/dev/null; then
  check 'three machines: start, kill the primary, write' check/cluster.sh "$tools/compose"
else
  echo "left out: starting the three machines here (needs root and ${needed[*]})"
fi
exit "$status"
