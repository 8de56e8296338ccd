import { cents } from '@tiffin/domain/core';
import type { SessionStatus } from '@tiffin/domain/payment';
import type { Stripe } from 'stripe';
import { ForgedEvent, type DisputeSeen, type GatewayEvent, type RefundSeen, type SessionSeen } from '../gateway.ts';

/** What Stripe says of a session. Complete but not yet paid (a slow method) is still open. */
export function seenSession(session: Stripe.Checkout.Session): SessionSeen {
  const paid = session.payment_status === 'paid';
  const status: SessionStatus = paid ? 'paid' : session.status === 'expired' ? 'expired' : 'open';
  return {
    reference: session.client_reference_id ?? '',
    providerSessionId: session.id,
    status,
    amount: paid && session.currency === 'cad' && session.amount_total !== null ? cents(session.amount_total) : null,
    paymentId: idOf(session.payment_intent),
  };
}

const REFUND_STATUS: Readonly<Record<string, RefundSeen['status']>> = {
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
};

export function seenRefund(refund: Stripe.Refund): RefundSeen {
  const paymentId = idOf(refund.payment_intent);
  return {
    reference: refund.metadata?.['tiffin_refund'] ?? null,
    providerRefundId: refund.id,
    of: paymentId === null ? null : { paymentId, amount: cents(refund.amount) },
    status: REFUND_STATUS[refund.status ?? ''] ?? 'requested',
    reason: refund.failure_reason ?? null,
  };
}

/** All others wait for an answer, ours or the bank's. */
const DISPUTE_OVER: Readonly<Record<string, DisputeSeen['status']>> = {
  won: 'won',
  warning_closed: 'won',
  prevented: 'won',
  lost: 'lost',
};

function seenDispute(dispute: Stripe.Dispute): DisputeSeen | null {
  const paymentId = idOf(dispute.payment_intent);
  if (paymentId === null) return null;
  const { due_by: due } = dispute.evidence_details;
  return {
    paymentId,
    amount: cents(dispute.amount),
    reason: dispute.reason.replaceAll('_', ' '),
    status: DISPUTE_OVER[dispute.status] ?? 'open',
    answerBy: due === null ? null : new Date(due * 1000),
  };
}

/** The events we listen to; the page for owners names the same ones. */
export const STRIPE_EVENTS = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.closed',
  'radar.early_fraud_warning.created',
] as const;

/** Reads an event whose signature was checked. What carries no mark of ours belongs to somebody else. */
export function readStripeEvent(raw: string): GatewayEvent {
  const event = parse(raw);
  const known = { id: event.id, type: event.type };
  const theirs = { ...known, about: 'nothing-of-ours' } as const;
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.expired':
      return aboutSession(known, seenSession(event.data.object), event.data.object);
    case 'checkout.session.async_payment_failed':
      return aboutSession(known, { ...seenSession(event.data.object), status: 'failed' }, event.data.object);
    case 'charge.refunded': {
      // Since its API of 2022-11-15 the event does not carry the refunds.
      const paymentId = idOf(event.data.object.payment_intent);
      return paymentId === null ? theirs : { ...known, about: 'refunds-of', paymentId };
    }
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
      return { ...known, about: 'refund', refund: seenRefund(event.data.object) };
    case 'charge.dispute.created':
    case 'charge.dispute.closed': {
      const dispute = seenDispute(event.data.object);
      return dispute ? { ...known, about: 'dispute', dispute } : theirs;
    }
    case 'radar.early_fraud_warning.created': {
      const { payment_intent: payment, fraud_type: kind } = event.data.object;
      const paymentId = idOf(payment ?? null);
      return paymentId === null
        ? theirs
        : { ...known, about: 'fraud-warning', paymentId, reason: kind.replaceAll('_', ' ') };
    }
    default:
      return theirs;
  }
}

function aboutSession(
  known: { readonly id: string; readonly type: string },
  seen: SessionSeen,
  session: Stripe.Checkout.Session,
): GatewayEvent {
  const ours = session.metadata?.['tiffin_session'] !== undefined && seen.reference !== '';
  return ours ? { ...known, about: 'session', session: seen } : { ...known, about: 'nothing-of-ours' };
}

function parse(raw: string): Stripe.Event {
  try {
    // Only read after its signature was checked: it is what Stripe sends.
    const event = JSON.parse(raw) as Stripe.Event;
    if (typeof event.id === 'string' && typeof event.type === 'string') return event;
  } catch {
    // not JSON: falls through
  }
  throw new ForgedEvent('not an event of Stripe');
}

function idOf(value: string | { readonly id: string } | null): string | null {
  return typeof value === 'string' ? value : (value?.id ?? null);
}
