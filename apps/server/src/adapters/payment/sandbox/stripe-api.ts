import type { Stripe } from 'stripe';

/** The parameters of a request, named as Stripe's client encodes them: `line_items[0][quantity]`. */
export type Fields = Readonly<Record<string, string>>;

export type Answer = readonly [status: number, body: object];

/* Stripe's objects, with the fields that our adapter reads. */

/** A Checkout session. `payment_intent` is not expanded. */
export type Session = Pick<
  Stripe.Checkout.Session,
  'id' | 'object' | 'client_reference_id' | 'currency' | 'metadata' | 'mode' | 'payment_status' | 'status' | 'url'
> & { amount_total: number; payment_intent: string | null; setup_intent?: string | null };

/** A card that a session of mode `setup` kept. */
export interface KeptCard {
  readonly isAttached: boolean;
  /** Null if charges of it succeed. */
  readonly declineCode: string | null;
}

export type Refund = Pick<Stripe.Refund, 'id' | 'object' | 'amount' | 'created' | 'failure_reason' | 'metadata'> & {
  payment_intent: string;
  status: 'pending' | 'succeeded' | 'failed';
};

export interface Payment {
  readonly intent: string;
  readonly amount: number;
  readonly refunded: number;
  /** In seconds, as all times of Stripe. */
  readonly created: number;
  readonly email: string | null;
  readonly metadata: Stripe.Metadata;
  /** False for debit cards at a reader, which are refunded only in person. */
  readonly canRefund: boolean;
}

/** Selects objects by `id`, `payment_intent`, `created[gte]` and `created[lt]`, as the parameters of Stripe's lists do. */
export type Filter = Fields;

/** The objects of a Stripe account, wherever they are stored. */
export interface StripeObjects {
  findSessions(filter: Filter): Promise<readonly Session[]>;
  /** Newest first. */
  findRefunds(filter: Filter): Promise<readonly Refund[]>;
  findPayments(filter: Filter): Promise<readonly Payment[]>;
  findDisputes?(filter: Filter): Promise<readonly object[]>;
  addSession(fields: Fields): Promise<Session>;
  addRefund(fields: Fields): Promise<Refund>;
  expire(session: Session): Promise<Session>;
  /** The card of a customer or a setup intent, which share their id without its prefix. */
  findCard(id: string): Promise<KeptCard | null>;
  detachCard(id: string): Promise<void>;
  /** Returns the id of the payment; a second one with the same key is the first. */
  addCharge(fields: Fields): Promise<string>;
  /** Runs work whose objects no other request changes meanwhile. */
  change<T>(work: (objects: StripeObjects) => Promise<T>): Promise<T>;
}

/** The largest amount that Stripe charges: $999,999.99. */
const MAX_CENTS = 99_999_999;

/**
 * Answers the requests of Stripe's HTTP API that our adapter makes for payment pages, with Stripe's error messages.
 * `call` is a method and a path.
 */
export async function respondAsStripe(objects: StripeObjects, call: string, fields: Fields): Promise<Answer> {
  switch (call) {
    case 'POST /v1/checkout/sessions':
      if (Number(fields['line_items[0][price_data][unit_amount]']) > MAX_CENTS)
        return refused('amount_too_large', "The Checkout Session's total amount must be no more than $999,999.99 cad.");
      return [200, await objects.addSession(fields)];
    case 'GET /v1/checkout/sessions':
      return list(await objects.findSessions(fields));
    case 'POST /v1/refunds':
      return objects.change((locked) => refund(locked, fields));
    case 'GET /v1/refunds':
      return list(await objects.findRefunds(fields));
    case 'GET /v1/charges':
      return list((await objects.findPayments(fields)).map(toCharge));
    case 'GET /v1/disputes':
      return list((await objects.findDisputes?.(fields)) ?? []);
    case 'POST /v1/payment_intents':
      return objects.change((locked) => charge(locked, fields));
  }
  const [, cards, card = ''] =
    /^\w+ \/v1\/(setup_intents\/seti|payment_methods\/pm)_([^/]+)(?:\/detach)?$/.exec(call) ?? [];
  if (cards !== undefined)
    return objects.change((locked) => keptCard(locked, card, cards.startsWith('payment_methods')));
  const [, kind, id = '', action] = /^\w+ \/v1\/(checkout\/sessions|refunds)\/([^/]+)(\/expire)?$/.exec(call) ?? [];
  if (kind === undefined) return missing(call);
  if (action !== undefined) return objects.change((locked) => expire(locked, id));
  const [found] = await (kind === 'refunds' ? objects.findRefunds({ id }) : objects.findSessions({ id }));
  return found ? [200, found] : missing(id);
}

async function expire(objects: StripeObjects, id: string): Promise<Answer> {
  const [session] = await objects.findSessions({ id });
  if (!session) return missing(id);
  if (session.status === 'open') return [200, await objects.expire(session)];
  const message = `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`;
  return [400, { error: { type: 'invalid_request_error', message } }];
}

async function refund(objects: StripeObjects, fields: Fields): Promise<Answer> {
  const { payment_intent: intent = '', amount } = fields;
  const [payment] = await objects.findPayments({ payment_intent: intent });
  if (!payment) return missing(intent);
  if (!payment.canRefund) return refused('charge_not_refundable', 'Interac payments are refunded in person.');
  const refunds = await objects.findRefunds({ payment_intent: intent });
  const refunded = refunds.reduce((sum, each) => sum + (each.status === 'failed' ? 0 : each.amount), 0);
  if (refunded + Number(amount) > payment.amount)
    return refused('charge_already_refunded', 'Charge has already been refunded.');
  return [200, await objects.addRefund(fields)];
}

/** Reads a setup intent, or detaches its card. */
async function keptCard(objects: StripeObjects, id: string, detaches: boolean): Promise<Answer> {
  const card = await objects.findCard(id);
  if (!card) return missing(id);
  if (!detaches) {
    const of = { customer: `cus_${id}`, payment_method: `pm_${id}` };
    return [200, { id: `seti_${id}`, object: 'setup_intent', status: 'succeeded', ...of }];
  }
  if (!card.isAttached) {
    const message = 'The payment method you provided is not attached to a customer so detachment is impossible.';
    return [400, { error: { type: 'invalid_request_error', message } }];
  }
  await objects.detachCard(id);
  return [200, { id: `pm_${id}`, object: 'payment_method', customer: null }];
}

async function charge(objects: StripeObjects, fields: Fields): Promise<Answer> {
  const { customer = '', amount } = fields;
  const card = await objects.findCard(customer.replace('cus_', ''));
  if (!card) return missing(customer);
  if (!card.isAttached) {
    const message =
      'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again.';
    return [400, { error: { type: 'invalid_request_error', message } }];
  }
  if (card.declineCode !== null) {
    const declined = { code: 'card_declined', decline_code: card.declineCode, message: 'Your card was declined.' };
    return [402, { error: { type: 'card_error', ...declined } }];
  }
  const id = await objects.addCharge(fields);
  return [200, { id, object: 'payment_intent', amount: Number(amount), status: 'succeeded' }];
}

export function chargeIdOf(intent: string): string {
  return `ch_${intent}`;
}

function toCharge({ intent, amount, refunded, created, email, metadata }: Payment) {
  return {
    id: chargeIdOf(intent),
    object: 'charge',
    status: 'succeeded',
    amount_captured: amount,
    amount_refunded: refunded,
    billing_details: { name: null, email, phone: null, address: null, tax_id: null },
    created,
    payment_intent: intent,
    metadata,
  } satisfies Partial<Stripe.Charge>;
}

function list(data: readonly object[]): Answer {
  return [200, { object: 'list', data, has_more: false }];
}

/** The answer to a request that Stripe refuses. */
export function refused(code: string, message: string, status = 400): Answer {
  return [status, { error: { type: 'invalid_request_error', code, message } }];
}

/** The answer to a request for an object that does not exist. */
export function missing(what: string): Answer {
  return refused('resource_missing', `No such resource: ${what}`, 404);
}
