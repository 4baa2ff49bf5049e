#!/bin/bash
# Four teachers at once, then two students that learn from them, by the clock: train.sh LINES.npz OUT [SECONDS].
# Writes OUT/student and OUT/studentdev (which learns from MENYO-20k's development set too), and OUT/log.txt.
# PYTHON: the interpreter; MORE, SMALL and BIG: more options of all models, of those that are shipped, and of large teachers.
set -u
lines=$1 out=$2 seconds=${3:-500}
python=${PYTHON:-python3} here=$(dirname "$0") start=$(date +%s)
work=$(mktemp -d)
log=$out/log.txt
mkdir -p "$out"
export OMP_NUM_THREADS=${OMP_NUM_THREADS:-4} PYTHONUNBUFFERED=1

at() { echo $((start + seconds * $1 / 100)); }
begin() { # LATEST NAME OPTIONS...
  local latest=$1 name=$2
  shift 2
  timeout -k 5 "$latest" "$python" "$here/train.py" "$lines" "$name" --out "$out" ${MORE:-} "$@" >>"$log" 2>&1 &
  started+=($!)
}
teach() { # NAME OPTIONS...
  local name=$1
  shift
  begin $((seconds * 57 / 100 + 5)) "$name" --until "$(at 47)" --passes 40 --teach "$work/$name.targets" --keep "$work/$name.pt" "$@"
}
study() { # NAME OPTIONS...
  local name=$1
  shift
  begin $((start + seconds + 12 - $(date +%s))) "$name" --until "$(at 98)" --passes 60 --teachers "$work"/*.targets \
    --begin "$work/t1.pt" --rate 0.001 --dropout 0.2 --ship ${SMALL:-} "$@"
}

started=()
teach t1 --seed 1 --dropout 0.25 --rate 0.0015 --ship ${SMALL:-}
teach t2 --seed 2 --dropout 0.35 --rate 0.0015 --scripture 0.5 ${SMALL:-}
teach t3 --seed 3 --dropout 0.35 --rate 0.001 --width 384 --layers 5 ${BIG:-}
teach t4 --seed 4 --dropout 0.3 --rate 0.001 --width 384 --layers 4 --scripture 0.3 ${BIG:-}
wait "${started[@]}"
echo "teachers: $(($(date +%s) - start)) s; $(ls "$work" | tr '\n' ' ')" >>"$log"
started=()
study student --seed 11
study studentdev --seed 11 --with-dev
wait "${started[@]}"
echo "all: $(($(date +%s) - start)) s" >>"$log"
rm -rf "$work"
