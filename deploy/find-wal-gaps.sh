#!/bin/sh
# Lists missing pieces of the write-ahead log in pgBackRest's repository, and then ends with 1. `pgbackrest verify` does
# not report them. PostgreSQL cannot be restored to a moment after a gap until the next full backup.
# Run it as the account of PostgreSQL, each night after the backup: find-wal-gaps.sh [options of pgbackrest]
set -eu
pgbackrest --stanza=tiffin "$@" repo-ls --recurse --filter='[0-9A-F]{24}-' archive/tiffin | sort | awk '
  function number(hex,   i, n) {
    n = 0
    for (i = 1; i <= length(hex); i++) n = n * 16 + index("0123456789ABCDEF", substr(hex, i, 1)) - 1
    return n
  }
  {
    name = $0
    sub(/.*\//, "", name)
    name = substr(name, 1, 24)
    # Each timeline counts on its own: after a restore it begins where the earlier one was left.
    timeline = substr($0, 1, index($0, "/")) substr(name, 1, 8)
    # 16 MB each: the last part counts to FF.
    at = number(substr(name, 9, 8)) * 256 + number(substr(name, 17, 8))
    if (timeline == before && at > last + 1) {
      printf "%d missing before %s\n", at - last - 1, name
      gaps++
    }
    before = timeline
    last = at
    count++
  }
  END {
    if (count == 0) { print "The repository contains no write-ahead log."; exit 1 }
    if (gaps > 0) { print "Make a full backup now: pgbackrest --stanza=tiffin --type=full backup"; exit 1 }
    printf "%d pieces without a gap\n", count
  }'
