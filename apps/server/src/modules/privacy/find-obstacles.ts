import { say } from '@tiffin/domain/core';
import { OPEN_STATUSES } from '@tiffin/domain/order';
import { AWAITED_STATUSES } from '@tiffin/domain/reservation';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/connection.ts';
import { mentionsAny } from '../contacts/contacts.ts';
import type { PersonalRecords } from './personal-records.ts';

/** Why a person cannot be erased yet. */
export interface Obstacle {
  readonly kind: 'order' | 'reservation' | 'payment' | 'account';
  readonly id: string;
  readonly message: string;
  readonly details: Readonly<Record<string, string>>;
}

/** Open orders and upcoming reservations, for which the guest is still expected by name. */
export async function findObstacles(tx: Db | Tx, records: PersonalRecords, now: Date): Promise<Obstacle[]> {
  return [...(await findOpenOrders(tx, records)), ...(await findUpcomingReservations(tx, records, now))];
}

async function findOpenOrders(tx: Db | Tx, { orderIds }: PersonalRecords): Promise<Obstacle[]> {
  if (orderIds.length === 0) return [];
  const orders = await tx
    .selectFrom('orders')
    .select('id')
    .where('id', 'in', orderIds)
    .where('status', 'in', OPEN_STATUSES)
    .orderBy('id')
    .execute();
  return orders.map(({ id }) => ({
    kind: 'order',
    id,
    message: say`Order ${id} is still in progress. Please wait until it is finished.`,
    details: { orderId: id },
  }));
}

async function findUpcomingReservations(
  tx: Db | Tx,
  { reservationIds }: PersonalRecords,
  now: Date,
): Promise<Obstacle[]> {
  if (reservationIds.length === 0) return [];
  const reservations = await tx
    .selectFrom('reservations')
    .select('reservation_id as id')
    .where('reservation_id', 'in', reservationIds)
    .where('status', 'in', AWAITED_STATUSES)
    .where('starts_at', '>', now)
    .orderBy('id')
    .execute();
  return reservations.map(({ id }) => ({
    kind: 'reservation',
    id,
    message: say`Reservation ${id} is still to come. Please cancel it first.`,
    details: { reservationId: id },
  }));
}

/**
 * Money that can still arrive or that staff must look at: an open payment page, an unusual payment, and an event of the
 * provider that could not be recorded yet. They are needed to find whose money it is.
 */
export async function findOpenPayments(tx: Db | Tx, { orderIds, sessionIds }: PersonalRecords): Promise<Obstacle[]> {
  if (sessionIds.length === 0) return [];
  const ids = sql`any(${[...sessionIds]}::text[])`;
  const { rows } = await sql<{ isOpen: boolean; id: string; detail: 'sessionId' | 'eventId' }>`
    select true as "isOpen", id, 'sessionId' as detail from payment_sessions where id = ${ids} and status = 'open'
    union all select false, id, 'sessionId' from payment_sessions
      where id = ${ids} and attention is not null and attended_at is null
    union all select false, id, 'eventId' from failed_webhooks
      where resolved_at is null and ${mentionsAny(sql.ref('raw'), [...orderIds, ...sessionIds])}
    order by 1 desc, 3 desc, 2
  `.execute(tx);
  return rows.map(({ isOpen, id, detail }) => ({
    kind: 'payment',
    id,
    message: isOpen
      ? say`A payment page of this guest is still open. It closes when it is paid, cancelled or expires.`
      : say`A payment of this guest waits to be checked. Please resolve it in Payments first.`,
    details: { [detail]: id },
  }));
}
