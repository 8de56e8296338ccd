import type { ResponseOf } from '@tiffin/contract';
import { sql } from 'kysely';
import type { Context, Db } from '../../context.ts';
import { readFavorites } from '../menu/dishes/favorites.ts';
import { hasAccountLink, redactSecrets } from '../outbox/redact-messages.ts';
import { orderAnswer, withoutStaffNames } from '../orders/order-answer.ts';
import { readOrders } from '../orders/queries.ts';
import { reservationAnswer } from '../reservations/reservation-answer.ts';
import { selectReservations } from '../reservations/queries.ts';
import { readPasskeys } from '../people/passkeys.ts';
import { readMe } from '../people/queries.ts';

type MyData = ResponseOf<'exportMyData'>;

/** All stored data of a person, in the form of the API. */
export async function exportMyData(context: Context, userId: string): Promise<MyData> {
  const { db } = context;
  const now = context.clock.now();
  const orders = await readOrders(db, sql`o.user_id = ${userId}`, sql`order by o.order_time desc, o.id desc`);
  const me = await readMe(db, userId);
  return {
    exportedAt: now.toISOString(),
    profile: me,
    orders: orders.map((row) => ({ ...withoutStaffNames(orderAnswer(row, now, context)), processedBy: null })),
    reservations: (await reservationsOf(db, userId)).map(reservationAnswer),
    favorites: await readFavorites(db, userId),
    loyaltyPoints: await pointsOf(db, userId),
    consents: await consentsOf(db, userId),
    messages: await messagesTo(db, userId, me?.emailVerified === true),
    sessions: await sessionsOf(db, userId),
    passkeys: await readPasskeys(db, userId),
  };
}

function reservationsOf(db: Db, userId: string) {
  return selectReservations(db).where('r.user_id', '=', userId).orderBy('r.starts_at', 'desc').execute();
}

async function pointsOf(db: Db, userId: string): Promise<MyData['loyaltyPoints']> {
  const rows = await db
    .selectFrom('loyalty_entries')
    .select(['at', 'points', 'reason', 'order_id as orderId'])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

/** Only the account's own: others with the same address may belong to someone else. */
async function consentsOf(db: Db, userId: string): Promise<MyData['consents']> {
  const rows = await db
    .selectFrom('consents')
    .select(['purpose', 'channel', 'source', 'wording', 'given_at', 'withdrawn_at'])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ given_at, withdrawn_at, ...consent }) => ({
    ...consent,
    givenAt: given_at.toISOString(),
    withdrawnAt: withdrawn_at?.toISOString() ?? null,
  }));
}

/** Omits what only the owner of the mail address may read. */
async function messagesTo(db: Db, userId: string, ownsAddress: boolean): Promise<MyData['messages']> {
  const rows = await db
    .selectFrom('messages')
    .select(['created_at', 'channel', 'recipient', 'subject', 'body_text as text', 'template', 'status', 'sent_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .execute();
  return rows.map(({ created_at, template, text, sent_at, ...message }) => {
    // The discount code of a welcome mail is for the owner of the address.
    const allowedText = ownsAddress ? text : text.replaceAll(/WELCOME\d*-\w+/g, 'WELCOME-…');
    // Links that open an account are never exported. Others are left out once sent, because the recipient has them.
    const isRedacted = hasAccountLink(template) || sent_at !== null;
    const visibleText = isRedacted ? redactSecrets(allowedText) : allowedText;
    return { ...message, text: visibleText, createdAt: created_at.toISOString() };
  });
}

async function sessionsOf(db: Db, userId: string): Promise<MyData['sessions']> {
  const rows = await db
    .selectFrom('sessions')
    .select(['created_at', 'expires_at', 'last_seen_at', 'ip_address as address', 'user_agent as browser'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .execute();
  return rows.map(({ created_at, expires_at, last_seen_at, ...session }) => ({
    ...session,
    startedAt: created_at.toISOString(),
    lastUsedAt: last_seen_at?.toISOString() ?? null,
    expiresAt: expires_at.toISOString(),
  }));
}
