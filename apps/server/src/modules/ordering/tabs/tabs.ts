import type { ResponseOf } from '@tiffin/contract';
import { cents, refuse, say, toDollars, valueOrThrow } from '@tiffin/domain/core';
import {
  isPrintOutdated,
  roundTargetOf,
  takesRounds,
  type BookedRound,
  type RoundTarget,
  type TabFacts,
} from '@tiffin/domain/tabs';
import { tableAllergies, type StatedAllergies } from '@tiffin/domain/order';
import { authorise, type Actor } from '@tiffin/domain/people';
import { sql, type RawBuilder } from 'kysely';
import type { Context, Db, Tx } from '../../../context.ts';
import type { OrderParts } from '../../../platform/db/order-row.ts';
import type { Row } from '../../../platform/db/schema.ts';
import { STORED_TAXES_OF_ORDER_SQL } from '../../orders/all-bill-taxes.ts';
import type { PricedRow } from '../../orders/order-parts.ts';
import { wireAllergies } from '../../orders/order-allergies.ts';
import { lockRounds, orderIdsOfBill } from '../../orders/queries.ts';
import { statedOnTab } from '../../orders/table-allergies.ts';

export type WireTab = ResponseOf<'getTab'>['tab'];

interface RoundRow extends Pick<Row<'orders'>, 'id' | 'status' | 'course' | 'item_count' | 'total_cents'> {
  readonly order_time: string;
  readonly held_at: string | null;
  /** When its dishes changed last. */
  readonly changed_at: string;
  /** The lines, charges and taxes after which the next round is priced; read by `lockTabForRound` only. */
  readonly items?: readonly PricedRow[] | null;
  readonly charges?: OrderParts['charges'] | null;
  readonly taxes?: BookedRound['taxes'];
}

/** The bill of a tab with what decides about it. */
export interface TabRow extends Row<'bills'> {
  opened_at: Date;
  party_size: number | null;
  party_name: string | null;
  table_id: string | null;
  table_name: string | null;
  has_left: boolean;
  has_payments: boolean;
  is_split: boolean;
  continued_by: string | null;
  rounds: RoundRow[];
  /** What was stated about allergies on it and on the bills that it continues. */
  stated: StatedAllergies[];
  /** Whether the bill changed while its lock was awaited, so that the rest is from before. */
  is_outdated?: boolean;
}

// The row's version changes with each update, so the locked version differs if the bill `b` changed while it waited.
const IS_OUTDATED = sql`, b.row_version is distinct from (select xmin::text from bills where id = b.id) as is_outdated`;
/** The lines, charges and taxes of a round `o`, after which the next round is priced. */
const LINES_AND_TAXES = sql`,
  (select json_agg(i) from (select unit_price_cents, unit_list_cents, net_cents, quantity, tax_class, options
    from order_items where order_id = o.id) i) as items,
  (select json_agg(c) from order_charges c where c.bill_id = o.bill_id and coalesce(c.order_id, c.bill_id) = o.id) as charges,
  (select json_agg(json_build_object('code', t.code, 'amount', t.amount_cents))
    from ${sql.raw(STORED_TAXES_OF_ORDER_SQL)} t) as taxes`;

/**
 * Reads tabs from all `bills`, or from those of a subquery. `where` names their bills `b` and their sittings `s`.
 * `more` are further columns of a bill, `ofRounds` of each of its rounds `o`.
 */
export async function readTabs(
  db: Db | Tx,
  where: RawBuilder<unknown>,
  { bills = sql`bills`, more = sql``, ofRounds = sql`` } = {},
): Promise<TabRow[]> {
  const { rows } = await sql<TabRow>`
    select b.*, s.party_size, coalesce(r.customer_name, s.name) as party_name, s.table_id,
      names_of_tables(tables_of_sitting(s.table_id, s.joined)) as table_name,
      s.ended_at is not null as has_left,
      b.paid_cents > 0 or exists (select from payments where bill_id = b.id and status = 'pending') as has_payments,
      exists (select from bill_parts where bill_id = b.id) as is_split,
      (select id from bills where continues = b.id) as continued_by, ${statedOnTab(sql`b.id`)} as stated${more},
      coalesce((select json_agg(o order by o.order_time, o.id) from (
        select id, status, order_time, course, held_at, item_count, total_cents, greatest(order_time, cancelled_time, (
          select max((each ->> 'at')::timestamptz) from jsonb_array_elements(o.changes) each where each -> 'lines' <> '[]'
        )) as changed_at${ofRounds} from orders o
        where id in (${orderIdsOfBill(sql`b.id`)})) o), '[]') as rounds
    from ${bills} b left join sittings s on s.id = b.sitting_id
    left join reservations r on r.id = s.reservation_id
    where b.opened_at is not null and ${where}
    order by b.opened_at, b.id
  `.execute(db);
  return rows;
}

function requireTab(tab: TabRow | undefined, actor: Actor): TabRow {
  if (!tab) throw refuse('not-found', say`This tab is not known. Load the tabs again.`);
  valueOrThrow(authorise('order.create-at-till', actor, { locationId: tab.location_id, sittingId: tab.sitting_id }));
  return tab;
}

/** Reads a tab, or the one into which it was merged. */
export async function readTab(db: Db | Tx, actor: Actor, billId: string): Promise<TabRow> {
  const tab = requireTab((await readTabs(db, sql`b.id = ${billId}`))[0], actor);
  return tab.merged_into === null ? tab : readTab(db, actor, tab.merged_into);
}

/** Locks the bill of a tab and reads it: the one that takes its rounds, or the last one of the tab. */
export async function lockTabForRound(
  tx: Tx,
  actor: Actor,
  billId: string,
): Promise<{ readonly tab: TabRow; readonly target: RoundTarget }> {
  const bills = sql`(select *, xmin::text as row_version from bills where id = ${billId} for update)`;
  const columns = { bills, more: IS_OUTDATED, ofRounds: LINES_AND_TAXES };
  const read = async () => requireTab((await readTabs(tx, sql`true`, columns))[0], actor);
  const first = await read();
  // One statement is enough, unless somebody changed the bill while it waited for the lock.
  const tab = first.is_outdated ? await read() : first;
  const target = roundTargetOf(tabFacts(tab));
  return target.kind === 'bill' ? lockTabForRound(tx, actor, target.billId) : { tab, target };
}

/** Locks tabs with all their orders: the bills and then the orders, each sorted by id, as everywhere. */
export async function lockTabs(tx: Tx, actor: Actor, billIds: readonly string[]): Promise<TabRow[]> {
  for (;;) {
    const found = await Promise.all(billIds.map((billId) => readTab(tx, actor, billId)));
    const ids = [...new Set(found.map(({ id }) => id))].toSorted();
    await sql`select from bills where id = any(${ids}::text[]) order by id for update`.execute(tx);
    await lockRounds(tx, ids);
    const tabs = await Promise.all(ids.map(async (billId) => readTab(tx, actor, billId)));
    // If one was merged while the lock of another one was awaited, the locks are taken again.
    if (tabs.every(({ id }) => ids.includes(id)))
      return found.map(({ id }) => tabs.find((tab) => tab.id === id)).filter((tab) => tab !== undefined);
  }
}

/** Locks a tab with all its orders, or the one into which it was merged. */
export async function lockTab(tx: Tx, actor: Actor, billId: string): Promise<TabRow> {
  const [tab] = await lockTabs(tx, actor, [billId]);
  if (!tab) throw refuse('not-found');
  return tab;
}

/** What decides whether a tab takes another round. */
export function tabFacts(tab: TabRow): TabFacts {
  return {
    mergedInto: tab.merged_into,
    continuedBy: tab.continued_by,
    isClosed: tab.closed_at !== null,
    isSplit: tab.is_split,
    hasPayments: tab.has_payments,
  };
}

/** True if its dishes changed after its bill was printed. */
export function isPrintedBillOld({ bill_out_at: printedAt, rounds }: TabRow): boolean {
  return isPrintOutdated(
    printedAt,
    rounds.map((round) => new Date(round.changed_at)),
  );
}

/** What staff call a tab: its name, its party, or its table. */
export function tabName({
  label,
  party_name: party,
  table_name: table,
}: Pick<TabRow, 'label' | 'party_name' | 'table_name'>): string {
  return label || party || (table === null ? '' : say`Table ${table}`);
}

const isHeld = ({ held_at: heldAt, status }: RoundRow) => heldAt !== null && status !== 'cancelled';

/** The courses with held dishes, in their sequence. */
export function heldCourses({ rounds }: TabRow): number[] {
  return [...new Set(rounds.filter(isHeld).map(({ course }) => course ?? 1))].toSorted((a, b) => a - b);
}

/** The courses that the kitchen makes or has made. */
export function firedCourses({ rounds }: TabRow): number[] {
  return rounds.flatMap((round) =>
    round.held_at === null && round.status !== 'cancelled' ? (round.course ?? []) : [],
  );
}

export function tabAnswer(tab: TabRow): WireTab {
  const due = tab.is_void ? 0 : Math.max(0, tab.total_cents - tab.paid_cents);
  const isClosed = tab.closed_at !== null && tab.paid_cents === 0;
  return {
    billId: tab.id,
    locationId: tab.location_id,
    label: tab.label ?? tab.party_name ?? '',
    isNamed: tab.label !== null,
    sittingId: tab.sitting_id,
    tableId: tab.has_left ? null : tab.table_id,
    tableName: tab.table_name ?? '',
    openedAt: tab.opened_at.toISOString(),
    openedBy: tab.opened_by ?? '',
    // A bill without dishes counts as paid, because nothing is due. Its tab is shown as open.
    state: isClosed ? 'closed' : tab.total_cents === 0 && !tab.is_void ? 'open' : tab.state,
    takesRounds: takesRounds(tabFacts(tab)),
    billOutAt: tab.bill_out_at?.toISOString() ?? null,
    isPrintOutdated: isPrintedBillOld(tab),
    continues: tab.continues,
    mergedInto: tab.merged_into,
    total: toDollars(cents(tab.total_cents)),
    paid: toDollars(cents(tab.paid_cents)),
    due: toDollars(cents(due)),
    allergies: wireAllergies(tableAllergies(tab.stated)),
    heldCourses: heldCourses(tab),
    rounds: tab.rounds.map((round) => ({
      orderId: round.id,
      status: round.status,
      orderTime: new Date(round.order_time).toISOString(),
      course: round.course,
      heldAt: round.held_at && new Date(round.held_at).toISOString(),
      itemCount: round.item_count,
      total: toDollars(cents(round.total_cents)),
    })),
  };
}

/** The tabs of a location that are not paid or closed, and those of parties that still sit. */
export async function listTabs({ db }: Context, actor: Actor, locationId: string): Promise<WireTab[]> {
  valueOrThrow(authorise('order.create-at-till', actor, { locationId }));
  const isOpen = sql`b.id in (
    select id from bills where location_id = ${locationId} and opened_at is not null and closed_at is null
    union select b.id from sittings s join bills b on b.sitting_id = s.id
      where s.location_id = ${locationId} and s.ended_at is null and b.merged_into is null
  )`;
  return (await readTabs(db, isOpen)).map(tabAnswer);
}
