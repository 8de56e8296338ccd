import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/connection.ts';
import { readFavorites } from '../menu/favorites.ts';
import { orderAnswer } from '../orders/order-answer.ts';
import { readOrders } from '../orders/queries.ts';
import { reservationAnswer } from '../reservations/answer.ts';
import { selectReservations } from '../reservations/queries.ts';
import { readMe } from './queries.ts';

/** Everything the house keeps about a person, in the words of the API. */
export async function exportMyData(context: Context, userId: string): Promise<Record<string, unknown>> {
  const { db } = context;
  const now = context.clock.now();
  const orders = await readOrders(db, sql`o.user_id = ${userId}`, sql`order by o.order_time desc, o.id desc`);
  const me = await readMe(db, userId);
  return {
    exportedAt: now.toISOString(),
    profile: me,
    orders: orders.map((row) => orderAnswer(row, now, context.publicUrl)),
    reservations: (await reservationsOf(db, userId)).map(reservationAnswer),
    favorites: await readFavorites(db, userId),
    loyaltyPoints: await pointsOf(db, userId),
    consents: await consentsOf(db, me?.email ?? ''),
    messages: await messagesTo(db, userId),
    sessions: await sessionsOf(db, userId),
  };
}

function reservationsOf(db: Db, userId: string) {
  return selectReservations(db).where('r.user_id', '=', userId).orderBy('r.starts_at', 'desc').execute();
}

function pointsOf(db: Db, userId: string) {
  return db
    .selectFrom('loyalty_entries')
    .select(['at', 'points', 'reason', 'order_id as orderId'])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .execute();
}

function consentsOf(db: Db, email: string) {
  return db
    .selectFrom('consents')
    .select(['purpose', 'channel', 'source', 'given_at as givenAt', 'withdrawn_at as withdrawnAt'])
    .where('email', '=', email)
    .orderBy('id', 'desc')
    .execute();
}

function messagesTo(db: Db, userId: string) {
  return db
    .selectFrom('messages')
    .select(['created_at as createdAt', 'channel', 'recipient', 'subject', 'body_text as text', 'status'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .execute();
}

function sessionsOf(db: Db, userId: string) {
  return db
    .selectFrom('sessions')
    .select(['created_at as startedAt', 'expires_at as expiresAt', 'ip_address as address', 'user_agent as browser'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .execute();
}
