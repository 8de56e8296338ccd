#!/usr/bin/env python3
"""Checks an export of Tiffin (`npm run export FOLDER`) without Tiffin.

    python3 tools/check-export.py FOLDER [--sums-only] [--stays]

Recalculates every line, bill, tax, discount, tip, payment, refund, cash rounding, point and stock total from the CSV
files and compares them with the amounts in the files. Prints "yes" and ends with 0, or names each row that differs and
ends with 1. Uses nothing but Python's standard library (3.9 or newer).

--stays also checks that no table and no location had more guests than seats, for plans that did not change meanwhile.
--sums-only ignores SHA256SUMS, for an export that was edited on purpose.
"""

import csv
import hashlib
import json
import os
import re
import sys
from collections import Counter, defaultdict
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo

RATE_UNIT = 100_000
DEFAULT_COIN = 5
CENTS_PER_POINT = 100
TAX_CLASSES = ["meal", "liquor", "grocery", "charge", "untaxed"]  # in the sequence in which discounts are spread
STAFF_KINDS = {"discount", "comp", "price-match"}
OFFER_KINDS = {"promo", "points"}
DIGESTS = "SHA256SUMS"
MAX_SHOWN = 50

# Columns that have values of one kind, the form of these values, and how they are read.
KINDS = [
    (r"^(is_void|has_refunds|has_parts|of_change|is_undo|included|admin_created|is_guest|is_deleted)$", "[tf]", "t".__eq__),
    (r"(_cents|^rate|^tax_rate|^quantity|^amount|points$|^kept$|^line|^position|^percent|_count|^total_orders)$", r"-?\d+", int),
    (r"(_at|^at|_time)$", r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00", str),
]
NEEDED = """adjustments areas bill-parts bill-taxes bills closings drawer-entries drawer-shifts drawers floor-tables gift-cards gift-entries
given-discounts locations loyalty-entries order-charges order-items order-status-history orders payments points-uses promotion-uses refunds
reservations settings sittings stock stock-holds stock-moves table-plans users work-entries""".split()
DRAWER_SIGNS = {"sale": 1, "refund": -1, "pay-in": 1, "pay-out": -1, "drop": -1, "hand-in": 1, "hand-over": -1}
HISTORY_STEPS = {"pending", "preparing", "ready", "completed", "cancelled"}

class NoExport(Exception):
    """The folder cannot be read as an export."""

class Findings(list):
    def add(self, file, row, problem):
        self.append(f"{file}: {row}: {problem}")

    def deny(self, is_wrong, file, row, problem):
        if is_wrong:
            self.add(file, row, problem)

    def equal(self, file, row, what, found, right):
        if found != right:
            self.add(file, row, f"{what} is {found}, its parts give {right}")

def stay_of(row):
    """From when until when a party sits, and how many. One that left frees its seats then."""
    instant = lambda text: datetime.strptime(text[:19], "%Y-%m-%d %H:%M:%S")
    start = instant(row["source"] == "walk-in" and row["seated_at"] or row["starts_at"])
    end = start + timedelta(minutes=int(row["stay_minutes"]))
    if row["status"] == "completed":
        end = min(end, instant(row["updated_at"]))
    return start, end, int(row["party_size"])

def read_table(folder, name, findings):
    path = os.path.join(folder, name + ".csv")
    try:
        with open(path, encoding="utf-8", newline="") as file:
            rows = list(csv.reader(file, strict=True))
    except FileNotFoundError:
        raise NoExport(f"{name}.csv is missing. Is this the folder of an export?") from None
    except (UnicodeDecodeError, csv.Error) as error:
        raise NoExport(f"{name}.csv is damaged: {error}") from None
    if not rows:
        raise NoExport(f"{name}.csv is empty.")
    columns, table = rows[0], []
    for number, cells in enumerate(rows[1:], start=2):
        if len(cells) != len(columns):
            findings.add(name, f"line {number}", f"{len(cells)} columns, not {len(columns)}; is the file cut off?")
            continue
        row = {column: parse_cell(name, number, column, cell, findings) for column, cell in zip(columns, cells)}
        row["_row"] = number
        table.append(row)
    return table

def parse_cell(name, number, column, cell, findings):
    for columns, form, read in KINDS:
        if cell and re.search(columns, column):
            if re.fullmatch(form, cell):
                return read(cell)
            findings.add(name, f"line {number}", f"{column} is {cell!r}")
    return cell or None

def read_json(text, fallback):
    try:
        return fallback if text is None else json.loads(text)
    except json.JSONDecodeError:
        return None

def read_list(text):
    """A list of PostgreSQL without quotes: {meal,charge}."""
    return None if text is None else [each for each in text.strip("{}").split(",") if each]

def group(rows, column):
    groups = defaultdict(list)
    for row in rows:
        groups[row[column]].append(row)
    return groups

def total(rows, column):
    return sum(row[column] or 0 for row in rows)

def half_up(numerator, denominator):
    sign = -1 if numerator < 0 else 1
    return sign * ((2 * abs(numerator) + denominator) // (2 * denominator))

def split(amount, weights):
    """Splits by weights: rounded down, then one cent each to the largest remainders, earlier parts first."""
    if not weights:
        return []
    whole = sum(weights)
    if whole == 0:
        return split(amount, [1] * len(weights))
    size = abs(amount)
    parts = [size * weight // whole for weight in weights]
    order = sorted(range(len(weights)), key=lambda at: -(size * weights[at] % whole))
    for at in order[: size - sum(parts)]:
        parts[at] += 1
    return [-part if amount < 0 else part for part in parts]

def limit(most, wished):
    return wished if sum(wished) <= most else split(most, wished)

def net_of(item):
    return item["unit_price_cents"] * item["quantity"] if item["net_cents"] is None else item["net_cents"]

def list_price_of(item):
    return item["unit_price_cents"] if item["unit_list_cents"] is None else item["unit_list_cents"]

def options_of(item):
    """The chosen options of a line; null in JSON means none."""
    found = read_json(item["options"], [])
    return found if isinstance(found, list) else []

def taxed_parts(item):
    """What each tax class costs on a line. A combo is split by what its parts cost alone."""
    parts = [option["part"] for option in options_of(item) if option.get("part")]
    if not parts:
        return [(item["tax_class"] or "meal", net_of(item))]
    quantity = item["quantity"]
    extras = [part.get("extra", 0) * quantity for part in parts]
    rest = max(0, list_price_of(item) * quantity - sum(extras))
    shares = [share + extra for share, extra in zip(split(rest, [part["list"] for part in parts]), extras)]
    return [(part.get("taxClass") or "meal", net) for part, net in zip(parts, split(net_of(item), shares))]

class Checker:
    def __init__(self, folder):
        self.findings = Findings()
        self.tables = {name: read_table(folder, name, self.findings) for name in NEEDED}
        table = self.tables
        for name in ("order-charges", "adjustments", "bill-taxes"):
            for row in table[name]:
                row["_order"] = row.get("order_id") or row["bill_id"]  # the round of a tab
        by_line = lambda name, column, parent: group(sorted(table[name], key=lambda row: row[column]), parent)
        self.items = by_line("order-items", "line", "order_id")
        names = ("order-charges", "adjustments", "bill-taxes")
        self.charges, self.adjustments, self.taxes = (by_line(name, "position", "_order") for name in names)
        self.orders, self.bills, self.payments = (
            {row["id"]: row for row in table[name]} for name in ("orders", "bills", "payments")
        )
        names = ("orders", "payments", "refunds", "given-discounts")
        self.orders_of_bill, self.payments_of_bill, self.refunds_of_bill, self.discounts = (
            group(table[name], "bill_id") for name in names
        )
        self.parts_of_bill = {key: len(rows) for key, rows in group(table["bill-parts"], "bill_id").items()}
        self.merged_bills = {key: len(rows) for key, rows in group(table["bills"], "merged_into").items()}
        self.points_use = {row["order_id"]: row for row in table["points-uses"]}
        self.promotion_use = {row["order_id"]: row for row in table["promotion-uses"]}
        self.refunds_of_payment = group(table["refunds"], "payment_id")
        self.locations = {row["id"]: row for row in table["locations"]}
        site = next((row for row in table["settings"] if row["key"] == "site"), None)
        value = read_json(site["value"], {}) if site else {}
        coin = (value or {}).get("coin") or DEFAULT_COIN
        past = next((row for row in table["settings"] if row["key"] == "past-coins"), None)
        self.past_coins = [(each["coin"], each["until"]) for each in (read_json(past["value"], []) if past else [])]
        self.coin, self.largest_coin = coin, max([coin, *(each for each, _ in self.past_coins)])

    def check(self):
        self.check_references()
        for name, check in (("orders", self.check_order), ("bills", self.check_bill), ("payments", self.check_payment)):
            for row in self.tables[name]:
                self.attempt(name, row["id"], lambda: check(row))
        for refund in self.tables["refunds"]:
            self.attempt("refunds", refund["id"], lambda: self.check_refund(refund))
        for bill_id in self.refunds_of_bill:
            self.attempt("refunds", bill_id, lambda: self.check_refunds_of_dishes(bill_id))
        for name, check in (
            ("steps", self.check_steps),
            ("points", self.check_points),
            ("stock", self.check_stock),
            ("sittings", self.check_sittings),
            ("drawers", self.check_drawers),
            ("closings", self.check_closings),
            ("hours", self.check_hours),
            ("reservations", self.check_stays),
            ("gift cards", self.check_gift_cards),
        ):
            self.attempt(name, "all", check)

    def attempt(self, name, row, check):
        try:
            check()
        except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
            self.findings.add(name, row, f"cannot be checked, a value is missing or damaged: {error!r}")

    def check_references(self):
        """Every row belongs to one that exists, and no row exists twice."""
        parents = "order-items.order_id=orders order-charges.bill_id=bills adjustments.bill_id=bills orders.bill_id=bills"
        parents += " bill-taxes.bill_id=bills given-discounts.bill_id=bills payments.bill_id=bills refunds.bill_id=bills"
        parents += " refunds.payment_id=payments order-status-history.order_id=orders orders.location_id=locations"
        parents += " floor-tables.area_id=areas sittings.table_id=tables table-plans.table_id=tables table-plans.reservation_id=reservations"
        parents += " drawer-shifts.drawer_id=drawers drawer-entries.drawer_id=drawers drawer-entries.payment_id=payments"
        known = {"orders": self.orders, "bills": self.bills, "payments": self.payments, "locations": self.locations}
        names = {"areas": "areas", "tables": "floor-tables", "reservations": "reservations", "drawers": "drawers"}
        known.update({key: {row["id"]: row for row in self.tables[name]} for key, name in names.items()})
        for name, column, parent in (re.split("[.=]", each) for each in parents.split()):
            for row in self.tables[name]:
                if row[column] is not None and row[column] not in known[parent]:
                    self.findings.add(name, f"line {row['_row']}", f"its {column} {row[column]} does not exist")
        keys = "orders.id bills.id payments.id refunds.id stock-moves.id loyalty-entries.id order-items.order_id+line"
        keys += " areas.id floor-tables.id sittings.id table-plans.reservation_id+table_id drawers.id drawer-shifts.id drawer-entries.id"
        keys += " bill-taxes._order+position order-charges.bill_id+position adjustments.bill_id+position"
        for name, columns in (each.split(".") for each in (keys + " stock.location_id+item_id").split()):
            values = (tuple(row[column] for column in columns.split("+")) for row in self.tables[name])
            for key, times in Counter(values).items():
                self.findings.deny(times > 1, name, "/".join(map(str, key)), f"exists {times} times")

    def check_order(self, order):
        found, key = self.findings, order["id"]
        items = self.items.get(key, [])
        adjustments = self.adjustments.get(key, [])
        found.deny(not items, "orders", key, "has no lines")
        for item in items:
            self.check_line(order, item, adjustments)
        subtotal = sum(item["unit_price_cents"] * item["quantity"] for item in items)
        found.equal("orders", key, "subtotal_cents", order["subtotal_cents"], subtotal)
        found.equal("orders", key, "item_count", order["item_count"], total(items, "quantity"))
        found.equal("orders", key, "discount_cents", order["discount_cents"], subtotal - sum(map(net_of, items)))
        charges = sum(net for _, net, _ in self.charges_of(order))
        found.equal("orders", key, "charges_cents", order["charges_cents"], charges)
        found.deny(order["tip_cents"] < 0, "orders", key, "its tip is negative")
        sums = order["subtotal_cents"] - order["discount_cents"] + order["charges_cents"]
        found.equal("orders", key, "total_cents", order["total_cents"], sums + order["tax_cents"] + order["tip_cents"])
        self.check_promotion(order, items, adjustments)
        self.check_points_spent(order, items, adjustments)
        self.check_discounts(order, items, adjustments)
        self.check_service(order, items)
        self.check_taxes(order, items)
        self.check_business_date(order)
        self.check_payment_status(order)

    def charges_of(self, order):
        """The tax class, the net and the percentage of every charge, such as a delivery fee."""
        off = Counter()
        for row in self.adjustments.get(order["id"], []):
            if row["charge"] is not None:
                off[int(row["charge"])] += row["amount_cents"]
        charges = self.charges.get(order["id"], [])
        return [(row["tax_class"], row["amount_cents"] + off[row["position"]], row.get("percent")) for row in charges]

    def check_service(self, order, items):
        """A charge by percentage is that part of what the dishes cost after everything that was taken off them."""
        food = sum(map(net_of, items))
        for row in self.charges.get(order["id"], []):
            if row.get("percent") is not None:
                right = half_up(food * row["percent"], RATE_UNIT)
                key = f"{order['id']}, {row['kind']}"
                self.findings.equal("order-charges", key, "amount_cents", row["amount_cents"], right)

    def check_line(self, order, item, adjustments):
        row = f"{order['id']}, line {item['line']}"
        if item["quantity"] < 1 or item["unit_price_cents"] < 0 or net_of(item) < 0:
            self.findings.add("order-items", row, "quantity, price or net is below zero")
        off = total([each for each in adjustments if str(each["line"]) == str(item["line"])], "amount_cents")
        right = list_price_of(item) * item["quantity"] + off
        self.findings.equal("order-items", row, "the price after discounts", net_of(item), right)
        if list_price_of(item) < item["unit_price_cents"]:
            self.findings.add("order-items", row, "costs more than its list price")

    def check_promotion(self, order, items, adjustments):
        """Recalculates what a promotion took off, from its terms at that time. A changed order keeps its shares."""
        use, key = self.promotion_use.get(order["id"]), order["id"]
        if use is None or read_json(order["changes"], None):
            return
        terms = read_json(use["terms"], {})
        effect = terms["effect"]
        found = [row for row in adjustments if row["source_id"] == use["promotion_id"]]
        taken = -total(found, "amount_cents")
        self.findings.equal("promotion-uses", key, "amount_cents", use["amount_cents"], taken)
        off = lambda whole: min(whole, effect["amount"]) if "amount" in effect else half_up(whole * effect["percent"], 100)
        if effect["of"] == "delivery":
            fees = [row for row in self.charges.get(order["bill_id"], []) if row["kind"] == "delivery"]
            self.findings.equal("adjustments", key, "the promotion", taken, sum(off(row["amount_cents"]) for row in fees))
            return
        chosen = lambda item: terms["dishes"] is None or item["item_id"] in terms["dishes"]
        if effect["of"] == "cheapest":
            units = sorted(list_price_of(item) for item in items if chosen(item) for _ in range(item["quantity"]))
            free = len(units) // effect["every"] if effect.get("every") else min(1, len(units))
            self.findings.equal("adjustments", key, "the promotion", taken, sum(map(off, units[:free])))
            return
        left = [list_price_of(item) * item["quantity"] if chosen(item) else 0 for item in items]
        shares = spread_over_lines(off(sum(left)), items, left) if sum(left) else left
        for item, share in zip(items, shares):
            own = -total([row for row in found if str(row["line"]) == str(item["line"])], "amount_cents")
            self.findings.equal("adjustments", f"{key}, line {item['line']}", "the promotion", own, share)

    def check_points_spent(self, order, items, adjustments):
        """Points take their worth off what offers left of the lines. A changed order keeps its shares."""
        use, key = self.points_use.get(order["id"]), order["id"]
        if use is None or read_json(order["changes"], None):
            return
        off = lambda item, kind: -total(
            [row for row in adjustments if row["kind"] == kind and str(row["line"]) == str(item["line"])
             and row["source_id"] != row["label"]], "amount_cents"
        )
        left = [item["unit_price_cents"] * item["quantity"] - off(item, "promo") for item in items]
        for item, share in zip(items, spread_over_lines(use["worth_cents"], items, left)):
            self.findings.equal("adjustments", f"{key}, line {item['line']}", "points", off(item, "points"), share)

    def check_discounts(self, order, items, adjustments):
        """Recalculates the discounts by staff from what was given: on lines first, then on the rest of the order."""
        given = [row for row in self.discounts.get(order["bill_id"], []) if row["taken_back_at"] is None]
        staff = [row for row in adjustments if row["kind"] in STAFF_KINDS]
        if self.is_tab(order["bill_id"]):
            return self.check_discounts_of_round(order, items, staff)
        known = {row["id"] for row in given}
        for row in staff:
            if row["source_id"] not in known:
                self.findings.add("adjustments", f"{order['id']}/{row['position']}", "nobody gave this discount")
        if not given or not items:
            return
        right = Counter()
        left = []
        for item in items:
            offers = [row for row in adjustments if row["kind"] in OFFER_KINDS and row["source_id"] != row["label"]]
            offered = total([row for row in offers if str(row["line"]) == str(item["line"])], "amount_cents")
            whole = item["unit_price_cents"] * item["quantity"] + offered
            own = sorted([row for row in given if row["line"] == item["line"]], key=lambda row: (row["kind"], row["id"]))
            offs = limit(whole, [amount_off(row, whole, item) for row in own])
            for row, off in zip(own, offs):
                right[row["id"], item["line"]] += off
            left.append(whole - sum(offs))
        on_order = sorted([row for row in given if row["line"] is None], key=lambda row: (row["kind"], row["id"]))
        shares = limit(sum(left), [amount_off(row, sum(left), None) for row in on_order])
        spread = spread_over_lines(sum(shares), items, left)
        for row, share in zip(on_order, shares):
            for at, part in enumerate(split(share, spread)):
                right[row["id"], items[at]["line"]] += part
                spread[at] -= part
        found = Counter()
        for row in staff:
            found[row["source_id"], row["line"]] -= row["amount_cents"]
        for key in sorted(set(right) | set(found), key=str):
            if len(on_order) > 1 and key[0] in {row["id"] for row in on_order}:
                continue  # Which of several discounts took a cent is not defined; their sum is checked below.
            row = f"{order['id']}, line {key[1]}"
            self.findings.equal("adjustments", row, f"discount {key[0]}", found[key], right[key])
        self.findings.equal("orders", order["id"], "discounts by staff", sum(found.values()), sum(right.values()))

    def check_discounts_of_round(self, order, items, staff):
        """On a tab a discount is an amount on each dish, which leaves the bill with the dish."""
        # One on a cancelled round was taken back, and stayed on its bill if that was merged into this one.
        is_cancelled = order["status"] == "cancelled"
        rows = self.tables["given-discounts"] if is_cancelled else self.discounts.get(order["bill_id"], [])
        given = {row["id"]: row for row in rows if is_cancelled or row["taken_back_at"] is None}
        lines = {item["line"]: item for item in items}
        for row in staff:
            gift, key = given.get(row["source_id"]), f"{order['id']}/{row['position']}"
            if gift is None or gift["kind"] != row["kind"]:
                self.findings.add("adjustments", key, "nobody gave this discount")
                continue
            item = lines.get(row["line"])
            if item is None:
                continue
            whole = item["unit_price_cents"] * item["quantity"]
            # Spread over the tax classes and then over the dishes, a share may be a cent more in each of the two.
            most = min(whole, amount_off(gift, whole, item) + (2 if gift["line"] is None else 0))
            self.findings.deny(-row["amount_cents"] > most, "adjustments", key, f"{-row['amount_cents']} off {whole}")

    def check_discount_of_tab(self, bill):
        """The only discount of a tab whose dishes stayed is recalculated over the rounds that it found."""
        given, orders = self.discounts.get(bill["id"], []), self.orders_of_bill.get(bill["id"], [])
        taken = Counter()
        for order in orders:
            if order["status"] != "cancelled":
                for row in self.adjustments.get(order["id"], []):
                    taken[row["source_id"]] -= row["amount_cents"]
        for row in given:
            if row["amount_cents"] is not None and taken[row["id"]] > row["amount_cents"]:
                self.findings.add("given-discounts", row["id"], f"{taken[row['id']]} off instead of {row['amount_cents']}")
        changed = any(order["status"] == "cancelled" or read_json(order["changes"], None) for order in orders)
        if changed or len(given) != 1 or given[0]["line"] is not None or given[0]["taken_back_at"] is not None:
            return
        found = [order for order in orders if order["order_time"] <= given[0]["given_at"]]
        offers = [row for order in found for row in self.adjustments.get(order["id"], []) if row["kind"] in OFFER_KINDS]
        whole = total(found, "subtotal_cents") + total(offers, "amount_cents")
        right = min(whole, amount_off(given[0], whole, None))
        self.findings.equal("given-discounts", given[0]["id"], "the discount", taken[given[0]["id"]], right)

    def check_taxes(self, order, items):
        key = order["id"]
        taxes = self.taxes.get(key, [])
        paid = defaultdict(int)
        for item in items:
            for tax_class, net in taxed_parts(item):
                paid[tax_class] += net
        for tax_class, net, _ in self.charges_of(order):
            paid[tax_class] += net
        highest, classes_of_code = {}, defaultdict(list)
        for tax in taxes:
            row = f"{key}, {tax['code']} {tax['rate']}"
            classes = read_list(tax["classes"])
            base = sum(paid.values()) if classes is None else sum(paid[each] for each in classes)
            amount = half_up(base * tax["rate"], RATE_UNIT + (tax["rate"] if tax["included"] else 0))
            right = base - amount if tax["included"] else base
            if not self.is_tab(order["bill_id"]):
                self.findings.equal("bill-taxes", row, "base_cents", tax["base_cents"], right)
                self.findings.equal("bill-taxes", row, "amount_cents", tax["amount_cents"], amount)
            highest[tax["code"]] = max(tax["rate"], highest.get(tax["code"], 0))
            classes_of_code[tax["code"]] += ["all"] if classes is None else classes
            if classes is not None and set(classes) - set(TAX_CLASSES):
                self.findings.add("bill-taxes", row, f"unknown tax class in {tax['classes']}")
        for code, classes in classes_of_code.items():
            if len(set(classes)) < len(classes) or ("all" in classes and len(classes) > 1):
                self.findings.add("bill-taxes", f"{key}, {code}", "taxes the same dishes twice")
        added = total([tax for tax in taxes if not tax["included"]], "amount_cents")
        self.findings.equal("orders", key, "tax_cents", order["tax_cents"], added)
        if taxes:
            labels = " + ".join(dict.fromkeys(tax["label"] for tax in taxes))
            self.findings.equal("orders", key, "tax_rate", order["tax_rate"], sum(highest.values()))
            self.findings.equal("orders", key, "tax_label", order["tax_label"], labels)

    def check_business_date(self, order):
        zone = self.locations.get(order["location_id"], {}).get("time_zone")
        bill = self.bills.get(order["bill_id"])
        if bill is not None and not self.is_tab(bill["id"]):  # A tab has the day on which it was opened.
            self.findings.equal("bills", bill["id"], "business_date", bill["business_date"], order["business_date"])
        if zone is None:
            return
        try:
            at = datetime.strptime(order["order_time"][:19], "%Y-%m-%d %H:%M:%S").replace(tzinfo=timezone.utc)
            local = at.astimezone(ZoneInfo(zone)).date().isoformat()
        except (KeyError, ValueError, OSError):
            return  # This machine has no time zones.
        self.findings.equal("orders", order["id"], "business_date", order["business_date"], local)

    def check_payment_status(self, order):
        payments = self.payments_of_bill.get(order["bill_id"], [])
        refunds = self.refunds_of_bill.get(order["bill_id"], [])
        captured = total([row for row in payments if row["status"] == "succeeded"], "amount_cents")
        paid = captured - total([row for row in refunds if row["of_change"]], "amount_cents")
        back = total([row for row in refunds if row["status"] == "succeeded" and not row["of_change"]], "amount_cents")
        whole, refunded = order["total_cents"], order["refunded_cents"]
        if self.is_tab(order["bill_id"]):
            if order["status"] == "cancelled":
                return
            whole = self.bills[order["bill_id"]]["total_cents"]
            refunded = total(self.orders_of_bill[order["bill_id"]], "refunded_cents")
        self.findings.equal("orders", order["id"], "refunded_cents", refunded, back)
        if paid > 0:
            right = {"refunded"} if back >= paid else {"paid"} if paid >= whole else {"pending"}
        elif any(row["status"] == "pending" for row in payments):
            right = {"pending"}
        else:
            right = {"paid"} if whole == 0 else {"unpaid", "failed"}
        if order["payment_status"] not in right:
            problem = f"payment_status is {order['payment_status']}, its payments say {' or '.join(sorted(right))}"
            self.findings.add("orders", order["id"], problem)

    def check_bill(self, bill):
        found, key = self.findings, bill["id"]
        orders = self.orders_of_bill.get(key, [])
        if self.is_tab(key):
            orders = [row for row in orders if row["status"] != "cancelled"]
            self.check_tab(bill, orders)
        for column in ["subtotal_cents", "tax_cents", "tip_cents", "total_cents", "discount_cents", "charges_cents"]:
            found.equal("bills", key, column, bill[column], total(orders, column))
        payments = [row for row in self.payments_of_bill.get(key, []) if row["status"] == "succeeded"]
        refunds = self.refunds_of_bill.get(key, [])
        self.check_cash_rounding(bill, [row for row in payments if row["method"] == "cash"], refunds)
        changed = total([row for row in refunds if row["of_change"]], "amount_cents")
        found.equal("bills", key, "paid_cents", bill["paid_cents"], total(payments, "amount_cents") - changed)
        if bill["paid_cents"] > bill["total_cents"]:
            found.add("bills", key, f"{bill['paid_cents']} paid of {bill['total_cents']}")
        if self.orders_of_bill.get(key):
            found.equal("bills", key, "is_void", bill["is_void"], all(row["status"] == "cancelled" for row in self.orders_of_bill[key]))
        found.deny(refunds and not bill["has_refunds"], "bills", key, "has_refunds is f, but it has refunds")
        for row in payments + refunds:
            if any(order["location_id"] != row["location_id"] for order in orders):
                found.add("bills", key, f"a payment or refund of it is at {row['location_id']}")

    def is_tab(self, bill_id):
        return (self.bills.get(bill_id) or {}).get("opened_at") is not None

    def check_cash_rounding(self, bill, payments, refunds):
        """Less than a coin for the bill, each of its parts, each bill merged into it and each payment that was undone."""
        key, rounding = bill["id"], total(payments, "cash_rounding_cents")
        roundings = 1 + self.parts_of_bill.get(key, 0) + self.merged_bills.get(key, 0) + len([row for row in refunds if row["is_undo"]])
        if abs(rounding) >= self.largest_coin * roundings:
            self.findings.add("bills", key, f"{rounding} of rounding in {len(payments)} cash payments")

    def check_tab(self, bill, orders):
        """Each tax is rounded once over all rounds. After a change of the settings, each round may be a cent off."""
        taxes = [tax for order in orders for tax in self.taxes.get(order["id"], [])]
        for code, rows in group(taxes, "code").items():
            by_rate = 0
            for (rate, included), same in group([{**tax, "_rate": (tax["rate"], tax["included"])} for tax in rows], "_rate").items():
                base = total(same, "base_cents") + (total(same, "amount_cents") if included else 0)
                by_rate += half_up(base * rate, RATE_UNIT + (rate if included else 0))
            # Small meals count at the full rate once the bill has grown.
            at_highest = half_up(total(rows, "base_cents") * max(tax["rate"] for tax in rows), RATE_UNIT)
            amount = total(rows, "amount_cents")
            if min(abs(amount - by_rate), abs(amount - at_highest)) >= len(orders):
                self.findings.add("bill-taxes", f"{bill['id']}, {code}", f"{amount}, its rounds pay {by_rate}")
        self.check_discount_of_tab(bill)
        first = [order for order in self.orders_of_bill.get(bill["id"], []) if order["id"] == bill["id"]]
        if self.orders_of_bill.get(bill["id"]) and not first:
            self.findings.add("bills", bill["id"], "its first round has another id")

    def coin_since(self, at):
        """The smallest coin since a week before a time: a device that was offline may send cash so late."""
        if at is None or not self.past_coins:
            return self.coin
        instant = lambda text: datetime.strptime(text[:19].replace("T", " "), "%Y-%m-%d %H:%M:%S")
        return min([self.coin, *(coin for coin, until in self.past_coins if instant(until) > instant(at) - timedelta(days=7))])

    def check_payment(self, payment):
        found, key = self.findings, payment["id"]
        amount, tip, rounding = (payment[each] for each in ("amount_cents", "tip_cents", "cash_rounding_cents"))
        found.deny(amount < 0 or tip < 0, "payments", key, "amount or tip is below zero")
        right = (payment["captured_at"] is None) != (payment["status"] == "succeeded")
        is_known = right and payment["status"] in ("pending", "succeeded", "failed")
        found.deny(not is_known, "payments", key, f"status {payment['status']}, captured_at {payment['captured_at']}")
        if payment["method"] != "cash":
            found.equal("payments", key, "cash_rounding_cents", rounding, 0)
        else:
            nearest = half_up(amount + tip, self.largest_coin) * self.largest_coin
            # The cash of a bill is rounded once, so a payment may be rounded to the coin on the other side.
            due = amount + tip + rounding
            found.deny(due % self.coin_since(payment["captured_at"]) or abs(due - nearest) > self.largest_coin, "payments", key, f"cash_rounding_cents is {rounding}")
            if payment["given_cents"] is not None and payment["given_cents"] < due:
                found.add("payments", key, f"the guest gave {payment['given_cents']} of {due}")
        if payment["tender"] == "cash" and payment["method"] != "cash":
            found.add("payments", key, "tender cash with another method")
        order = self.orders.get(payment["order_id"])
        # A payment that was undone stays on its bill when that is merged into another one.
        bill = self.bills.get(payment["bill_id"])
        is_left_behind = bill and bill["merged_into"] is not None and bill["paid_cents"] == 0
        if order and order["bill_id"] != payment["bill_id"] and not is_left_behind:
            found.add("payments", key, f"order and bill differ: {payment['order_id']}, {payment['bill_id']}")
        back = [row for row in self.refunds_of_payment.get(key, []) if row["status"] != "failed"]
        found.deny(back and payment["status"] != "succeeded", "payments", key, "was refunded without being paid")
        columns = ("amount_cents", "tip_cents", "cash_rounding_cents")
        for column in columns[:2]:
            if total(back, column) > payment[column]:
                found.add("payments", key, f"{total(back, column)} of {payment[column]} {column} went back")
        coins_in, coins_out = amount + tip + rounding, sum(total(back, column) for column in columns)
        found.deny(coins_out > coins_in, "payments", key, f"{coins_in} came in, {coins_out} went back")
        # What is left on a gift card may be paid out in coins.
        if back and total(back, "amount_cents") == amount and payment["bill_id"] is not None:
            found.equal("payments", key, "what went back of a payment that was refunded in full", coins_out, coins_in)
        if any(row["is_undo"] for row in back) and (payment["provider"] not in ("till", "gift-card") or coins_out != coins_in):
            found.add("payments", key, "was undone in part, or was a card payment")

    def check_refund(self, refund):
        found, key = self.findings, refund["id"]
        payment = self.payments.get(refund["payment_id"])
        if payment is None:
            return
        found.equal("refunds", key, "bill_id", refund["bill_id"], payment["bill_id"])
        found.deny(refund["amount_cents"] + refund["tip_cents"] <= 0, "refunds", key, "refunds nothing")
        # A refund that failed may have the time at which it failed.
        right = refund["status"] == "failed" or (refund["settled_at"] is None) != (refund["status"] == "succeeded")
        is_known = right and refund["status"] in ("requested", "succeeded", "failed")
        found.deny(not is_known, "refunds", key, f"status {refund['status']}, settled_at {refund['settled_at']}")
        if payment["method"] != "cash" and refund["method"] != "cash":
            found.equal("refunds", key, "cash_rounding_cents", refund["cash_rounding_cents"], 0)
        else:
            coins = refund["amount_cents"] + refund["tip_cents"] + refund["cash_rounding_cents"]
            # All of an earlier payment goes back as it was taken, also in coins that are no longer in use.
            found.equal("refunds", key, "what the coins cannot pay", coins % self.coin_since(payment["captured_at"]), 0)

    def check_refunds_of_dishes(self, bill_id):
        """The refunds of dishes are their share of the bill: each portion once, in sequence, with tax and tip."""
        orders = self.orders_of_bill.get(bill_id, [])
        every = self.refunds_of_bill[bill_id]
        refunds = [row for row in every if row["status"] != "failed"]
        if len(orders) != 1 or any(row["of_change"] for row in refunds):
            return
        captured = total(
            [row for row in self.payments_of_bill.get(bill_id, []) if row["status"] == "succeeded"], "amount_cents"
        )
        taken, before = [], 0
        for rows in sorted(group(refunds, "deed").values(), key=lambda rows: rows[0]["requested_at"]):
            amount, at = total(rows, "amount_cents"), rows[0]["requested_at"]
            lines = read_json(rows[0]["lines"], [])
            if lines is None:
                self.findings.add("refunds", rows[0]["id"], "its lines are no JSON")
                return
            if sum(1 for row in refunds if row["requested_at"] == rows[0]["requested_at"]) > len(rows):
                return  # The sequence of refunds of one moment is unknown, and with it the cent that each of them gets.
            if lines:
                # A part that failed later belongs to it, once if it was tried again. One that failed later held its amount.
                whole = {row["payment_id"]: row["amount_cents"] for row in every if row["deed"] == rows[0]["deed"]}
                failed = [row for row in every if row["status"] == "failed" and row["requested_at"] < at]
                held = [row for row in failed if (row["settled_at"] or at) > at]
                left = captured - before - total(held, "amount_cents")
                right = min(self.share_of_dishes(orders[0], lines, taken), left)
                self.findings.equal("refunds", rows[0]["deed"], "the refund of dishes", sum(whole.values()), right)
                taken += lines
            before += amount

    def share_of_dishes(self, order, chosen, taken):
        """Every portion of every part has its own share of net, taxes, tip and charges by percentage."""
        portions = []
        for item in self.items.get(order["id"], []):
            for part, (tax_class, net) in enumerate(taxed_parts(item), start=1):
                done, now = (quantity_of(rows, item["line"], part) for rows in (taken, chosen))
                for number, share in enumerate(split(net, [1] * item["quantity"])):
                    portions.append((share, tax_class, done <= number < done + now))
        dishes = [net for net, _, _ in portions]
        charges = self.charges_of(order)
        portions += [(net, tax_class, False) for tax_class, net, _ in charges]
        is_percentage = [False] * len(dishes) + [percent is not None for _, _, percent in charges]
        nets = [net for net, _, _ in portions]
        weights = dishes + [0] * len(charges)

        def goes_back(shares):
            spread = split(sum(share for share, each in zip(shares, is_percentage) if each), weights)
            chosen = [is_back for _, _, is_back in portions]
            return sum(share + extra for share, extra, is_back in zip(shares, spread, chosen) if is_back)

        amount = goes_back(nets) + goes_back(split(order["tip_cents"], nets))
        for tax in self.taxes.get(order["bill_id"], []):
            classes = read_list(tax["classes"]) or TAX_CLASSES
            paying = [net if tax_class in classes else 0 for net, tax_class, _ in portions]
            amount += 0 if tax["included"] else goes_back(split(tax["amount_cents"], paying))
        return amount

    def check_steps(self):
        steps = group(sorted(self.tables["order-status-history"], key=lambda row: int(row["id"])), "order_id")
        for order in self.tables["orders"]:
            before = None
            for step in steps.get(order["id"], []):
                if step["from_status"] != before or step["to_status"] not in HISTORY_STEPS:
                    problem = f"goes from {step['from_status']} to {step['to_status']} after {before}"
                    self.findings.add("order-status-history", step["id"], problem)
                before = step["to_status"]
            self.findings.equal("orders", order["id"], "status", order["status"], before)
            self.findings.equal("orders", order["id"], "status", before == "cancelled", order["cancelled_time"] is not None)

    def check_points(self):
        entries = self.tables["loyalty-entries"]
        of_user, of_order = group(entries, "user_id"), group(entries, "order_id")
        completed = group([row for row in self.tables["orders"] if row["status"] == "completed"], "user_id")
        users = {row["id"]: row for row in self.tables["users"]}
        for user in self.tables["users"]:
            points = total(of_user.get(user["id"], []), "points")
            self.findings.equal("users", user["id"], "loyalty_points", user["loyalty_points"], points)
            if user["is_deleted"]:
                continue
            left = [row["total_cents"] - row["refunded_cents"] for row in completed.get(user["id"], [])]
            self.findings.equal("users", user["id"], "total_spent_cents", user["total_spent_cents"], sum(left))
            orders = sum(1 for each in left if each > 0)
            self.findings.equal("users", user["id"], "total_orders", user["total_orders"], orders)
        of_use = group(entries, "spent_on")
        for use in self.tables["points-uses"]:
            kept = -sum(total(of_use.get(key, []), "points") for key in (use["order_id"], use["session_id"]) if key)
            self.findings.equal("points-uses", use["id"], "kept", int(use["kept"]), kept)
        for order in self.tables["orders"]:
            user = users.get(order["user_id"])
            if user is None or user["is_deleted"]:
                continue
            earns = order["status"] == "completed" and order["total_cents"] > order["refunded_cents"]
            right = (order["subtotal_cents"] - order["discount_cents"]) // CENTS_PER_POINT if earns else 0
            points = total(of_order.get(order["id"], []), "points")
            self.findings.equal("loyalty-entries", order["id"], "points", points, right)

    def check_gift_cards(self):
        """A card has on it what its entries add up to: what was paid for it here, or was on it in another system, less what
        its payments took and refunds gave back."""
        of_card, of_payment = (group(self.tables["gift-entries"], key) for key in ("card_id", "payment_id"))
        for card in self.tables["gift-cards"]:
            right = total(of_card.get(card["id"], []), "amount_cents")
            self.findings.equal("gift-cards", card["id"], "balance_cents", card["balance_cents"], right)
            self.findings.deny(card["balance_cents"] < 0, "gift-cards", card["id"], "is below zero")
            entries = of_card.get(card["id"], [])
            is_sold = any(row["kind"] == "sold" for row in entries)
            taken_over = [row for row in entries if row["kind"] == "taken-over"]
            wrong = taken_over and (is_sold or any(row["payment_id"] is not None for row in taken_over))
            self.findings.deny(wrong, "gift-cards", card["id"], "was taken over from another system and sold here")
        for payment in self.tables["payments"]:
            if payment["gift_card_id"] is None or payment["status"] != "succeeded":
                continue
            back = [row for row in self.refunds_of_payment.get(payment["id"], []) if row["status"] != "failed"]
            given_back = total(back, "amount_cents") + total(back, "tip_cents")
            entries = of_payment.get(payment["id"], [])
            if payment["bill_id"] is None:
                sold = total([row for row in entries if row["kind"] == "sold"], "amount_cents")
                self.findings.equal("gift-entries", payment["id"], "put on the card", sold, payment["amount_cents"])
                wrong = sold - total(entries, "amount_cents") > given_back
                self.findings.deny(wrong, "gift-entries", payment["id"], "more was taken off the card than was given back for it")
                continue
            kept = payment["amount_cents"] + payment["tip_cents"] - given_back
            taken = -total(entries, "amount_cents")
            self.findings.equal("gift-entries", payment["id"], "taken off the card", taken, kept)

    def check_sittings(self):
        """Every party sits at tables of its location, and alone."""
        tables = {row["id"]: row for row in self.tables["floor-tables"]}
        at_table = {}
        for row in self.tables["sittings"]:
            joined = (row.get("joined") or "").strip("{}").replace('"', "").split(",")
            for table_id in joined if joined[0] == row["table_id"] else [row["table_id"]]:
                at_table.setdefault(table_id, []).append(row)
        for table_id, sittings in at_table.items():
            until = ""
            for row in sorted(sittings, key=lambda row: (row["table_since"], row["ended_at"] or "9")):
                wrong = row["location_id"] != tables[table_id]["location_id"]
                self.findings.deny(wrong, "sittings", row["id"], "its table is at another location")
                self.findings.deny(row["table_since"] < until, "sittings", row["id"], "somebody else sits at its table")
                until = max(until, row["ended_at"] or "9")

    def check_drawers(self):
        """Counted drawers are their floats and entries, and cash in a drawer is a payment or refund, in coins."""
        entries = self.tables["drawer-entries"]
        of_shift = group(entries, "shift_id")
        for row in self.tables["drawer-shifts"]:
            sums = [DRAWER_SIGNS.get(each["kind"], 0) * each["amount_cents"] for each in of_shift.get(row["id"], [])]
            if row["state"] != "closed":
                continue
            self.findings.equal("drawer-shifts", row["id"], "expected_cents", row["expected_cents"], row["float_cents"] + sum(sums))
            difference = row["counted_cents"] - row["expected_cents"]
            self.findings.equal("drawer-shifts", row["id"], "difference_cents", row["difference_cents"], difference)
        moves = {row["id"]: row for name in ("payments", "refunds") for row in self.tables[name]}
        for row in entries:
            move = moves.get(row["payment_id"] or row["refund_id"])
            if move is not None:
                coins = move["amount_cents"] + move["tip_cents"] + move["cash_rounding_cents"]
                self.findings.equal("drawer-entries", row["id"], "amount_cents", row["amount_cents"], coins)

    def check_closings(self):
        """Closings have numbers without gaps, each the hash of the one before, their lines add up to zero, and each counted
        drawer is in one of them. One that was moved (misplaced_in) is also in the closing that listed it by mistake."""
        for location_id, closings in group(self.tables["closings"], "location_id").items():
            before = "0" * 64
            shifts = {int(row["number"]): row for row in self.tables["drawer-shifts"] if row["location_id"] == location_id}
            missing = {(row["closing"], number) for number, row in shifts.items() if row["closing"] is not None}
            for place, row in enumerate(sorted(closings, key=lambda row: int(row["number"])), 1):
                name = f"{location_id} No. {row['number']}"
                self.findings.equal("closings", name, "number", int(row["number"]), place)
                self.findings.deny(row["previous_hash"] != before, "closings", name, "does not follow the closing before")
                right = hashlib.sha256(f"{before}\n{row['content']}".encode()).hexdigest()
                self.findings.deny(row["hash"] != right, "closings", name, "its content does not have its hash")
                before, content = row["hash"], json.loads(row["content"])
                for lines in [content["lines"], *(late["lines"] for late in content["late"])]:
                    self.findings.equal("closings", name, "the sum of its lines", sum(line["amount"] for line in lines), 0)
                for number in (shift["number"] for shift in content["shifts"]):
                    shift = shifts.get(number, {"closing": None, "misplaced_in": None})
                    wrong = row["number"] not in (shift["closing"], shift.get("misplaced_in"))
                    self.findings.deny(wrong, "closings", name, f"lists drawer No. {number}, which is in another closing")
                    missing.discard((row["number"], number))
            for closing, number in missing:
                self.findings.add("closings", f"{location_id} No. {closing}", f"does not list drawer No. {number}")

    def check_hours(self):
        """A correction has a reason and replaces a shift of the same person, or adds one."""
        entries = {row["id"]: row for row in self.tables["work-entries"]}
        for name, row in entries.items():
            shift = entries.get(row["corrects"] or name, {})
            self.findings.equal("work-entries", name, "person_id", row["person_id"], shift.get("person_id"))
            self.findings.equal("work-entries", name, "has a reason", bool(row["reason"]), row["kind"] == "correction")

    def check_stays(self):
        """No table is promised twice, each is large enough, and without a plan there are never more guests than seats."""
        tables, has_to_fit = {row["id"]: row for row in self.tables["floor-tables"]}, "--stays" in sys.argv
        parties = {row["id"]: row for row in self.tables["reservations"]}
        for plans in group(self.tables["table-plans"], "table_id").values():
            until = ""
            for row in sorted(plans, key=lambda row: row["starts_at"]):
                self.findings.deny(row["starts_at"] < until, "table-plans", row["table_id"], "is promised to two parties")
                until = max(until, row["ends_at"])
        for party, plans in group(self.tables["table-plans"], "reservation_id").items() if has_to_fit else ():
            seats = sum(int(tables[row["table_id"]]["seats"]) for row in plans)
            is_small = seats < int(parties[party]["party_size"])
            self.findings.deny(is_small, "table-plans", party, "the party is larger than its tables")
        with_plan = {row["location_id"] for row in self.tables["floor-tables"] if row["removed_at"] is None}
        for place, rows in group(self.tables["reservations"], "location_id").items() if has_to_fit else ():
            location = self.locations[place]
            if location["counts_stays"] != "t" or place in with_plan:
                continue
            stays = [stay_of(row) for row in rows if row["stay_minutes"] and row["status"] not in ("cancelled", "no-show")]
            for moment, _, _ in stays:
                guests = sum(size for start, end, size in stays if start <= moment < end)
                self.findings.deny(guests > int(location["capacity"] or 40), "reservations", place, f"{guests} guests at {moment}")

    def check_stock(self):
        held, moved = Counter(), Counter()
        for row in self.tables["stock-holds"]:
            held[row["location_id"], row["item_id"]] += row["quantity"]
        of_line = defaultdict(list)
        for row in self.tables["stock-moves"]:
            moved[row["location_id"], row["item_id"]] += row["amount"]
            if row["order_id"] is not None:
                of_line[row["order_id"], row["line"], row["item_id"]].append(row)
        stock = {(row["location_id"], row["item_id"]): row["left_count"] for row in self.tables["stock"]}
        for key in sorted(set(stock) | set(moved), key=str):
            self.findings.equal("stock", "/".join(map(str, key)), "left_count", stock.get(key, 0), moved[key] - held[key])
        items = {(row["order_id"], row["line"]): row for row in self.tables["order-items"]}
        for (order_id, line, item_id), moves in of_line.items():
            order, row = self.orders.get(order_id), f"{order_id}, line {line}, {item_id}"
            amount = total(moves, "amount")
            self.findings.deny(amount > 0, "stock-moves", row, "more portions came back than went out")
            if order is None or order["status"] == "cancelled" or any(each["kind"] == "oversold" for each in moves):
                continue
            item = items.get((order_id, line))
            if item is not None and moves[0]["kind"] == "sale" and moves[0]["order_version"] == "1":
                # What was cooked does not come back when the order is changed.
                sold, is_cooked = portions_of(item, item_id), order["prep_start_time"] is not None
                self.findings.equal("stock-moves", row, "portions", -amount, max(sold, -amount) if is_cooked else sold)

def amount_off(row, whole, item):
    if row["kind"] == "price-match":
        return max(0, whole - row["price_cents"] * item["quantity"]) if item else 0
    if row["amount_cents"] is not None:
        return row["amount_cents"]
    return half_up(whole * (100 if row["percent"] is None else row["percent"]), 100)

def spread_over_lines(amount, items, left):
    """First over the tax classes, then over the lines of each class."""
    classes = [[at for at, item in enumerate(items) if (item["tax_class"] or "meal") == each] for each in TAX_CLASSES]
    shares = [0] * len(items)
    for places, of_class in zip(classes, split(amount, [sum(left[at] for at in places) for places in classes])):
        for at, part in zip(places, split(of_class, [left[at] for at in places])):
            shares[at] = part
    return shares

def quantity_of(lines, line, part):
    return sum(each["quantity"] for each in lines if each["line"] == line and each.get("part") in (None, part))

def portions_of(item, item_id):
    """How many portions of a dish or an option a line takes."""
    if item["item_id"] == item_id:
        return item["quantity"]
    units = 0
    for option in options_of(item):
        part = option.get("part") or {}
        if part.get("itemId") == item_id or f"{option.get('group')}/{option.get('id')}".split(".")[-1] == item_id:
            units += option.get("units", 1)
    return units * item["quantity"]

def check_digests(folder, findings):
    try:
        with open(os.path.join(folder, DIGESTS), encoding="utf-8", errors="replace") as file:
            text = file.read()
    except FileNotFoundError:
        raise NoExport(f"{DIGESTS} is missing. Add --sums-only for an export that was edited on purpose.") from None
    listed = {name: digest for digest, name in re.findall(r"^([0-9a-f]{64})  (.+)\n", text, re.MULTILINE)}
    findings.deny(text.count("\n") != len(listed) or not text.endswith("\n"), DIGESTS, "the file", "is damaged or cut off")
    there = set()
    for base, _, names in os.walk(folder):
        there.update(os.path.relpath(os.path.join(base, name), folder).replace(os.sep, "/") for name in names)
    for name in sorted(there - set(listed) - {DIGESTS}):
        findings.add(name, "the file", f"is not listed in {DIGESTS}")
    for name, digest in sorted(listed.items()):
        if name not in there:
            findings.add(name, "the file", "is missing")
        elif digest_of(os.path.join(folder, name)) != digest:
            findings.add(name, "the file", f"was changed or cut off after the export; {DIGESTS} has another digest")

def digest_of(path):
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        for block in iter(lambda: file.read(1 << 20), b""):
            digest.update(block)
    return digest.hexdigest()

def main(arguments):
    folders = [each for each in arguments if each not in ("--sums-only", "--stays")]
    if len(folders) != 1 or not os.path.isdir(folders[0]):
        print(__doc__.strip(), file=sys.stderr)
        return 2
    csv.field_size_limit(1 << 30)
    findings = Findings()
    try:
        if "--sums-only" not in arguments:
            check_digests(folders[0], findings)
        checker = Checker(folders[0])
        checker.check()
        findings += checker.findings
    except NoExport as error:
        findings.insert(0, str(error))
    except (KeyError, TypeError) as error:
        findings.append(f"a column or a value is missing: {error!r}")
    for row in findings[:MAX_SHOWN]:
        print(f"no: {row}")
    if findings:
        print(f"{len(findings)} differences.")
        return 1
    counts = ", ".join(f"{len(checker.tables[each])} {each}" for each in ("bills", "order-items", "payments", "refunds"))
    print(f"yes: everything adds up. {counts}.")
    return 0

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
