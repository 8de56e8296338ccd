import { say } from '../core/language.ts';
import { addCents, cents, ZERO, type Cents } from '../core/money.ts';
import { ok, type Result, fail } from '../core/result.ts';
import { seatName } from '../order/seats.ts';
import { allocate } from '../pricing/allocate.ts';
import { lineNet, type PricedLine } from '../pricing/priced-line.ts';
import type { TaxLine } from '../pricing/tax-codes.ts';
import { TAB_LIMITS } from './tab-limits.ts';

export interface SplitLine extends PricedLine {
  readonly orderId: string;
  readonly line: number;
  readonly name: string;
  /** Absent if the table shares it. */
  readonly seat?: number | undefined;
}

/** What a bill is made of when it is split. */
export interface BillToSplit {
  readonly lines: readonly SplitLine[];
  readonly taxes: readonly TaxLine[];
  readonly charges: Cents;
}

/** A line, or a share of one, that a part of the bill pays. */
export interface PartLine {
  readonly orderId: string;
  readonly line: number;
  readonly name: string;
  readonly quantity: number;
  /** Before tax. */
  readonly amount: Cents;
  /** The part has a share of the dish, which is for the whole table. */
  readonly isShared?: boolean;
}

/** What one guest pays of the bill. */
export interface BillPart {
  readonly label: string;
  /** With tax. */
  readonly amount: Cents;
  readonly lines: readonly PartLine[];
}

/** A quantity of a line that a part gets. */
export interface ChosenItem {
  readonly orderId: string;
  readonly line: number;
  readonly quantity: number;
}

interface SharedLine extends SplitLine {
  readonly isShared?: boolean;
  /** The quantity that each part shows; its amount is in proportion. */
  readonly quantities: readonly number[];
}

/** Splits a bill by seats. What the table shares is spread evenly over them. */
export function splitBySeats(
  lines: readonly SplitLine[],
  taxes: readonly TaxLine[],
  charges = ZERO,
): Result<BillPart[]> {
  const seats = [...new Set(lines.flatMap(({ seat }) => seat ?? []))].toSorted((a, b) => a - b);
  if (seats.length === 0) {
    return fail('invalid-argument', say`No dish has a seat. Split by dishes or in equal parts.`);
  }
  const shared = lines.map((line): SharedLine => {
    const isShared = line.seat === undefined && seats.length > 1;
    const pays = (seat: number) => line.seat === undefined || line.seat === seat;
    return { ...line, isShared, quantities: seats.map((seat) => (pays(seat) ? line.quantity : 0)) };
  });
  return ok(partsOf(shared, { taxes, charges }, seats.map(seatName)));
}

/** Splits a bill by dishes. Dishes in no group are one more part. */
export function splitByItems(
  lines: readonly SplitLine[],
  taxes: readonly TaxLine[],
  groups: readonly { readonly label: string; readonly items: readonly ChosenItem[] }[],
  charges = ZERO,
): Result<BillPart[]> {
  const items = groups.flatMap((group) => group.items);
  const isLineOf = (line: SplitLine) => (item: ChosenItem) => item.orderId === line.orderId && item.line === line.line;
  if (items.some((item) => !lines.some((line) => isLineOf(line)(item)))) {
    return fail('invalid-argument', say`This dish is not on the bill.`, { field: 'groups' });
  }
  const chosen = lines.map((line) => {
    const quantities = groups.map((group) =>
      group.items.filter(isLineOf(line)).reduce((sum, { quantity }) => sum + quantity, 0),
    );
    return { line, quantities, rest: line.quantity - quantities.reduce((sum, quantity) => sum + quantity, 0) };
  });
  const tooMany = chosen.find(({ rest }) => rest < 0);
  if (tooMany) {
    const { quantity, name } = tooMany.line;
    return fail('invalid-argument', say`There are only ${quantity} × ${name} on the bill.`, { field: 'groups' });
  }
  const hasRest = chosen.some(({ rest }) => rest > 0);
  const labels = groups.map(({ label }, index) => label || say`Part ${index + 1}`);
  const shared = chosen.map(({ line, quantities, rest }): SharedLine => ({
    ...line,
    quantities: hasRest ? [...quantities, rest] : quantities,
  }));
  const allLabels = hasRest ? [...labels, say`The rest`] : labels;
  // A group without dishes is no part, and pays no charges.
  const isUsed = allLabels.map((_, part) => shared.some(({ quantities }) => (quantities[part] ?? 0) > 0));
  const usedOf = <Value>(values: readonly Value[]) => values.filter((_, part) => isUsed[part]);
  const used = shared.map((line) => ({ ...line, quantities: usedOf(line.quantities) }));
  return ok(partsOf(used, { taxes, charges }, usedOf(allLabels)));
}

/** Splits what is still due into equal parts; the cents that are left over go to the first ones. */
export function splitEqually(due: Cents, parts: number): Result<BillPart[]> {
  if (!Number.isInteger(parts) || parts < 1 || parts > TAB_LIMITS.parts) {
    return fail('invalid-argument', say`Split a bill in 2 to ${TAB_LIMITS.parts} parts.`, { field: 'parts' });
  }
  // Each part needs at least a cent.
  if (due < parts) return fail('more-than-due', say`Nothing is left to pay of this bill.`);
  const weights = Array.from({ length: parts }, () => 1);
  return ok(allocate(due, weights).map((amount, index) => ({ label: say`Part ${index + 1}`, amount, lines: [] })));
}

/**
 * Spreads each tax of the bill over the parts by their taxed amounts, and the charges by their dishes, so that the parts
 * cost what the bill costs.
 */
function partsOf(
  lines: readonly SharedLine[],
  { taxes, charges }: { readonly taxes: readonly TaxLine[]; readonly charges: Cents },
  labels: readonly string[],
): BillPart[] {
  const split = lines.map((line) => ({ line, nets: allocate(lineNet(line), line.quantities) }));
  const netOf = (part: number, isTaxed: (line: SplitLine) => boolean) =>
    addCents(...split.filter(({ line }) => isTaxed(line)).map(({ nets }) => nets[part] ?? ZERO));
  const addedTaxes = taxes
    .filter(({ included }) => !included)
    .map(({ classes, amount }) => {
      const isTaxed = ({ taxClass = 'meal' }: SplitLine) => classes === null || classes.includes(taxClass);
      return allocate(
        amount,
        labels.map((_, part) => netOf(part, isTaxed)),
      );
    });
  const dishes = labels.map((_, part) => netOf(part, () => true));
  const chargesOfParts = allocate(charges, dishes);
  return labels.map((label, part) => ({
    label,
    amount: addCents(
      dishes[part] ?? ZERO,
      chargesOfParts[part] ?? ZERO,
      ...addedTaxes.map((shares) => shares[part] ?? ZERO),
    ),
    lines: split.flatMap(({ line, nets }) => {
      const quantity = line.quantities[part] ?? 0;
      if (quantity === 0) return [];
      const { orderId, line: number, name, isShared } = line;
      return [{ orderId, line: number, name, quantity, amount: nets[part] ?? ZERO, isShared: isShared || undefined }];
    }),
  }));
}

export interface PartPayments {
  readonly amount: Cents;
  readonly paid: Cents;
  readonly held: Cents;
}

/**
 * What is left to pay of each part, held amounts included. Money that was paid for no part, or for more than a part, is
 * taken off the last parts, so that the parts always owe together what the bill owes.
 */
export function duesOfParts(parts: readonly PartPayments[], due: Cents): Cents[] {
  const dues = parts.map(({ amount, paid }) => Math.max(0, amount - paid));
  let excess = dues.reduce((sum, each) => sum + each, 0) - due;
  for (let index = dues.length - 1; index >= 0 && excess > 0; index--) {
    const less = Math.min(excess, dues[index] ?? 0);
    dues[index] = (dues[index] ?? 0) - less;
    excess -= less;
  }
  // A payment that was undone belongs to no part any more.
  if (excess < 0 && dues.length > 0) dues[dues.length - 1] = (dues.at(-1) ?? 0) - excess;
  return dues.map(cents);
}

/** The id under which a part of a bill is paid. */
export function partId(billId: string, position: number): string {
  return `${billId}.${position}`;
}

/** The bill of an id, and the position of the part if the id names one. */
export function parseBillId(id: string): { readonly billId: string; readonly part: number | null } {
  const found = /^(?<billId>.+)\.(?<part>[1-9]\d{0,2})$/.exec(id);
  return found?.groups
    ? { billId: found.groups['billId'] ?? id, part: Number(found.groups['part']) }
    : { billId: id, part: null };
}
