import type { ResponseOf } from '@tiffin/contract';
import { cents, percentText, valueOrThrow, refuse, say, toDollars, type Cents } from '@tiffin/domain/core';
import { authorise, type Actor } from '@tiffin/domain/people';
import {
  DISCOUNT_REASON_LABELS,
  DISCOUNT_REASONS,
  staffDiscountLabel,
  staffDiscountSum,
  isWithinLimit,
  type StaffDiscount,
  type DiscountLimit,
} from '@tiffin/domain/pricing';
import { sql, type Insertable } from 'kysely';
import type { Db, Tx } from '../../../platform/db/connection.ts';
import { requireMoneyScope } from '../../../platform/auth/require-scope.ts';
import { idsOf } from '../../../platform/db/sql-lists.ts';
import type { Schema, Row } from '../../../platform/db/schema.ts';
import { actorColumns } from '../../log/audit-row.ts';
import { managersWithPin, type Person } from '../../people/manager-approval.ts';
import { readSite } from '../../locations/restaurant/site.ts';
import type { OrderRow } from '../../../platform/db/order-row.ts';
import { orderIdsOfBill } from '../queries.ts';
import { moneyText } from '../../outbox/templates/mail-formats.ts';

export type StaffDiscountRow = Row<'given_discounts'>;
type StaffDiscountAnswer = ResponseOf<'getBill'>['bill']['given'][number];

/** Reads the discounts of a bill that were not taken back, oldest first. */
export async function readStaffDiscounts(db: Db | Tx, billId: string): Promise<StaffDiscountRow[]> {
  return db
    .selectFrom('given_discounts')
    .selectAll()
    .where('bill_id', '=', billId)
    .where('taken_back_at', 'is', null)
    .orderBy('given_at')
    .orderBy('id')
    .execute();
}

/** Converts a row into the discount that pricing uses. The line number becomes an index of `items`. */
export function staffDiscountOf(row: StaffDiscountRow, items: readonly { readonly line: number }[]): StaffDiscount {
  return {
    id: row.id,
    kind: row.kind,
    line: row.line === null ? null : items.findIndex(({ line }) => line === row.line),
    percent: row.percent,
    amount: row.amount_cents === null ? null : cents(row.amount_cents),
    price: row.price_cents === null ? null : cents(row.price_cents),
    reason: DISCOUNT_REASONS.find((reason) => reason === row.reason) ?? 'other',
    note: row.note ?? '',
  };
}

/** Who gave the discount, and who approved it. */
export interface DiscountAuthor {
  readonly actor: Actor;
  readonly at: Date;
  readonly approvedBy?: Approver | null | undefined;
}

interface Approver {
  readonly userId: string;
  readonly name: string;
}

/** Stores discounts of staff. Their `line` is the number of the line here, not its index. */
export async function insertStaffDiscounts(
  tx: Tx,
  billId: string,
  discounts: readonly StaffDiscount[],
  by: DiscountAuthor,
): Promise<void> {
  if (discounts.length === 0) return;
  const who = actorColumns(by.actor);
  const rows = discounts.map((each): Insertable<Schema['given_discounts']> => ({
    id: each.id,
    bill_id: billId,
    kind: each.kind,
    line: each.line,
    percent: each.percent,
    amount_cents: each.amount,
    price_cents: each.price,
    reason: each.reason,
    note: each.note || null,
    given_at: by.at,
    given_by: who.actor_id,
    given_by_name: who.actor_name,
    approved_by: by.approvedBy?.userId ?? null,
    approved_by_name: by.approvedBy?.name ?? null,
  }));
  await tx.insertInto('given_discounts').values(rows).execute();
}

/** Takes back the discounts of lines that an order change removed. */
export async function removeDiscountsOfRemovedLines(
  tx: Tx,
  order: OrderRow,
  discounts: readonly StaffDiscountRow[],
  actor: Actor,
): Promise<void> {
  const orphaned = discounts.filter(({ line }) => line !== null && !order.items.some((item) => item.line === line));
  if (orphaned.length > 0) await takeBackDiscounts(tx, idsOf(orphaned), actor, order.updated_at);
}

/** Takes back the discounts of a tab whose dishes are all off its bill. They stay with the dishes of a void bill. */
export async function takeBackUnusedDiscounts(tx: Tx, billId: string, actor: Actor, now: Date): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    with on_bill as (
      select id from orders where id in (${orderIdsOfBill(sql`${billId}`)}) and status <> 'cancelled'
    )
    select g.id from given_discounts g
    where g.bill_id = ${billId} and g.taken_back_at is null and exists (select from on_bill) and not exists (
      select from adjustments a
      where a.bill_id = ${billId} and a.source_id = g.id and coalesce(a.order_id, a.bill_id) in (select id from on_bill))
  `.execute(tx);
  if (rows.length > 0) await takeBackDiscounts(tx, idsOf(rows), actor, now);
}

/** Marks discounts of staff as taken back. */
export async function takeBackDiscounts(tx: Tx, ids: readonly string[], actor: Actor, now: Date): Promise<void> {
  const who = actorColumns(actor);
  await tx
    .updateTable('given_discounts')
    .set({ taken_back_at: now, taken_back_by: who.actor_id, taken_back_by_name: who.actor_name })
    .where('id', 'in', ids)
    .execute();
}

/**
 * Checks that the actor may give the discounts of a bill. Staff may discount up to the limit of the restaurant, counted
 * over the whole bill. Above it, a manager of the location must give the discount or approve it with their PIN. An API
 * key needs the scope of payments, because a discount gives away what is due. Returns the approver if one was needed.
 */
export async function requireDiscountApproval(
  db: Db | Tx,
  actor: Actor,
  locationId: string,
  discounts: {
    readonly limit: DiscountLimit;
    readonly subtotal: Cents;
    readonly sum: Cents;
    readonly manager: Person | null | undefined;
    /** The text of the refusal, with the limit. */
    readonly refusalText?: (most: string) => string;
  },
): Promise<Approver | null> {
  const scope = { locationId };
  valueOrThrow(authorise('order.discount', actor, scope));
  requireMoneyScope(actor);
  const { limit, subtotal, sum, manager, refusalText = beyondLimitText } = discounts;
  if (isWithinLimit(limit, subtotal, sum) || authorise('order.discount-beyond', actor, scope).ok) return null;
  // The PIN may belong to a manager of another location, because staff can work at two.
  if (manager && authorise('order.discount-beyond', manager, scope).ok) {
    return { userId: manager.userId, name: manager.name };
  }
  const { currency } = await readSite(db);
  const most = say`${percentText(limit.percent)} and ${moneyText(limit.most, currency)}`;
  throw refuse('manager-needed', refusalText(most), {
    limit: { percent: limit.percent, most: toDollars(limit.most) },
    managers: await managersWithPin(db, locationId),
  });
}

const beyondLimitText = (most: string) => say`Staff may take off up to ${most} of a bill. A manager approves more.`;

export function staffDiscountTotal({ parts }: Pick<OrderRow, 'parts'>): Cents {
  return staffDiscountSum(
    (parts?.adjustments ?? []).map(({ kind, amount_cents: amount }) => ({ kind, amount: cents(amount) })),
  );
}

/** The restaurant's limit up to which staff may discount without approval. */
export async function readDiscountLimit(db: Db | Tx): Promise<DiscountLimit> {
  const { staffDiscountPercent: percent, staffDiscountMost } = await readSite(db);
  return { percent, most: cents(Math.round(staffDiscountMost * 100)) };
}

/** A discount of staff as the API shows it, with the label and the amount that the order stores. */
export function staffDiscountAnswer(row: StaffDiscountRow, order: Pick<OrderRow, 'parts'>): StaffDiscountAnswer {
  const own = order.parts?.adjustments.filter(({ source_id: source }) => source === row.id) ?? [];
  const dollars = (value: number | null) => (value === null ? null : toDollars(cents(value)));
  return {
    id: row.id,
    kind: row.kind,
    line: row.line,
    label: own[0]?.label ?? staffDiscountLabel(row),
    percent: row.percent,
    amount: dollars(row.amount_cents),
    price: dollars(row.price_cents),
    off: toDollars(cents(-own.reduce((sum, { amount_cents: amount }) => sum + amount, 0))),
    reason: DISCOUNT_REASON_LABELS[DISCOUNT_REASONS.find((reason) => reason === row.reason) ?? 'other'],
    note: row.note ?? '',
    by: row.given_by_name ?? '',
    approvedBy: row.approved_by_name,
    at: row.given_at.toISOString(),
  };
}
