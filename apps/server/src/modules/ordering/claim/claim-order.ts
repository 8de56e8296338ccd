import { CLAIM_DAYS, isGuestPeriodOver } from '@tiffin/domain/order';
import type { ValidatedInput } from '@tiffin/contract';
import { MAX_CLAIMED_ORDERS } from '@tiffin/contract/order/guest-orders';
import { cents, refuse, say, toDollars } from '@tiffin/domain/core';
import { worksAt, type Actor } from '@tiffin/domain/people';
import type { WireOrder } from '@tiffin/contract/order/order-answer';
import { sql } from 'kysely';
import type { Context, Db, Tx } from '../../../context.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import type { RequestOrigin } from '../../../platform/http/implement.ts';
import { recordAuditEntry } from '../../log/record-audit-entries.ts';
import { checkConfirmationCode, sendConfirmationCode, type SentCode } from '../../people/confirmation-codes.ts';
import { appendOrderUpdated } from '../../orders/apply-status.ts';
import { orderAnswer } from '../../orders/order-answer.ts';
import { moveMessagesOfOrder } from '../../outbox/update-messages.ts';
import { moveSessionsOfOrder } from '../../money/sessions/sessions.ts';
import { updateOrder } from '../../orders/update-order.ts';
import { addPhone } from '../../people/profile-phone.ts';
import { updatePersonTotals } from '../../people/person-totals.ts';
import { lockOrder } from '../../orders/queries.ts';
import type { OrderRow } from '../../../platform/db/order-row.ts';
import { isOrderTokenValid } from '../../orders/show-order.ts';

type Person = Extract<Actor, { kind: 'person' }>;

type Account = Awaited<ReturnType<typeof readAccount>>;

/** The largest expected clock difference between two servers. */
const MAX_CLOCK_DIFFERENCE_MS = 60_000;

const UNCONFIRMED_TEXT = say`Please confirm your email address first: we mailed you a code.`;
const CODE_NEEDED_TEXT = say`Orders of your own location, and those taken at its till, need the code we send to their email address.`;
const OTHER_ADDRESS_TEXT = say`This order was placed with another email address than your account’s.`;

/** How many orders the account could claim. Details follow only after a code. */
export async function countEarlierOrders(context: Context, { userId }: Person): Promise<number> {
  const account = await readAccount(context.db, userId);
  return account.email_confirmed_at === null ? 0 : (await claimableOrdersOf(context, account.email)).length;
}

/**
 * Mails a code to the account's address. The guest must read it now, because the address may have belonged to someone
 * else when the orders were placed.
 */
export async function sendClaimCode(context: Context, { userId }: Person): Promise<SentCode> {
  const { email, email_verified: isProven } = await readAccount(context.db, userId);
  if (!isProven) throw refuse('proof-needed', UNCONFIRMED_TEXT);
  return sendConfirmationCode(context, { purpose: 'claim', channel: 'mail', recipient: email, userId });
}

/**
 * Lists the orders that were placed with the account's address, so that the guest can leave out those of others who
 * typed it.
 */
export async function previewClaim(context: Context, { userId }: Person, code: string) {
  const account = await readAccount(context.db, userId);
  await requireCode(context, account, code);
  return (await claimableOrdersOf(context, account.email)).slice(0, MAX_CLAIMED_ORDERS).map((row) => ({
    orderId: row.id,
    orderTime: row.order_time.toISOString(),
    locationName: row.location_name,
    timeZone: row.time_zone,
    customerName: row.customer_name,
    total: toDollars(cents(row.total_cents)),
  }));
}

/**
 * Adds orders that were placed without an account to the actor's account, with an order link or a code mailed to their
 * address. Repeating the request changes nothing.
 */
export async function claimOrders(
  context: Context,
  actor: Person,
  { orderId, orderIds, token, code }: ValidatedInput<'claimOrder'>['body'],
  from: RequestOrigin,
): Promise<WireOrder[]> {
  const account = await readAccount(context.db, actor.userId);
  if (token && orderId) {
    const requireLink = (row: OrderRow) => requireByLink(context, { account, actor }, row, token);
    return [await claim(context, actor, from, orderId, requireLink)];
  }
  await requireCode(context, account, code ?? '');
  const ids = orderId ? [orderId] : (orderIds ?? (await claimableOrdersOf(context, account.email)).map(({ id }) => id));
  const claimed: WireOrder[] = [];
  for (const id of ids) {
    claimed.push(await claim(context, actor, from, id, (row) => requireByAddress(account, row)));
  }
  return claimed;
}

/** Refuses unless the code was just mailed to the address of the account. */
export async function requireClaimCode(context: Context, { userId }: Person, code: string): Promise<void> {
  await requireCode(context, await readAccount(context.db, userId), code);
}

async function requireCode(context: Context, account: Account, code: string): Promise<void> {
  if (!account.email_verified) throw refuse('proof-needed', UNCONFIRMED_TEXT);
  await checkConfirmationCode(context, { purpose: 'claim', recipient: account.email, userId: account.id }, code);
}

/**
 * Checks a claim by link. The link alone shows the order; claiming it also needs an account with the order's address
 * that is confirmed or was created after the order.
 */
function requireByLink(
  context: Context,
  { account, actor }: { readonly account: Account; readonly actor: Person },
  row: OrderRow,
  token: string,
): 'link' {
  if (!isOrderTokenValid(context, row, token)) throw refuse('order-not-found');
  // Staff can see every link.
  if (row.admin_created || worksAt(actor, row.location_id)) throw refuse('proof-needed', CODE_NEEDED_TEXT);
  if (row.customer_email !== null && row.customer_email !== account.email) {
    throw refuse('proof-needed', OTHER_ADDRESS_TEXT);
  }
  // An account created after the order is assumed to come from the order's page.
  const isNewerThanOrder = account.created_at.getTime() > row.order_time.getTime() - MAX_CLOCK_DIFFERENCE_MS;
  if (!account.email_verified && !isNewerThanOrder) throw refuse('proof-needed', UNCONFIRMED_TEXT);
  return 'link';
}

/** Checks a claim by code. An order with another address, or of another account, appears not to exist. */
function requireByAddress({ id, email }: Account, row: OrderRow): 'code' {
  if (row.customer_email !== email || (row.user_id !== null && row.user_id !== id)) throw refuse('order-not-found');
  return 'code';
}

/** Adds an order to the account. `requireProof` refuses, or returns what proves that the order is the actor's. */
function claim(
  context: Context,
  actor: Person,
  from: RequestOrigin,
  orderId: string,
  requireProof: (row: OrderRow) => 'link' | 'code',
): Promise<WireOrder> {
  return transaction(context.db, async (tx) => {
    const locked = await lockOrder(tx, orderId);
    if (!locked) throw refuse('order-not-found');
    const now = context.clock.now();
    const { userId } = actor;
    if (locked.user_id === userId) return orderAnswer(locked, now, context);
    const proof = requireProof(locked);
    if (locked.user_id !== null) throw refuse('conflict', say`This order is already in an account.`);
    if (isGuestPeriodOver(locked.order_time, now)) {
      throw refuse('failed-precondition', say`An order can be added to an account for ${CLAIM_DAYS} days.`);
    }
    await lockPerson(tx, userId);
    const row = await updateOrder(tx, locked, { user_id: userId, claimed_at: now }, now);
    const hasNewPhone = await moveToAccount(tx, row, { userId, proof });
    await updatePersonTotals(tx, row, NOT_COUNTED, row, now, userId);
    await recordAuditEntry(tx, { at: now, actor, from }, 'claim-order', ['order', row.id], {
      locationId: row.location_id,
      after: { by: proof, keptPhone: hasNewPhone || undefined },
    });
    return appendOrderUpdated(context, tx, row, now);
  });
}

/** An order before it counts in the totals of a guest. */
const NOT_COUNTED = { status: 'pending', total_cents: 0, refunded_cents: 0 } as const;

/** Locks the account, and refuses if it was deleted in the meantime. */
export async function lockPerson(tx: Tx, userId: string): Promise<void> {
  const { rows } = await sql`select from users where id = ${userId} and not is_deleted for no key update`.execute(tx);
  if (rows.length === 0) throw refuse('unauthenticated');
}

/**
 * Moves the order's messages and payment sessions to the account, so that they are erased with it. Adds the order's
 * phone number to a profile without one, but only for a claim by link: anyone may type any number beside someone else's
 * address. Returns whether the number was added.
 */
async function moveToAccount(
  tx: Tx,
  order: OrderRow,
  { userId, proof }: { readonly userId: string; readonly proof: 'link' | 'code' },
): Promise<boolean> {
  const { id, customer_phone: phone } = order;
  await moveMessagesOfOrder(tx, id, { from: null, to: userId });
  await moveSessionsOfOrder(tx, order, { from: null, to: userId });
  return phone !== null && proof === 'link' && (await addPhone(tx, userId, phone));
}

async function readAccount(db: Db, userId: string) {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'email_verified', 'email_confirmed_at', 'created_at'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
}

/** Orders with this address that belong to no account, oldest first. */
async function claimableOrdersOf({ db, clock }: Context, email: string) {
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
  return rows.filter((row) => !isGuestPeriodOver(row.order_time, clock.now()));
}
