import { refuse, addCents, type Cents, ZERO } from '@tiffin/domain/core';
import { SYSTEM_ACTOR, customerTotals } from '@tiffin/domain/people';
import { sql } from 'kysely';
import type pg from 'pg';
import { storedLinkKey, type LinkKeys } from '../../platform/auth/link-keys.ts';
import type { Context, Db } from '../../context.ts';
import { copyIn } from '../../platform/db/copy-in.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { recordAuditEntries } from '../../modules/log/record-audit-entries.ts';
import { rollUpOrders } from '../../modules/figures/roll-up-orders.ts';
import { demoHistory, pastOrders, type HistoryPlan } from '@tiffin/demo/history/history';
import type { PastBatch, Millis, PastOrder } from '@tiffin/demo/history/record';
import { addOwnerData } from './add-owner-data.ts';
import * as rows from './rows.ts';
import { loyaltyRows, refundedOf } from './rows.ts';

/** What was created, for the person who ran the command. */
interface CreatedHistory {
  readonly orders: number;
  readonly people: number;
}

/** The audit action for these orders. They were never placed and have no events or messages. */
export const HISTORY_WRITTEN = 'lay-history';

/** Orders counted into the figures at a time. */
const COUNT_BATCH = 25_000;

/**
 * Creates realistic past orders for the demo restaurant, by default for the last two years. Uses COPY in batches while
 * another connection updates the figures. All rules for placed orders hold. Works once per database.
 */
export async function writeHistory(
  context: Context,
  orders: number,
  notify: (done: number) => void,
  span: Partial<Pick<HistoryPlan, 'days' | 'tonight'>> = {},
): Promise<CreatedHistory> {
  await requireNoHistory(context.db);
  const staffByLocation = await readStaff(context.db);
  const plan = demoHistory(orders, context.clock.now(), await readRegulars(context.db), span);
  const tally = new Tally();
  const written = { orders: 0, people: 0 };
  let uncounted: string[] = [];
  let counting = Promise.resolve();
  const count = async (): Promise<void> => {
    const ids = uncounted;
    uncounted = [];
    await counting;
    counting = countOrders(context, ids);
  };
  for (const batch of pastOrders(plan)) {
    await writeBatch(context, batch, staffByLocation);
    for (const order of batch.orders) {
      tally.add(order);
      uncounted.push(order.orderId);
    }
    if (uncounted.length >= COUNT_BATCH) await count();
    written.orders += batch.orders.length;
    written.people += batch.people.length;
    notify(written.orders);
  }
  await count();
  await counting;
  await addTotals(context.db, tally.people());
  await addOwnerData(context.db, context.clock.now());
  await transaction(context.db, (tx) =>
    recordAuditEntries(tx, {
      at: context.clock.now(),
      actor: SYSTEM_ACTOR,
      action: HISTORY_WRITTEN,
      subject: { kind: 'orders', id: 'demo' },
      after: { orders: written.orders },
    }),
  );
  // Update the planner's statistics after the bulk insert at once.
  await context.database.pool.query('vacuum analyze');
  return written;
}

function countOrders(context: Context, ids: readonly string[]): Promise<void> {
  return transaction(context.db, async (tx) => {
    await sql`set local synchronous_commit = off`.execute(tx);
    await rollUpOrders(tx, sql`o.id = any(${ids})`);
  });
}

async function writeBatch(context: Context, batch: PastBatch, staffByLocation: StaffByLocation): Promise<void> {
  const client = await context.database.pool.connect();
  try {
    await client.query('begin; set local synchronous_commit = off');
    await copyBatch(client, batch, staffByLocation, context.linkKeys);
    await client.query('commit');
    client.release();
  } catch (error) {
    // Closes the connection with its open transaction.
    client.release(true);
    throw error;
  }
}

/** Copies the tables in the order of their references. */
async function copyBatch(
  client: pg.PoolClient,
  { people, orders }: PastBatch,
  staffByLocation: StaffByLocation,
  linkKeys: LinkKeys,
): Promise<void> {
  const staffOf = ({ locationId, placedAt }: PastOrder): rows.DemoStaff => {
    const staff = staffByLocation.get(locationId) ?? [];
    return staff[placedAt % staff.length] ?? FORMER_STAFF;
  };
  const rowOrNone = <Row>(row: Row | null): Row[] => (row === null ? [] : [row]);
  await copyIn(client, 'users', people.map(rows.userRow));
  await copyIn(client, 'bills', orders.map(rows.billRow));
  const tokenOf = ({ orderId }: PastOrder) => storedLinkKey(linkKeys, 'receipt', orderId);
  const orderRows = orders.map((order) => rows.orderRow(order, staffOf(order), tokenOf(order)));
  await copyIn(client, 'orders', orderRows);
  await copyIn(client, 'order_items', orders.flatMap(rows.itemRows));
  await copyIn(client, 'bill_taxes', orders.flatMap(rows.taxRows));
  await copyIn(client, 'order_charges', orders.flatMap(rows.chargeRows));
  await copyIn(client, 'adjustments', orders.flatMap(rows.adjustmentRows));
  const discounts = orders.flatMap((order) => rowOrNone(rows.discountRow(order, staffOf(order))));
  await copyIn(client, 'given_discounts', discounts);
  const statusChanges = orders.flatMap((order) => rows.historyRows(order, staffOf(order)));
  await copyIn(client, 'order_status_history', statusChanges);
  const payments = orders.flatMap((order) => rowOrNone(rows.paymentRow(order, staffOf(order))));
  await copyIn(client, 'payments', payments);
  const refunds = orders.flatMap((order) => rows.refundRows(order, staffOf(order)));
  await copyIn(client, 'refunds', refunds);
  const sandboxSessions = orders.flatMap((order) => rowOrNone(rows.sandboxRow(order)));
  await copyIn(client, 'sandbox_sessions', sandboxSessions);
  await copyIn(client, 'sandbox_refunds', orders.flatMap(rows.sandboxRefundRows));
  await copyIn(client, 'loyalty_entries', orders.flatMap(rows.loyaltyRows));
}

async function requireNoHistory(db: Db): Promise<void> {
  const past = await db.selectFrom('payments').select('id').where('id', 'like', 'past-%').limit(1).executeTakeFirst();
  if (past) throw refuse('already-exists', 'This database has its past orders already.');
  const locations = await db.selectFrom('locations').select('id').where('id', 'in', ['truro', 'new-glasgow']).execute();
  if (locations.length < 2)
    throw refuse('failed-precondition', 'Past orders need the demo restaurant’s two locations.');
}

type StaffByLocation = ReadonlyMap<string, readonly rows.DemoStaff[]>;
const FORMER_STAFF: rows.DemoStaff = { id: 'past-staff', name: 'Staff' };

/** Who works at each location. */
async function readStaff(db: Db): Promise<StaffByLocation> {
  const staff = await db
    .selectFrom('users')
    .innerJoin('user_locations', 'user_locations.user_id', 'users.id')
    .select(['users.id', 'users.name', 'user_locations.location_id'])
    .where('users.role', 'in', ['staff', 'manager'])
    .orderBy('users.id')
    .execute();
  return Map.groupBy(staff, ({ location_id: location }) => location);
}

/** The demo's customers, who also get past orders. */
async function readRegulars(db: Db): Promise<HistoryPlan['regulars']> {
  const guests = await db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'phone_number'])
    .where('email', 'in', ['customer@demo.test', 'customer2@demo.test'])
    .orderBy('email')
    .execute();
  return guests.map(({ id, name, email, phone_number: phone }) => ({
    id,
    name,
    email,
    phone: phone ?? '',
    locationId: email === 'customer@demo.test' ? 'truro' : 'new-glasgow',
  }));
}

async function addTotals(db: Db, people: readonly PersonTotals[]): Promise<void> {
  await sql`
    update users u set total_orders = u.total_orders + t.orders, total_spent_cents = u.total_spent_cents + t.spent,
                       loyalty_points = u.loyalty_points + t.points, last_order_at = greatest(u.last_order_at, t.last_order_at)
    from unnest(${people.map((each) => each.id)}::text[], ${people.map((each) => each.orders)}::int[],
                ${people.map((each) => each.spent)}::bigint[], ${people.map((each) => each.points)}::int[],
                ${people.map((each) => new Date(each.lastOrderAt))}::timestamptz[])
      as t (id, orders, spent, points, last_order_at)
    where u.id = t.id
  `.execute(db);
}

interface PersonTotals {
  readonly id: string;
  readonly orders: number;
  readonly spent: Cents;
  readonly points: number;
  readonly lastOrderAt: Millis;
}

/** Sums what each person ordered, spent and earned. */
class Tally {
  readonly #people = new Map<string, PersonTotals>();

  add(order: PastOrder): void {
    const id = order.customer.personId;
    if (id === null || order.status !== 'completed') return;
    const { totalOrders, totalSpent } = customerTotals([
      { status: order.status, total: order.price.total, refunded: refundedOf(order) },
    ]);
    const before = this.#people.get(id) ?? { id, orders: 0, spent: ZERO, points: 0, lastOrderAt: 0 };
    this.#people.set(id, {
      id,
      orders: before.orders + totalOrders,
      spent: addCents(before.spent, totalSpent),
      points: before.points + loyaltyRows(order).reduce((sum, entry) => sum + entry.points, 0),
      lastOrderAt: Math.max(before.lastOrderAt, order.placedAt),
    });
  }

  people(): readonly PersonTotals[] {
    return [...this.#people.values()];
  }
}
