import { cents, HOME_CURRENCY, say, withoutUndefined } from '@tiffin/domain/core';
import type { SessionStatus } from '@tiffin/domain/payment';
import { Stripe } from 'stripe';
import {
  GatewaySessionUnknown,
  GatewayRefused,
  GatewayUnavailable,
  type ProviderPayment,
  type ProviderRefund,
  type ProviderSession,
  type SessionToOpen,
} from '../gateway.ts';

/**
 * The metadata of our payments: the reference, the notes, the currency unless it is the default one, and the fee for which
 * a card is kept.
 */
export function paymentMetadata({
  reference,
  currency,
  notes,
  ...page
}: Pick<SessionToOpen, 'reference' | 'currency' | 'notes'> &
  Partial<Pick<SessionToOpen, 'keepsCard' | 'amount'>>): Record<string, string> {
  return withoutUndefined({
    tiffin_session: reference,
    tiffin_location: notes.locationId,
    tiffin_order: notes.orderId ?? undefined,
    tiffin_tip: notes.tip > 0 ? String(notes.tip) : undefined,
    tiffin_fee: page.keepsCard ? String(page.amount) : undefined,
    tiffin_currency: currency === HOME_CURRENCY ? undefined : currency.toLowerCase(),
  });
}

/** Converts a charge. Null when it failed or belongs to other software. */
export function toProviderPayment(charge: Stripe.Charge): ProviderPayment | null {
  const { tiffin_session: reference, tiffin_location: locationId, tiffin_order: orderId, tiffin_tip } = charge.metadata;
  const paymentId = stripeIdOf(charge.payment_intent);
  if (charge.status !== 'succeeded' || reference === undefined || paymentId === null) return null;
  const tip = cents(Number.parseInt(tiffin_tip ?? '0', 10) || 0);
  return {
    paymentId,
    amount: cents(charge.amount_captured),
    refunded: cents(charge.amount_refunded),
    at: new Date(charge.created * 1000),
    reference,
    notes: locationId === undefined ? null : { locationId, orderId: orderId ?? null, tip },
    guest: { name: charge.billing_details.name ?? '', email: charge.billing_details.email ?? '' },
  };
}

function hasExpectedCurrency(currency: string | null, metadata: Stripe.Metadata | null): boolean {
  return currency === (metadata?.['tiffin_currency'] ?? HOME_CURRENCY.toLowerCase());
}

/**
 * Converts a Stripe session. One that is complete but not paid, as with slow payment methods, is still open. One that
 * keeps a card is paid once it has the card.
 */
export function toProviderSession(session: Stripe.Checkout.Session): ProviderSession {
  const ids = { reference: session.client_reference_id ?? '', providerSessionId: session.id };
  if (session.mode === 'setup' && session.status === 'complete') {
    const fee = cents(Number(session.metadata?.['tiffin_fee']));
    return { ...ids, status: 'paid', amount: fee, paymentId: stripeIdOf(session.setup_intent) };
  }
  const paid = session.payment_status === 'paid';
  const hasAmount = paid && hasExpectedCurrency(session.currency, session.metadata);
  const status: SessionStatus = paid ? 'paid' : session.status === 'expired' ? 'expired' : 'open';
  return {
    ...ids,
    status,
    amount: hasAmount && session.amount_total !== null ? cents(session.amount_total) : null,
    paymentId: stripeIdOf(session.payment_intent),
  };
}

const REFUND_STATUS: Readonly<Record<string, ProviderRefund['status']>> = {
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
};

export function toProviderRefund(refund: Stripe.Refund): ProviderRefund {
  const paymentId = stripeIdOf(refund.payment_intent);
  return {
    reference: refund.metadata?.['tiffin_refund'] ?? null,
    providerRefundId: refund.id,
    of: paymentId === null ? null : { paymentId, amount: cents(refund.amount) },
    status: REFUND_STATUS[refund.status ?? ''] ?? 'requested',
    reason: refund.failure_reason ?? null,
  };
}

/** Converts a payment at a reader. `problem` says why the reader no longer asks for the card of an open payment. */
export function toReaderPayment(
  payment: Stripe.PaymentIntent,
  attempt: number,
  problem: string | null = null,
): ProviderSession {
  const tip = cents(payment.amount_details?.tip?.amount ?? 0);
  const isExpectedCurrency = hasExpectedCurrency(payment.currency, payment.metadata);
  const ids = { reference: payment.metadata['tiffin_session'] ?? '', providerSessionId: payment.id };
  if (payment.status === 'succeeded') {
    const card = cardOf(payment.latest_charge);
    const amount = isExpectedCurrency ? cents(payment.amount_received) : null;
    return { ...ids, status: 'paid', amount, tip, card, paymentId: payment.id };
  }
  const unpaid = { ...ids, amount: null, paymentId: payment.id };
  if (payment.status === 'canceled') return { ...unpaid, status: 'cancelled' };
  return { ...unpaid, status: 'open', readerPrompt: { attempt, message: problem } };
}

function cardOf(charge: string | Stripe.Charge | null): ProviderSession['card'] {
  if (charge === null || typeof charge === 'string') return null;
  const { card_present: card, interac_present: interac } = charge.payment_method_details ?? {};
  const used = card ?? interac;
  if (!used) return null;
  return { brand: interac ? 'interac' : (used.brand ?? 'card'), last4: used.last4 ?? '' };
}

const DECLINES: Readonly<Record<string, string>> = {
  authentication_required: say`The bank wants the guest to confirm the charge, which they can do only by paying themselves.`,
  card_declined: say`The card was declined.`,
  insufficient_funds: say`The card was declined: insufficient funds.`,
  expired_card: say`The card has expired.`,
  incorrect_pin: say`The PIN was wrong.`,
  invalid_pin: say`The PIN was wrong.`,
  pin_try_exceeded: say`The PIN was wrong too often. Please take another card.`,
  card_not_supported: say`This reader does not take that card.`,
  withdrawal_count_limit_exceeded: say`The card is over its limit.`,
  processing_error: say`The bank could not be reached. Please try again.`,
  customer_canceled: say`The guest pressed Cancel on the reader.`,
  card_read_error: say`The card could not be read. Please try again.`,
  timed_out: say`Nobody held a card to the reader.`,
};

export const READER_NOT_ASKING = say`The reader does not ask for the card.`;

/** Why a reader gave up a payment: the bank's reason, else Stripe's code, else Stripe's message. */
export function readerFailureMessage(action: Stripe.Terminal.Reader.Action, payment: Stripe.PaymentIntent): string {
  const codes = [payment.last_payment_error?.decline_code, action.api_error?.decline_code, action.failure_code];
  const knownCode = codes.find((code) => code !== undefined && code !== null && Object.hasOwn(DECLINES, code));
  return DECLINES[knownCode ?? ''] ?? action.failure_message ?? READER_NOT_ASKING;
}

/** Why a kept card was declined: the bank's reason in our words, else Stripe's message. */
export function declineText({ cause, message }: GatewayRefused): string {
  const { decline_code: decline, code } = cause instanceof Stripe.errors.StripeError ? cause : {};
  return DECLINES[decline ?? ''] ?? DECLINES[code ?? ''] ?? message;
}

/** The payment that a reader is processing or processed last. */
export function readerPaymentId(reader: Pick<Stripe.Terminal.Reader, 'action'>): string | null {
  return stripeIdOf(reader.action?.process_payment_intent?.payment_intent ?? null);
}

/** The id of an object, which Stripe returns as a whole where we asked it to expand the id. */
export function stripeIdOf(value: string | { readonly id: string } | null): string | null {
  return typeof value === 'string' ? value : (value?.id ?? null);
}

/** What staff can do about a reader that fails. */
const READER_ERRORS: Readonly<Record<string, string>> = {
  terminal_reader_offline: say`The reader is offline. Check that it is switched on and connected.`,
  terminal_reader_busy: say`The reader is busy with something else. Finish or cancel it there.`,
  terminal_reader_hardware_fault: say`The reader has a fault. Switch it off and on again.`,
};

/** Errors after which the request may or may not have taken effect. */
const UNCERTAIN_CODES: ReadonlySet<string> = new Set(['terminal_reader_timeout', 'lock_timeout']);

/** Reads one of our sessions or payments. A missing object therefore means that this session or payment is missing. */
export async function convertStripeReadErrors<T>(work: () => Promise<T>): Promise<T> {
  return convertStripeErrors(() =>
    work().catch((error: unknown) => {
      const isMissing = error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';
      throw isMissing ? new GatewaySessionUnknown(error.message) : error;
    }),
  );
}

/** Converts Stripe's errors into `GatewayRefused` or, if the request may have taken effect, `GatewayUnavailable`. */
export async function convertStripeErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    const isRequestError =
      error instanceof Stripe.errors.StripeInvalidRequestError || error instanceof Stripe.errors.StripeCardError;
    const code = error.code ?? '';
    // 409 and 429 are temporary, as are errors inside Stripe.
    const isRefusal =
      isRequestError && error.statusCode !== 409 && error.statusCode !== 429 && !UNCERTAIN_CODES.has(code);
    const refused = READER_ERRORS[code] ?? error.message;
    throw isRefusal ? new GatewayRefused(refused, { cause: error }) : new GatewayUnavailable(error.message);
  }
}
