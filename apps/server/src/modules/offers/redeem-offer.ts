import { text } from '@tiffin/domain/core';
import { userIdOf, type Actor } from '@tiffin/domain/people';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/connection.ts';
import { onCommit } from '../../db/transaction.ts';
import { lockOffer } from '../orders/offer-code.ts';
import { gatewayFor, within } from '../payments/gateway-of.ts';
import { closeSession } from '../payments/see-session.ts';
import { welcomeOffer, type WelcomeOffer } from './welcome-offer.ts';

/** Somebody waits for a page. */
const PATIENCE_MS = 4_000;

/**
 * Before an offer is taken: whoever left a payment page with it open goes on with this one. Should
 * that page have been paid already, it becomes its order, and the offer is over.
 */
export async function closePagesWithOffer(context: Context, actor: Actor, asked: unknown): Promise<void> {
  const userId = userIdOf(actor);
  const code = text(asked).toUpperCase();
  if (userId === null || code === '') return;
  const { rows } = await sql<{ id: string }>`
    select id from payment_sessions
    where snapshot #>> '{metadata,welcomeCode}' = ${code} and user_id = ${userId} and status = 'open'
  `.execute(context.db);
  for (const { id } of rows) {
    await within(PATIENCE_MS, closeSession(context, id)).catch((error: unknown) => warn(context, id, error));
  }
}

/**
 * The offer an order or a payment asks for, for nobody else until the transaction ends. A payment with
 * it that is still open is cancelled: who pays it all the same gets the money back.
 */
export async function redeemOffer(
  context: Context,
  tx: Tx,
  actor: Actor,
  asked: unknown,
): Promise<WelcomeOffer | null> {
  const userId = userIdOf(actor);
  const code = text(asked).toUpperCase();
  if (userId === null || code === '') return welcomeOffer(tx, actor, asked);
  await lockOffer(tx, code);
  const { rows } = await sql<{ id: string; provider: string; provider_session_id: string | null }>`
    update payment_sessions set status = 'cancelled', closed_at = ${context.clock.now()}
    where snapshot #>> '{metadata,welcomeCode}' = ${code} and user_id = ${userId}
      and status in ('open', 'failed', 'expired')
    returning id, provider, provider_session_id
  `.execute(tx);
  onCommit(tx, () => {
    for (const { id, provider, provider_session_id: page } of rows) {
      if (page === null) continue;
      Promise.resolve()
        .then(() => gatewayFor(context, provider).closeSession(page))
        .catch((error: unknown) => warn(context, id, error));
    }
  });
  return welcomeOffer(tx, actor, asked);
}

function warn(context: Context, sessionId: string, error: unknown): void {
  context.log.warn({ err: error, sessionId }, 'a payment page with an offer that is taken could not be closed');
}
