import { sql } from 'kysely';
import type { Context, Tx } from '../../../context.ts';
import { type GatewayEvent, type PaymentGateway, ForgedEvent } from '../../../adapters/payment/gateway.ts';
import { mentionsAny } from '../../contacts/contacts.ts';
import { readProviderSession } from './provider-status.ts';
import { recordDispute, recordFraudWarning } from '../refunds/record-dispute.ts';
import { settleRefund } from '../refunds/settle-refund.ts';
import { settleSession } from '../sessions/settle-session.ts';
import { CALL_RATE_LIMITS, type BodyLimits } from '@tiffin/contract';
import { failure, say } from '@tiffin/domain/core';
import type { App } from '../../../platform/http/api-context.ts';
import { answerFailure } from '../../../platform/http/answer-errors.ts';
import { countRequest } from '../../../platform/http/rate-limiter.ts';
import { readText } from '../../../platform/http/read-body.ts';
import { updateRow } from '../../../platform/db/write-row.ts';

/** How long a failed event waits for its first retry. Each later wait is twice as long. */
const FIRST_RETRY_MS = 60_000;
const MAX_ATTEMPTS = 8;

/**
 * Handles a verified event. An event that fails is stored unchanged with the reason and retried automatically or by
 * hand, so the provider need not send it again.
 */
async function receiveEvent(context: Context, gateway: PaymentGateway, raw: string): Promise<'done' | 'kept'> {
  const event = gateway.readEvent(raw);
  try {
    const mayBeStored = await handleEvent(context, gateway, event);
    if (mayBeStored) await markResolved(context, gateway.name, event.id);
    return 'done';
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    context.log.warn({ err: error, eventId: event.id, type: event.type }, 'a payment event could not be worked off');
    const now = context.clock.now();
    const nextTryAt = new Date(now.getTime() + FIRST_RETRY_MS);
    await context.db
      .insertInto('failed_webhooks')
      .values({
        id: context.ids.uuid(),
        provider: gateway.name,
        event_id: event.id,
        event_type: event.type,
        raw,
        reason,
        received_at: now,
        last_try_at: now,
        next_try_at: nextTryAt,
      })
      .onConflict((conflict) =>
        conflict.columns(['provider', 'event_id']).doUpdateSet((set) => ({
          reason,
          attempts: set('failed_webhooks.attempts', '+', 1),
          last_try_at: now,
          resolved_at: null,
        })),
      )
      .execute();
    return 'kept';
  }
}

/**
 * Handles an event. Returns whether it may be stored as a failed event, which must then be marked as resolved. Session
 * events are the most frequent: one statement reads their session and whether the event is stored.
 */
async function handleEvent(context: Context, gateway: PaymentGateway, event: GatewayEvent): Promise<boolean> {
  if (event.about === 'session') {
    let wasStored = true;
    await settleSession(context, event.session, async () => {
      const session = await sessionOfEvent(context, gateway.name, event);
      wasStored = session?.was_stored ?? true;
      return session;
    });
    return wasStored;
  }
  await handleOtherEvent(context, gateway, event);
  return true;
}

async function sessionOfEvent({ db }: Context, provider: string, event: GatewayEvent & { about: 'session' }) {
  const wasStored = sql<boolean>`exists (
    select from failed_webhooks where provider = ${provider} and event_id = ${event.id} and resolved_at is null
  )`;
  const session = await db
    .selectFrom('payment_sessions')
    .selectAll()
    .select(wasStored.as('was_stored'))
    .where('id', '=', event.session.reference)
    .executeTakeFirst();
  return session ?? null;
}

async function handleOtherEvent(
  context: Context,
  gateway: PaymentGateway,
  event: Exclude<GatewayEvent, { about: 'session' }>,
): Promise<void> {
  switch (event.about) {
    case 'reader':
      await settleAtReader(context, gateway.name, event.providerSessionId);
      return;
    case 'refund':
      await settleRefund(context, gateway, event.refund);
      return;
    case 'refunds-of':
      for (const refund of await gateway.refundsOf(event.paymentId)) await settleRefund(context, gateway, refund);
      return;
    case 'dispute':
      if (!(await recordDispute(context, gateway, event.dispute))) {
        throw new Error('A refund of the disputed payment is not decided yet');
      }
      return;
    case 'fraud-warning':
      await recordFraudWarning(context, gateway, event);
      return;
    case 'nothing-of-ours':
  }
}

/**
 * A reader event only says that there is news. The current status is read from the provider, so a late event does no
 * harm.
 */
async function settleAtReader(context: Context, provider: string, providerSessionId: string): Promise<void> {
  const session = await context.db
    .selectFrom('payment_sessions')
    .selectAll()
    .where('provider', '=', provider)
    .where('provider_session_id', '=', providerSessionId)
    .executeTakeFirst();
  // Another system may use the same provider account.
  if (!session) return;
  const current = await readProviderSession(context, { ...session, provider_session_id: providerSessionId });
  await settleSession(context, current);
}

/** Retries a failed event, by hand or from the sweep. Returns the error message, or null on success. */
export async function retryEvent(context: Context, gateway: PaymentGateway, failureId: string): Promise<string | null> {
  const stored = await context.db
    .selectFrom('failed_webhooks')
    .selectAll()
    .where('id', '=', failureId)
    .executeTakeFirst();
  if (!stored || stored.resolved_at) return null;
  try {
    if (stored.provider !== gateway.name) throw new Error(`The payment provider ${stored.provider} is not connected`);
    await handleEvent(context, gateway, gateway.readEvent(stored.raw));
    await markResolved(context, stored.provider, stored.event_id);
    return null;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const now = context.clock.now();
    const wait = FIRST_RETRY_MS * 2 ** stored.attempts;
    await updateRow(context.db, 'failed_webhooks', failureId, {
      reason,
      attempts: stored.attempts + 1,
      last_try_at: now,
      // After some hours only a person can retry it.
      next_try_at: stored.attempts + 1 >= MAX_ATTEMPTS ? null : new Date(now.getTime() + wait),
    });
    return reason;
  }
}

async function markResolved(context: Context, provider: string, eventId: string): Promise<void> {
  await context.db
    .updateTable('failed_webhooks')
    .set({ resolved_at: context.clock.now(), next_try_at: null })
    .where('provider', '=', provider)
    .where('event_id', '=', eventId)
    .where('resolved_at', 'is', null)
    .execute();
}

/** Deletes resolved events that contain one of these names, addresses or ids of a guest. */
export async function deleteResolvedEvents(tx: Tx, words: readonly string[]): Promise<void> {
  await sql`
    delete from failed_webhooks where resolved_at is not null and ${mentionsAny(sql.ref('raw'), words)}
  `.execute(tx);
}

/** Events are small; a larger body does not come from a payment provider. */
const EVENT_BODY: BodyLimits = { maxKb: 64, rate: CALL_RATE_LIMITS.forgedEvent };

/** Mounts the route for provider events. The body is read as raw text, because the signature covers those bytes. */
export function mountWebhooks(app: App, context: Context): void {
  app.post('/api/webhooks/:provider', async (c) => {
    c.var.info.call = 'webhooks';
    const gateway = context.payments;
    if (!gateway || gateway.name !== c.req.param('provider')) {
      return answerFailure(c, failure('not-found', say`No such payment provider is connected.`));
    }
    const raw = await readText(c, EVENT_BODY);
    try {
      gateway.verify(raw, c.req.raw.headers, context.clock.now());
    } catch (error) {
      if (!(error instanceof ForgedEvent)) throw error;
      // Only forged events count against the rate limit, because others may share the provider's address.
      await countRequest(context, c.var.info, EVENT_BODY.rate);
      context.log.warn({ requestId: c.var.info.requestId, why: error.message }, 'a forged payment event was refused');
      return answerFailure(c, failure('invalid-argument', say`Invalid signature`));
    }
    const result = await receiveEvent(context, gateway, raw);
    return c.json({ success: true, received: true, kept: result === 'kept' });
  });
}
