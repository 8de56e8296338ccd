import { cents } from '@tiffin/domain/core';
import type { SessionStatus } from '@tiffin/domain/payment';
import type { Stripe } from 'stripe';
import { ForgedEvent, type GatewayEvent, type RefundSeen, type SessionSeen } from '../gateway.ts';

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
  return {
    reference: refund.metadata?.['tiffin_refund'] ?? null,
    providerRefundId: refund.id,
    status: REFUND_STATUS[refund.status ?? ''] ?? 'requested',
    reason: refund.failure_reason ?? null,
  };
}

/** The events we listen to; the page for owners names the same ones. */
export const STRIPE_EVENTS = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'charge.refunded',
  'refund.updated',
  'refund.failed',
] as const;

/** Reads an event whose signature was checked. What carries no mark of ours belongs to somebody else. */
export function readStripeEvent(raw: string): GatewayEvent {
  const event = parse(raw);
  const known = { id: event.id, type: event.type };
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.expired':
      return aboutSession(known, seenSession(event.data.object), event.data.object);
    case 'checkout.session.async_payment_failed':
      return aboutSession(known, { ...seenSession(event.data.object), status: 'failed' }, event.data.object);
    case 'charge.refunded':
      return { ...known, about: 'refunds', refunds: (event.data.object.refunds?.data ?? []).map(seenRefund) };
    case 'refund.updated':
    case 'refund.failed':
      return { ...known, about: 'refunds', refunds: [seenRefund(event.data.object)] };
    default:
      return { ...known, about: 'nothing-of-ours' };
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
