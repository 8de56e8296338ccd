import type { ValidatedInput } from '@tiffin/contract';
import { cents, refuse, say, toDollars, valueOrThrow } from '@tiffin/domain/core';
import {
  splitByItems,
  splitBySeats,
  splitEqually,
  type BillPart,
  type BillToSplit,
  type SplitLine,
} from '@tiffin/domain/tabs';
import type { Context, Tx } from '../../../context.ts';
import { recordAuditEntry, type Author } from '../../log/record-audit-entries.ts';
import { amountLeftToPay, readLedger } from '../../ledger/ledger.ts';
import { openParts, readParts, replaceParts } from '../../ledger/bill-parts.ts';
import type { OrderRow } from '../../../platform/db/order-row.ts';
import { pricedLineOf, taxesOfOrder } from '../../orders/order-parts.ts';
import { combineRounds, readRounds } from '../../orders/rounds.ts';
import { touchTab } from '../../orders/tab-bills.ts';
import { lockTab, type TabRow } from './tabs.ts';

/**
 * Splits a bill into parts that cost together what it costs. Parts that were paid stay; others are replaced. Splitting into
 * one part undoes a split.
 */
export async function splitBill(
  context: Context,
  tx: Tx,
  by: Author,
  input: ValidatedInput<'splitBill'>['body'],
): Promise<TabRow> {
  const tab = await lockTab(tx, by.actor, input.billId);
  if (tab.closed_at !== null) throw refuse('tab-closed');
  if (tab.total_cents === 0) throw refuse('failed-precondition', say`Nothing was ordered on this tab yet.`);
  const ledger = await readLedger(tx, tab.id);
  if (input.by !== 'parts' && tab.has_payments) {
    throw refuse('bill-has-payments', say`This bill has a payment. Split what is left in equal parts.`);
  }
  const partsWithPayment = openParts(ledger, await readParts(tx, tab.id)).filter(({ paid, held }) => paid + held > 0);
  const left = amountLeftToPay(ledger);
  const undoesSplit = input.by === 'parts' && input.parts === 1;
  const parts =
    input.by === 'parts' ? valueOrThrow(splitEqually(left, input.parts ?? 0)) : await splitDishes(tx, tab.id, input);
  const nextPosition = Math.max(0, ...partsWithPayment.map(({ row }) => row.position)) + 1;
  const rows = [
    ...partsWithPayment.map(({ row, paid, held }) => ({
      ...row,
      amount_cents: cents(paid + held),
      lines: JSON.stringify(row.lines),
    })),
    ...(undoesSplit && partsWithPayment.length === 0 ? [] : parts).map(({ label, amount, lines }, index) => ({
      position: nextPosition + index,
      label: undoesSplit ? say`The rest` : label,
      amount_cents: amount,
      lines: JSON.stringify(lines),
    })),
  ];
  await replaceParts(tx, tab.id, rows);
  await touchTab(tx, tab.id);
  await recordAuditEntry(tx, { at: context.clock.now(), ...by }, 'split-bill', ['order', tab.id], {
    locationId: tab.location_id,
    after: { by: input.by, parts: rows.length, left: toDollars(left) },
  });
  return tab;
}

async function splitDishes(
  tx: Tx,
  billId: string,
  { by, groups }: ValidatedInput<'splitBill'>['body'],
): Promise<BillPart[]> {
  const { lines, taxes, charges } = billToSplit(await readRounds(tx, billId));
  if (by === 'seat') return valueOrThrow(splitBySeats(lines, taxes, charges));
  const labelledGroups = (groups ?? []).map(({ label, items }) => ({ label: label ?? '', items }));
  return valueOrThrow(splitByItems(lines, taxes, labelledGroups, charges));
}

/** The lines of a bill with its taxes and charges, as the rules of splitting take them. */
export function billToSplit(rounds: readonly OrderRow[]): BillToSplit {
  const { row, origins } = combineRounds(rounds);
  const lines = row.items.map((item, index): SplitLine => ({
    ...pricedLineOf(item),
    orderId: origins[index]?.orderId ?? row.id,
    line: origins[index]?.line ?? item.line,
    name: item.name,
    seat: item.seat ?? undefined,
  }));
  return { lines, taxes: taxesOfOrder(row), charges: cents(row.charges_cents) };
}
