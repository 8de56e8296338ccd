import { cents } from '@tiffin/domain/core';
import type { Stripe } from 'stripe';
import { ForgedEvent, type ProviderDispute, type GatewayEvent, type ProviderSession } from '../gateway.ts';
import { stripeIdOf, readerPaymentId, toProviderRefund, toProviderSession } from './convert-stripe-objects.ts';

/** All other statuses wait for us or the bank, and Stripe has already taken the money. */
const DISPUTE_STATUS: Readonly<Record<string, ProviderDispute['status']>> = {
  warning_needs_response: 'asked',
  warning_under_review: 'asked',
  won: 'won',
  warning_closed: 'won',
  prevented: 'won',
  lost: 'lost',
};

/** Null for a dispute of a payment that we did not make. */
export function toProviderDispute(dispute: Stripe.Dispute): ProviderDispute | null {
  const paymentId = stripeIdOf(dispute.payment_intent);
  if (paymentId === null) return null;
  const { due_by: due } = dispute.evidence_details;
  return {
    disputeId: dispute.id,
    paymentId,
    amount: cents(dispute.amount),
    reason: dispute.reason.replaceAll('_', ' '),
    status: DISPUTE_STATUS[dispute.status] ?? 'open',
    answerBy: due === null ? null : new Date(due * 1000),
  };
}

/**
 * Parses an event after its signature was checked. The instructions for owners (docs/connecting-stripe.md) list the
 * events. Objects without our metadata belong to other software.
 */
export function readStripeEvent(raw: string): GatewayEvent {
  const event = parse(raw);
  const eventKey = { id: event.id, type: event.type };
  const irrelevant = { ...eventKey, about: 'nothing-of-ours' } as const;
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.expired':
      return aboutSession(eventKey, toProviderSession(event.data.object), event.data.object);
    case 'checkout.session.async_payment_failed':
      return aboutSession(eventKey, { ...toProviderSession(event.data.object), status: 'failed' }, event.data.object);
    case 'charge.refunded': {
      // Since API version 2022-11-15 the event does not contain the refunds.
      const paymentId = stripeIdOf(event.data.object.payment_intent);
      return paymentId === null ? irrelevant : { ...eventKey, about: 'refunds-of', paymentId };
    }
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
      return { ...eventKey, about: 'refund', refund: toProviderRefund(event.data.object) };
    case 'charge.dispute.created':
    // Also for an inquiry of the bank that became a dispute.
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.closed': {
      const dispute = toProviderDispute(event.data.object);
      return dispute ? { ...eventKey, about: 'dispute', dispute } : irrelevant;
    }
    case 'radar.early_fraud_warning.created': {
      const { payment_intent: payment, fraud_type: kind } = event.data.object;
      const paymentId = stripeIdOf(payment ?? null);
      return paymentId === null
        ? irrelevant
        : { ...eventKey, about: 'fraud-warning', paymentId, reason: kind.replaceAll('_', ' ') };
    }
    case 'terminal.reader.action_succeeded':
    case 'terminal.reader.action_failed': {
      const payment = readerPaymentId(event.data.object);
      return payment === null ? irrelevant : { ...eventKey, about: 'reader', providerSessionId: payment };
    }
    default:
      return irrelevant;
  }
}

function aboutSession(
  eventKey: { readonly id: string; readonly type: string },
  observed: ProviderSession,
  session: Stripe.Checkout.Session,
): GatewayEvent {
  const isOurs = session.metadata?.['tiffin_session'] !== undefined && observed.reference !== '';
  return isOurs ? { ...eventKey, about: 'session', session: observed } : { ...eventKey, about: 'nothing-of-ours' };
}

function parse(raw: string): Stripe.Event {
  try {
    // Safe cast: the signature was checked, so this is a Stripe event.
    const event = JSON.parse(raw) as Stripe.Event;
    if (typeof event.id === 'string' && typeof event.type === 'string') return event;
  } catch {
    // Invalid JSON: handled below.
  }
  throw new ForgedEvent('not an event of Stripe');
}
