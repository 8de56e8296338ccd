import type pg from 'pg';

export interface PromisedOrder {
  readonly orderId: string;
  /** The time of the response by this process's clock. */
  readonly at: number;
  /** Repeats the request. Null if it cannot be repeated. */
  readonly again: (() => Promise<string | null>) | null;
}

/**
 * Records what the restaurant confirmed, by the key of the request. Each order contains its key as a note to the
 * kitchen.
 */
export class Promised {
  readonly requested = new Set<string>();
  readonly orders = new Map<string, PromisedOrder>();
  readonly bookings = new Map<string, string>();
  readonly paid = new Set<string>();
  /** Partial payments that were confirmed. */
  readonly taken = new Set<string>();
  /** How many payments of an order were confirmed that two tablets collected. */
  readonly collected = new Map<string, number>();
  /** The number of changes of each order. */
  readonly changes = new Map<string, number>();

  changed(orderId: string): void {
    this.changes.set(orderId, (this.changes.get(orderId) ?? 0) + 1);
  }
}

/** Describes confirmed requests whose effect is missing or duplicated. Empty if there are none. */
export async function brokenPromises(promised: Promised, pool: pg.Pool): Promise<string[]> {
  const { rows: orders } = await pool.query<{ key: string; ids: string[] }>(
    'select special_instructions as key, array_agg(id) as ids from orders where special_instructions = any($1) group by 1',
    [[...promised.requested]],
  );
  const { rows: bookings } = await pool.query<{ key: string; ids: string[] }>(
    'select special_requests as key, array_agg(reservation_id) as ids from reservations where special_requests = any($1) group by 1',
    [[...promised.requested]],
  );
  const { rows: paid } = await pool.query<{ id: string; payments: number }>(
    `select session_id as id, count(*)::int as payments from payments
     where session_id = any($1) and status = 'succeeded' group by 1`,
    [[...promised.paid]],
  );
  const broken: string[] = [];
  const there = new Map([...orders, ...bookings].map((row) => [row.key, row.ids]));
  for (const [key, ids] of there) if (ids.length > 1) broken.push(`made twice: ${key} is ${ids.join(' and ')}`);
  for (const [key, { orderId }] of promised.orders) {
    if (!there.get(key)?.includes(orderId)) broken.push(`answered and not there: order ${orderId}`);
  }
  for (const [key, id] of promised.bookings) {
    if (!there.get(key)?.includes(id)) broken.push(`answered and not there: booking ${id}`);
  }
  const payments = new Map(paid.map((row) => [row.id, row.payments]));
  for (const id of promised.paid) {
    if (payments.get(id) !== 1) broken.push(`paid once, booked ${payments.get(id) ?? 0} times: ${id}`);
  }
  const { rows: taken } = await pool.query<{ id: string }>(
    `select id from payments where status = 'succeeded' and id = any($1)`,
    [[...promised.taken]],
  );
  const parts = new Set(taken.map(({ id }) => id));
  for (const id of promised.taken) if (!parts.has(id)) broken.push(`taken and not there: ${id}`);
  broken.push(...(await wrongCollections(promised, pool)));
  const { rows: changed } = await pool.query<{ id: string; times: number }>(
    `select id, jsonb_array_length(coalesce(changes, '[]')) as times from orders where id = any($1)`,
    [[...promised.changes.keys()]],
  );
  for (const { id, times } of changed) {
    const expected = promised.changes.get(id);
    if (times !== expected) broken.push(`said to be changed ${expected} times, changed ${times} times: order ${id}`);
  }
  for (const { orderId, again } of promised.orders.values()) {
    const answer = again ? await again() : orderId;
    if (answer !== orderId) broken.push(`asked again, another answer: ${orderId}, then ${String(answer)}`);
  }
  return broken;
}

async function wrongCollections({ collected }: Promised, pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ id: string; payments: number }>(
    `select order_id as id, count(*)::int as payments from payments
     where order_id = any($1) and status = 'succeeded' group by 1`,
    [[...collected.keys()]],
  );
  const recorded = new Map(rows.map((row) => [row.id, row.payments]));
  return [...collected].flatMap(([id, times]) =>
    recorded.get(id) === times
      ? []
      : [`collected ${times} times, recorded ${recorded.get(id) ?? 0} times: order ${id}`],
  );
}
