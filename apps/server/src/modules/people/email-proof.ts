import { REQUEST_LIMITS } from '@tiffin/contract';
import { Refusal } from '@tiffin/domain/core';
import type { Actor } from '@tiffin/domain/people';
import { sql, type RawBuilder } from 'kysely';
import type { Context } from '../../context.ts';
import type { Db, Tx } from '../../platform/db/connection.ts';
import { countLimitUses } from '../../platform/http/rate-limiter.ts';
import { pageAddress } from '../../platform/i18n/request-language.ts';
import { wasHandedOver } from './proven-contacts.ts';

/**
 * SQL condition on a user's id: the e-mail address is confirmed, or the person has completed an order or a
 * reservation.
 */
export function isProvenCondition(userId: string | RawBuilder<unknown>) {
  return sql<boolean>`exists (select from users u where u.id = ${userId} and (u.email_verified
    or exists (select from orders where user_id = u.id and ${wasHandedOver()})
    or exists (select from reservations where user_id = u.id and status in ('seated', 'completed'))))`;
}

export async function isProvenPerson(db: Db | Tx, userId: string): Promise<boolean> {
  const { rows } = await sql`select where ${isProvenCondition(userId)}`.execute(db);
  return rows.length > 0;
}

/**
 * Sends the confirmation link again to a signed-in person with an unconfirmed address; it leads on to `then`. Returns
 * whether it is sent: not after several of them, nor without a mail server.
 */
export async function resendConfirmationLink(
  context: Context,
  actor: Actor,
  returnPath: '/dashboard' | '/reservations',
): Promise<boolean> {
  if (actor.kind !== 'person') return false;
  const requestedAt = context.clock.now();
  try {
    await countLimitUses(context, [REQUEST_LIMITS.askForProof, actor.userId]);
    const auth = await context.auth();
    await auth.api.sendVerificationEmail({
      body: { email: actor.email, callbackURL: pageAddress(context, returnPath) },
    });
  } catch (error) {
    if (!(error instanceof Refusal)) context.log.warn({ err: error }, 'a confirmation link could not be sent');
    return false;
  }
  const link = await context.db
    .selectFrom('messages')
    .select('id')
    .where('user_id', '=', actor.userId)
    .where('template', '=', 'verify_email')
    .where('status', 'in', ['queued', 'sending', 'sent'])
    .where('created_at', '>=', requestedAt)
    .executeTakeFirst();
  return context.mailer !== null && link !== undefined;
}

/** True if the account has confirmed this e-mail address. */
export async function ownsEmail(db: Db | Tx, userId: string | null, email: string): Promise<boolean> {
  if (userId === null) return false;
  const { rows } = await sql`select from users where id = ${userId} and email_verified and email = ${email}`.execute(
    db,
  );
  return rows.length > 0;
}

interface LimitSubject {
  readonly userId: string | null;
  readonly address: string;
}

/**
 * Locks what a person and a network address hold, before it is counted, until the transaction ends. Sorted, so that
 * two requests cannot deadlock.
 */
export async function lockForRateLimit(
  tx: Tx,
  kind: 'tables' | 'unpaid',
  { userId, address }: LimitSubject,
): Promise<void> {
  const holders = [`address ${address}`, ...(userId === null ? [] : [`person ${userId}`])].toSorted();
  await sql`
    select pg_advisory_xact_lock(hashtextextended(${`${kind}:`} || holder, 0)) from unnest(${holders}::text[]) holder
  `.execute(tx);
}
