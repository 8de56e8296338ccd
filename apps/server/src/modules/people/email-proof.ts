import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../../platform/db/connection.ts';
import { wasHandedOver } from './proven-contacts.ts';

/** SQL condition on a user's id: the address is confirmed, or an order or a reservation was completed. */
export function isProvenCondition(userId: string | RawBuilder<unknown>) {
  return sql<boolean>`exists (select from users u where u.id = ${userId} and (u.email_verified
    or exists (select from orders where user_id = u.id and ${wasHandedOver()})
    or exists (select from reservations where user_id = u.id and status in ('seated', 'completed'))))`;
}

/** True if the account is known to be of a guest who can be reached, by `isProvenCondition`. */
export async function isProvenPerson(db: Db | Tx, userId: string): Promise<boolean> {
  const { rows } = await sql`select where ${isProvenCondition(userId)}`.execute(db);
  return rows.length > 0;
}

/** True if the account has confirmed this e-mail address. */
export async function ownsEmail(db: Db | Tx, userId: string | null, email: string): Promise<boolean> {
  if (userId === null) return false;
  const { rows } = await sql`select from users where id = ${userId} and email_verified and email = ${email}`.execute(
    db,
  );
  return rows.length > 0;
}

/**
 * Locks the person and the network address until the transaction ends, before the caller counts what they hold. Sorted,
 * so that two requests cannot deadlock.
 */
export async function lockForRateLimit(
  tx: Tx,
  kind: 'tables' | 'unpaid',
  { userId, address }: { readonly userId: string | null; readonly address: string },
): Promise<void> {
  const holders = [`address ${address}`, ...(userId === null ? [] : [`person ${userId}`])].toSorted();
  await sql`
    select pg_advisory_xact_lock(hashtextextended(${`${kind}:`} || holder, 0)) from unnest(${holders}::text[]) holder
  `.execute(tx);
}
