"""Prints each order of an export as a line of JSON, with its dishes and what was paid: python3 orders.py FOLDER

The README.md of an export describes every file. Amounts end in _cents and are hundredths. On a tab the payments are
those of the whole tab, because its orders share a bill.
"""

import csv
import json
import pathlib
import sys
from collections import defaultdict


def rows(folder: pathlib.Path, name: str):
    with open(folder / name, newline="", encoding="utf-8") as file:
        yield from csv.DictReader(file)


def orders(folder: pathlib.Path):
    dishes, paid = defaultdict(list), defaultdict(list)
    for line in rows(folder, "order-items.csv"):
        dishes[line["order_id"]].append({"name": line["name"], "quantity": int(line["quantity"])})
    for payment in rows(folder, "payments.csv"):
        if payment["status"] == "succeeded":
            cents = int(payment["amount_cents"]) + int(payment["tip_cents"])
            paid[payment["bill_id"]].append({"by": payment["tender"] or payment["method"], "cents": cents})
    for order in rows(folder, "orders.csv"):
        yield {
            **{name: order[name] for name in ("id", "order_time", "location_id", "status", "customer_name")},
            "total_cents": int(order["total_cents"]),
            "dishes": dishes[order["id"]],
            "paid": paid[order["bill_id"]],
        }


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("Please name the folder of an export: python3 orders.py FOLDER")
    for order in orders(pathlib.Path(sys.argv[1])):
        print(json.dumps(order, ensure_ascii=False))
