import type { ResponseOf } from '@tiffin/contract';
import { MAX_CLAIMED_ORDERS, type previewClaim as previewClaimCall } from '@tiffin/contract/guest-orders';
import { cents, refuse, say, toDollars } from '@tiffin/domain/core';
import { worksAt, type Actor } from '@tiffin/domain/people';
import type { WireOrder } from '@tiffin/contract/order-answer';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Db, Tx } from '../../platform/db/connection.ts';
import { transaction } from '../../platform/db/transaction.ts';
import type { From } from '../../platform/http/implement.ts';
import { recordChange } from '../audit/record-change.ts';
import { checkCode, sendCode, type SentCode } from '../people/confirmation-codes.ts';
import { appendOrderUpdated } from '../orders/apply-status.ts';
import { orderAnswer } from '../orders/order-answer.ts';
import { countForPerson } from '../orders/person-totals.ts';
import { lockOrder } from '../orders/queries.ts';
import type { OrderRow } from '../../platform/db/order-row.ts';
import { fits, GUEST_DAYS, isOver } from '../orders/show-order.ts';

type Person = Extract<Actor, { kind: 'person' }>;

interface Account {
  readonly id: string;
  readonly email: string;
  readonly email_verified: boolean;
  readonly created_at: Date;
}

/** By so much at most the clocks of two copies of the server differ. */
const CLOCKS_DIFFER_MS = 60_000;

const CONFIRM_FIRST = say`Please confirm your email address first: we mailed you a link.`;
const BY_CODE = say`Orders of your own place, and those taken at its till, come in by the code we mail to their address.`;
const OTHER_ADDRESS = say`This order was placed with another email address than your account’s.`;

/** How many orders an account might take in. Nothing more is told before somebody shows that they are theirs. */
export async function countEarlierOrders(context: Context, { userId }: Person): Promise<number> {
  const account = await readAccount(context.db, userId);
  return account.email_verified ? (await ordersOf(context, account.email)).length : 0;
}

/** Reading the address now is what counts: it may have been somebody else's when the orders were placed. */
export async function sendClaimCode(context: Context, { userId }: Person): Promise<SentCode> {
  const { email, email_verified: isProven } = await readAccount(context.db, userId);
  if (!isProven) throw refuse('proof-needed', CONFIRM_FIRST);
  return sendCode(context, { purpose: 'claim', channel: 'mail', recipient: email, userId });
}

/** Whoever reads the address sees which orders were placed with it: anybody may have typed it. */
export async function previewClaim(
  context: Context,
  { userId }: Person,
  code: string,
): Promise<ResponseOf<typeof previewClaimCall>['orders']> {
  const account = await readAccount(context.db, userId);
  await requireCode(context, account, code);
  return (await ordersOf(context, account.email)).slice(0, MAX_CLAIMED_ORDERS).map((row) => ({
    orderId: row.id,
    orderTime: row.order_time.toISOString(),
    locationName: row.location_name,
    timeZone: row.time_zone,
    customerName: row.customer_name,
    total: toDollars(cents(row.total_cents)),
  }));
}

interface Wish {
  readonly orderId?: string | null | undefined;
  readonly orderIds?: readonly string[] | null | undefined;
  readonly token?: string | null | undefined;
  readonly code?: string | null | undefined;
}

/**
 * Takes orders that were placed without an account into one: by the key of an order's link, or by a code that was mailed
 * to their address. Done again it changes nothing.
 */
export async function claimOrders(
  context: Context,
  actor: Person,
  { orderId, orderIds, token, code }: Wish,
  from: From,
): Promise<WireOrder[]> {
  const account = await readAccount(context.db, actor.userId);
  if (token && orderId) {
    return [
      await claim(context, actor, from, orderId, (row) => requireByLink(context, { account, actor }, row, token)),
    ];
  }
  await requireCode(context, account, code ?? '');
  const ids = orderId ? [orderId] : (orderIds ?? (await ordersOf(context, account.email)).map(({ id }) => id));
  const claimed: WireOrder[] = [];
  for (const id of ids) {
    claimed.push(await claim(context, actor, from, id, (row) => requireByAddress(account, row)));
  }
  return claimed;
}

async function requireCode(context: Context, account: Account, code: string): Promise<void> {
  if (!account.email_verified) throw refuse('proof-needed', CONFIRM_FIRST);
  await checkCode(context, { purpose: 'claim', recipient: account.email, userId: account.id }, code);
}

/** Whoever holds the link sees all of the order; to keep it they show the address it was placed with, or begin with it. */
function requireByLink(
  context: Context,
  { account, actor }: { readonly account: Account; readonly actor: Person },
  row: OrderRow,
  token: string,
): 'link' {
  if (!fits(context, row, token)) throw refuse('order-not-found');
  // Whoever works there has every link before them.
  if (row.admin_created || worksAt(actor, row.location_id)) throw refuse('proof-needed', BY_CODE);
  if (row.customer_email !== null && row.customer_email !== account.email) throw refuse('proof-needed', OTHER_ADDRESS);
  // An account that was made on the order's page came by its link.
  const beganWithIt = account.created_at.getTime() > row.order_time.getTime() - CLOCKS_DIFFER_MS;
  if (!account.email_verified && !beganWithIt) throw refuse('proof-needed', CONFIRM_FIRST);
  return 'link';
}

/** An order of another address is as if it were not there. */
function requireByAddress({ id, email }: Account, row: OrderRow): 'code' {
  if (row.customer_email !== email || (row.user_id !== null && row.user_id !== id)) throw refuse('order-not-found');
  return 'code';
}

function claim(
  context: Context,
  actor: Person,
  from: From,
  orderId: string,
  require: (row: OrderRow) => 'link' | 'code',
): Promise<WireOrder> {
  return transaction(context.db, async (tx) => {
    const locked = await lockOrder(tx, orderId);
    if (!locked) throw refuse('order-not-found');
    const now = context.clock.now();
    const { userId } = actor;
    if (locked.user_id === userId) return orderAnswer(locked, now, context);
    const by = require(locked);
    if (locked.user_id !== null) throw refuse('conflict', say`This order is in an account already.`);
    if (isOver(locked.order_time, now)) {
      throw refuse('failed-precondition', say`An order can be taken into an account for ${GUEST_DAYS} days.`);
    }
    await lockPerson(tx, userId);
    const row: OrderRow = { ...locked, user_id: userId, claimed_at: now, version: locked.version + 1, updated_at: now };
    await tx
      .updateTable('orders')
      .set({ user_id: userId, claimed_at: now, version: row.version, updated_at: now })
      .where('id', '=', row.id)
      .execute();
    const keptPhone = await takeAlong(tx, row, { userId, by });
    await countForPerson(tx, row, { status: 'pending', total_cents: 0, refunded_cents: 0 }, row, now, userId);
    await recordChange(tx, {
      at: now,
      actor,
      action: 'claim-order',
      subject: { kind: 'order', id: row.id },
      locationId: row.location_id,
      after: { by, ...(keptPhone && { keptPhone }) },
      from,
    });
    return appendOrderUpdated(context, tx, row, now);
  });
}

/** Whoever deletes their account at this moment takes nothing into it any more. */
export async function lockPerson(tx: Tx, userId: string): Promise<void> {
  const { rows } = await sql`select from users where id = ${userId} and not is_deleted for no key update`.execute(tx);
  if (rows.length === 0) throw refuse('unauthenticated');
}

/**
 * What belongs to an order goes where it goes, and with its person should they leave. A number we lacked is kept of an
 * order whose link somebody held: beside an address a stranger types whatever number they like. Answers whether it was.
 */
async function takeAlong(
  tx: Tx,
  order: OrderRow,
  { userId, by }: { readonly userId: string; readonly by: 'link' | 'code' },
): Promise<boolean> {
  const { id, customer_phone: phone } = order;
  await tx
    .updateTable('messages')
    .set({ user_id: userId })
    .where('order_id', '=', id)
    .where('user_id', 'is', null)
    .execute();
  await sql`update payment_sessions set user_id = ${userId} where user_id is null and ${isPageOf(order)}`.execute(tx);
  if (phone === null || by !== 'link') return false;
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ phone_number: phone })
    .where('id', '=', userId)
    .where('phone_number', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Whether a payment page is the order's: the one it was paid at, one made for it, or one its cart was left at. */
export function isPageOf({ id, location_id: place, session_id: session, cart_id: cart }: OrderRow) {
  return sql<boolean>`(id = ${session} or order_id = ${id} or (location_id = ${place} and cart_id = ${cart}))`;
}

async function readAccount(db: Db, userId: string): Promise<Account> {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'email_verified', 'created_at'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
}

/** Those of an address that are nobody's yet, oldest first. */
async function ordersOf({ db, clock }: Context, email: string) {
  const rows = await db
    .selectFrom('orders as o')
    .innerJoin('locations as l', 'l.id', 'o.location_id')
    .select(['o.id', 'o.order_time', 'o.customer_name', 'o.total_cents', 'l.name as location_name', 'l.time_zone'])
    .where('o.customer_email', '=', email)
    .where('o.user_id', 'is', null)
    .where('o.status', '<>', 'cancelled')
    .orderBy('o.order_time')
    .orderBy('o.id')
    .execute();
  return rows.filter((row) => !isOver(row.order_time, clock.now()));
}
