import { say } from '../core/language.ts';
import { addCents, cents, subtractCents, ZERO, type Cents } from '../core/money.ts';
import { fail, ok, type Result } from '../core/result.ts';
import { sumOf } from '../core/variants.ts';

import { splitByItems, splitEqually, type BillToSplit, type ChosenItem } from './split.ts';

/** What a phone chose to pay at its table; stored with the payment. */
export interface PaidAtTable {
  readonly guestId: string;
  readonly lines?: readonly ChosenItem[];
  /** One of so many equal parts. */
  readonly of?: number;
}

/** A payment of a bill that succeeded or has an open page. */
export interface TablePayment {
  readonly amount: Cents;
  readonly atTable: PaidAtTable | null;
}

const isSameLine = (one: ChosenItem) => (other: ChosenItem) => one.orderId === other.orderId && one.line === other.line;

/** How many portions of a line phones have paid, or are paying. */
export function paidPortions(payments: readonly TablePayment[], line: Omit<ChosenItem, 'quantity'>): number {
  const chosen = payments.flatMap(({ atTable }) => atTable?.lines ?? []);
  return sumOf(chosen.filter(isSameLine({ ...line, quantity: 0 })).map(({ quantity }) => quantity));
}

/**
 * What some dishes of a bill cost, with their shares of the taxes and charges. It is the difference between what the
 * dishes cost that are paid with them and without, so that all dishes together cost what the bill costs.
 */
export function costOfLines(
  bill: BillToSplit,
  payments: readonly TablePayment[],
  chosen: readonly ChosenItem[],
): Result<Cents> {
  // A dish that was paid may have been taken off the bill since.
  const paid = bill.lines.flatMap(({ orderId, line, quantity }) => {
    const portions = Math.min(quantity, paidPortions(payments, { orderId, line }));
    return portions > 0 ? [{ orderId, line, quantity: portions }] : [];
  });
  for (const line of bill.lines) {
    const wanted = sumOf(chosen.filter(isSameLine(line)).map(({ quantity }) => quantity));
    const open = line.quantity - (paid.find(isSameLine(line))?.quantity ?? 0);
    if (wanted <= open) continue;
    return fail('more-than-due', say`${line.name} was paid meanwhile, or somebody at your table is paying for it.`);
  }
  const costOf = (items: readonly ChosenItem[]): Result<Cents> => {
    if (items.length === 0) return ok(ZERO);
    const parts = splitByItems(bill.lines, bill.taxes, [{ label: '', items }], bill.charges);
    return parts.ok ? ok(parts.value[0]?.amount ?? ZERO) : parts;
  };
  const [before, after] = [costOf(paid), costOf([...paid, ...chosen])];
  if (!before.ok) return before;
  return after.ok ? ok(subtractCents(after.value, before.value)) : after;
}

/** What each line of a bill costs with its shares of the taxes and charges, by `keyOfLine`. */
export function lineCosts({ lines, taxes, charges }: BillToSplit): ReadonlyMap<string, Cents> {
  const groups = lines.map(({ orderId, line, quantity }) => ({ label: '-', items: [{ orderId, line, quantity }] }));
  const parts = splitByItems(lines, taxes, groups, charges);
  const costs = (parts.ok ? parts.value : []).flatMap(({ lines: own, amount }) =>
    own.map((line) => [keyOfLine(line), amount] as const),
  );
  return new Map(costs);
}

export const keyOfLine = ({ orderId, line }: Omit<ChosenItem, 'quantity'>): string => `${orderId} ${line}`;

/**
 * One of so many equal parts of what is due. Guests who choose the same number share the same sum, and the last of them
 * pays what is left.
 */
export function nextShare(left: Cents, payments: readonly TablePayment[], of: number): Result<Cents> {
  const shares = payments.filter(({ atTable }) => atTable?.of === of);
  if (shares.length >= of - 1) return ok(left);
  const parts = splitEqually(addCents(left, ...shares.map(({ amount }) => amount)), of);
  return parts.ok ? ok(cents(Math.min(left, parts.value[shares.length]?.amount ?? left))) : parts;
}
