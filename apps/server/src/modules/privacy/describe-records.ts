import type { ResponseOf } from '@tiffin/contract';
import { LISTED_RECORDS } from '@tiffin/contract/people/privacy';
import { cents, toDollars } from '@tiffin/domain/core';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/connection.ts';
import { belongsTo } from '../contacts/contacts.ts';
import { isMessageOf, type PersonalRecords } from './personal-records.ts';

type Answer = ResponseOf<'forgetPerson'>;

/** Counts and lists the records, so that a person can see whose they are. */
export async function describeRecords(
  tx: Db | Tx,
  records: PersonalRecords,
  userId: string | null,
): Promise<Pick<Answer, 'counts' | 'orders' | 'reservations' | 'messages'>> {
  const { orderIds, reservationIds, sessionIds } = records;
  const messages = await readMessages(tx, records, userId);
  return {
    counts: {
      orders: orderIds.length,
      reservations: reservationIds.length,
      messages: messages.length,
      paymentPages: sessionIds.length,
      consents: await countConsents(tx, records, userId),
    },
    orders: await readOrders(tx, orderIds),
    reservations: await readReservations(tx, reservationIds),
    messages: messages.slice(0, LISTED_RECORDS),
  };
}

async function readOrders(tx: Db | Tx, ids: readonly string[]): Promise<Answer['orders']> {
  const rows = await tx
    .selectFrom('orders')
    .select(['id', 'order_time', 'location_id', 'status', 'total_cents'])
    .select(['customer_name', 'customer_email', 'customer_phone'])
    .where('id', 'in', ['', ...ids])
    .orderBy('order_time', 'desc')
    .limit(LISTED_RECORDS)
    .execute();
  return rows.map((row) => ({
    orderId: row.id,
    orderTime: row.order_time.toISOString(),
    locationId: row.location_id,
    status: row.status,
    total: toDollars(cents(row.total_cents)),
    customerName: row.customer_name,
    email: row.customer_email,
    phone: row.customer_phone,
  }));
}

async function readReservations(tx: Db | Tx, ids: readonly string[]): Promise<Answer['reservations']> {
  const rows = await tx
    .selectFrom('reservations')
    .selectAll()
    .where('reservation_id', 'in', ['', ...ids])
    .orderBy('starts_at', 'desc')
    .limit(LISTED_RECORDS)
    .execute();
  return rows.map((row) => ({
    reservationId: row.reservation_id,
    startsAt: row.starts_at.toISOString(),
    locationId: row.location_id,
    status: row.status,
    partySize: row.party_size,
    customerName: row.customer_name,
    email: row.customer_email || null,
    phone: row.customer_phone || null,
  }));
}

async function readMessages(tx: Db | Tx, records: PersonalRecords, userId: string | null): Promise<Answer['messages']> {
  const { rows } = await sql<Omit<Answer['messages'][number], 'createdAt'> & { createdAt: Date }>`
    select id as "messageId", created_at as "createdAt", channel, recipient, template, subject from messages
    where ${isMessageOf(records, userId)} order by created_at desc, id
  `.execute(tx);
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
}

async function countConsents(tx: Db | Tx, { contacts }: PersonalRecords, userId: string | null): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from consents where ${belongsTo(userId, 'email', contacts)}
  `.execute(tx);
  return rows[0]?.count ?? 0;
}
