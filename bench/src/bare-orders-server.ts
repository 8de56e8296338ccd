import { randomBytes, randomUUID } from 'node:crypto';
import { serve } from '@hono/node-server';
import { Postmaster } from '@tiffin/server/platform/db/embedded/postmaster';
import { openDatabase } from '@tiffin/server/platform/db/connection';
import { migrate } from '@tiffin/server/platform/db/migrate';
import { Hono, type Context } from 'hono';
import pg from 'pg';
import { z } from 'zod';

// The baseline for orders, run as its own process: the cost of Hono and pg alone. It checks the shape of the body,
// trusts its prices, knows no accounts, rights or menus, and writes the same rows to the same tables of a PostgreSQL
// with the same settings, in one prepared statement and one commit. Two of these rows contain the response, which is as
// long as ours. For dishes with stock it updates the counters, locked in the usual order, without checking them.
const folder = process.argv[2];
if (!folder) throw new Error('bare-orders-server <data folder>');
const postmaster = await Postmaster.start(folder, { info: () => undefined, warn: () => undefined });
const database = openDatabase(postmaster.connection, () => undefined);
await migrate(database.untyped);
await database.close();

const pool = new pg.Pool({ ...postmaster.connection, max: 10 });
// PostgreSQL closes the connections at the end.
pool.on('error', () => undefined);
await pool.query(
  `insert into locations (id, name, address, postal_code, phone) values ('truro', 'Truro Heights', '395 Truro Heights Road', 'B2N 1A1', '902-555-0123');`,
);
await pool.query(`insert into users (id, email, name) values ('guest', 'guest@demo.test', 'Priya Sharma')`);

const body = z.object({
  customerInfo: z.object({ name: z.string().min(2), email: z.email(), phone: z.string().min(10) }),
  items: z
    .array(
      z.object({
        id: z.string(),
        name: z.string(),
        price: z.number().positive(),
        quantity: z.number().int().positive(),
        category: z.string().default('food'),
        description: z.string().default(''),
        selectedSpiceLevel: z.number().min(1).max(5).default(1),
        spiceLevelName: z.string().default('Mild'),
        spiceLevelId: z.string().default('mild'),
        options: z.array(z.object({ groupId: z.string(), optionId: z.string(), units: z.number().int() })).optional(),
      }),
    )
    .min(1),
  locationInfo: z.object({ id: z.string(), name: z.string() }),
  orderType: z.enum(['pickup', 'delivery', 'dine-in']),
  tipAmount: z.number().nonnegative(),
  pricing: z.object({ subtotal: z.number(), tax: z.number(), tip: z.number(), total: z.number() }),
});

const insert = (counted: string) => `
  with placed as (
    insert into orders (id, location_id, user_id, payment_method, order_type, subtotal_cents, tax_cents, tip_cents,
      total_cents, bill_id, tax_rate, tax_label, item_count, customer_name, customer_email, customer_phone, is_guest,
      order_time, business_date, estimated_ready, receipt_token, updated_at, grounds)
    values ($1, $2, 'guest', 'cash', $3, $4, $5, $6, $7, $1, 14000, 'HST', $8, $9, $10, $11, false, $12, $13, $14, $15, $12,
      '{"quote":24,"source":"rule"}')
    returning id
  ), bill as (
    insert into bills (id, location_id, business_date, subtotal_cents, tax_cents, tip_cents, total_cents)
    values ($1, $2, $13, $4, $5, $6, $7)
  ), lines as (
    insert into order_items (order_id, line, item_id, name, unit_price_cents, quantity, category, description,
      spice_level, spice_name, spice_id, cart_key, options)
    select $1, i.* from jsonb_to_recordset($16::jsonb) as i (line int, item_id text, name text, unit_price_cents int,
      quantity int, category text, description text, spice_level int, spice_name text, spice_id text, cart_key text,
      options jsonb)
  ), history as (
    insert into order_status_history (order_id, at, to_status, actor_kind, actor_id, actor_name)
    values ($1, $12, 'pending', 'person', 'guest', 'Priya Sharma')
  ), happening as (
    insert into events (type, location_id, user_id, at, data) values ('order.created', $2, 'guest', $12, $17::jsonb)
  )${counted}
  insert into idempotency_keys (actor, call, key, request_hash, answer, created_at)
  values ('person:guest', 'createCustomerOrderCash', $18, $19, $17::jsonb, $12)`;

const INSERT = insert('');
const INSERT_COUNTED = insert(`, sold as (
    insert into stock_moves (location_id, item_id, amount, kind, order_id, line, order_version, at)
    select $2, p.item_id, -p.quantity, 'sale', $1, p.line, 1, $12
    from jsonb_to_recordset($16::jsonb) as p (line int, item_id text, quantity int)
  ), counters as (
    select s.item_id, p.quantity from stock s
    join jsonb_to_recordset($16::jsonb) as p (item_id text, quantity int) using (item_id)
    where s.location_id = $2 order by s.item_id for update of s
  ), taken as (
    update stock s set left_count = s.left_count - c.quantity from counters c
    where s.location_id = $2 and s.item_id = c.item_id
  )`);
/** As long as a hash. */
const NOT_LOOKED_AT = 'what was asked is hashed and not looked at.';

const cents = (dollars: number): number => Math.round(dollars * 100);

const LOCATION = {
  address: '395 Truro Heights Road',
  phone: '(902) 555-0123',
  postalCode: 'B2N 1A1',
  timeZone: 'America/Halifax',
};
const TAX_LINE = (base: number, amount: number) => ({
  code: 'HST',
  label: 'HST',
  registration: null,
  rate: 0.14,
  classes: null,
  base,
  amount,
});

const app = new Hono();
app.post('/order', (c) => order(c, { name: 'insert', text: INSERT }));
app.post('/counted-order', (c) => order(c, { name: 'insert-counted', text: INSERT_COUNTED }));
/** More of each dish than a round can order. */
app.post('/count', async (c) => {
  await pool.query(
    `insert into stock (location_id, item_id, left_count) select 'truro', unnest($1::text[]), 9999
     on conflict (location_id, item_id) do update set left_count = 9999`,
    [await c.req.json()],
  );
  return c.json({ success: true });
});

async function order(c: Context, statement: { readonly name: string; readonly text: string }): Promise<Response> {
  const read = body.safeParse(await c.req.json());
  if (!read.success) return c.json({ success: false, error: read.error.message }, 400);
  const { customerInfo, items, locationInfo, orderType, pricing } = read.data;
  const now = new Date();
  const day = now.toISOString().slice(0, 10);
  const orderId = `TRU-${day.replaceAll('-', '')}-${randomUUID().slice(0, 13)}`;
  const token = randomBytes(24).toString('base64url');
  const lines = items.map((item, index) => ({
    line: index + 1,
    item_id: item.id,
    name: item.name,
    unit_price_cents: cents(item.price),
    quantity: item.quantity,
    category: item.category,
    description: item.description,
    spice_level: item.selectedSpiceLevel,
    spice_name: item.spiceLevelName,
    spice_id: item.spiceLevelId,
    cart_key: `${item.id}-${item.spiceLevelId}`,
    options:
      item.options?.map(({ groupId, optionId, units }) => ({
        group: groupId,
        groupName: 'Choice 1',
        id: optionId,
        name: 'Choice 1 no 1',
        units,
        unitPrice: 0,
        isOneOf: true,
      })) ?? null,
  }));
  const ready = new Date(now.getTime() + 24 * 60_000);
  const placed = {
    id: orderId,
    orderId,
    status: 'pending',
    paymentStatus: 'unpaid',
    paymentMethod: 'cash',
    orderType,
    orderTime: now,
    updatedAt: now,
    location: locationInfo.id,
    locationInfo: { ...LOCATION, ...locationInfo },
    customerInfo: { ...customerInfo, firebaseId: 'guest', isGuest: false },
    items: lines.map(({ line, cart_key: cartKey, options }, index) => ({
      line,
      ...items[index],
      cartKey,
      doneAt: null,
      unitPrice: items[index]?.price,
      lineTotal: (items[index]?.price ?? 0) * (items[index]?.quantity ?? 0),
      ...(options && { options }),
    })),
    pricing: { ...pricing, taxRate: 0.14, taxLabel: 'HST', refunded: 0, discount: null },
    taxes: [TAX_LINE(pricing.subtotal, pricing.tax)],
    charges: [],
    adjustments: [],
    refunds: [],
    orderValue: pricing.total,
    billId: orderId,
    due: pricing.total,
    specialInstructions: '',
    estimatedReady: ready,
    promisedReady: null,
    firesAt: now,
    acceptedAt: null,
    acceptedBy: null,
    prepStartTime: null,
    readyTime: null,
    completedTime: null,
    cancelledTime: null,
    cancelReason: null,
    paidAt: null,
    paymentProcessedAt: null,
    processedBy: null,
    statusHistory: [{ status: 'pending', from: null, at: now, by: customerInfo.name, note: null }],
    sessionId: null,
    paymentIntentId: null,
    paymentUrl: null,
    receiptUrl: `http://127.0.0.1/receipt/${orderId}?token=${token}`,
    metadata: { orderToken: token, adminCreated: false },
    itemCount: items.length,
    canCancel: true,
    needsPayment: true,
    isOverdue: false,
    orderAge: 0,
    estimatedWaitTime: 24,
    version: 1,
  };
  await pool.query({
    ...statement,
    values: [
      orderId,
      locationInfo.id,
      orderType,
      cents(pricing.subtotal),
      cents(pricing.tax),
      cents(pricing.tip),
      cents(pricing.total),
      items.length,
      customerInfo.name,
      customerInfo.email,
      customerInfo.phone,
      now,
      day,
      ready,
      token,
      JSON.stringify(lines),
      JSON.stringify({ orderId, order: placed }),
      c.req.header('idempotency-key') ?? orderId,
      NOT_LOOKED_AT,
    ],
  });
  return c.json({ success: true, orderId, order: placed });
}

serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
  process.stdout.write(`http://127.0.0.1:${port}\n`);
});
process.on('SIGTERM', () => void pool.end().then(() => postmaster.stop().then(() => process.exit(0))));
