"""Sums the orders of each day and location in an export: python3 sales.py FOLDER

The README.md of an export describes every file. Amounts end in _cents and are hundredths. For a full check of an
export, see tools/check-export.py.
"""

import csv
import pathlib
import sys
from collections import defaultdict
from datetime import datetime
from zoneinfo import ZoneInfo


def rows(folder: pathlib.Path, name: str):
    with open(folder / name, newline="", encoding="utf-8") as file:
        yield from csv.DictReader(file)


def sales(folder: pathlib.Path):
    """Yields day, location, number of orders and their total in cents. Cancelled orders do not count."""
    zones = {row["id"]: ZoneInfo(row["time_zone"]) for row in rows(folder, "locations.csv")}
    days = defaultdict(lambda: [0, 0])
    for order in rows(folder, "orders.csv"):
        if order["status"] == "cancelled":
            continue
        at = datetime.fromisoformat(order["order_time"]).astimezone(zones[order["location_id"]])
        day = days[at.date().isoformat(), order["location_id"]]
        day[0] += 1
        day[1] += int(order["total_cents"])
    for (date, location), (count, cents) in sorted(days.items()):
        yield date, location, count, cents


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("Please name the folder of an export: python3 sales.py FOLDER")
    for date, location, count, cents in sales(pathlib.Path(sys.argv[1])):
        print(f"{date}\t{location}\t{count}\t{cents / 100:.2f}")
