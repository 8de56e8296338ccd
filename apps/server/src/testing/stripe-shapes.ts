import type { Stripe } from 'stripe';
import {
  chargeIdOf,
  type Fields,
  type Refund,
  type Session as StoredSession,
} from '../adapters/payment/sandbox/stripe-api.ts';

/* Stripe's objects, with the fields that our adapter and our tests read. */

export type Session = StoredSession & Pick<Stripe.Checkout.Session, 'created' | 'customer_email'>;

export function newSession(id: string, created: number, fields: Fields): Session {
  const keepsCard = fields['mode'] === 'setup';
  return {
    mode: keepsCard ? 'setup' : 'payment',
    id,
    object: 'checkout.session',
    amount_total: keepsCard
      ? 0
      : Number(fields['line_items[0][price_data][unit_amount]']) * Number(fields['line_items[0][quantity]']),
    client_reference_id: fields['client_reference_id'] ?? null,
    created,
    currency: fields[keepsCard ? 'currency' : 'line_items[0][price_data][currency]'] ?? null,
    customer_email: fields['customer_email'] ?? null,
    metadata: metadataOf(fields, 'metadata'),
    payment_intent: null,
    setup_intent: null,
    payment_status: keepsCard ? 'no_payment_required' : 'unpaid',
    status: 'open',
    url: `https://checkout.stripe.com/c/pay/${id}`,
  };
}

export function newRefund(id: string, created: number, status: Refund['status'], fields: Fields): Refund {
  return {
    id,
    object: 'refund',
    amount: Number(fields['amount']),
    created,
    metadata: metadataOf(fields, 'metadata'),
    payment_intent: fields['payment_intent'] ?? '',
    status,
  };
}

/** As a list returns it; events are tested without the time. */
export type Dispute = ReturnType<typeof newDispute> & Pick<Stripe.Dispute, 'created'>;

export function newDispute(
  payment: { readonly intent: string; readonly amount: number },
  change: Pick<Stripe.Dispute, 'reason' | 'status'> & { readonly dueBy: number },
): Pick<
  Stripe.Dispute,
  'id' | 'object' | 'amount' | 'charge' | 'currency' | 'evidence_details' | 'payment_intent' | 'reason' | 'status'
> {
  return {
    id: `du_${payment.intent}`,
    object: 'dispute',
    amount: payment.amount,
    charge: chargeIdOf(payment.intent),
    currency: 'cad',
    evidence_details: {
      due_by: change.dueBy,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'manual',
    },
    payment_intent: payment.intent,
    reason: change.reason,
    status: change.status,
  };
}

export function newFraudWarning(intent: string): Stripe.Radar.EarlyFraudWarning {
  return {
    id: `issfr_${intent}`,
    object: 'radar.early_fraud_warning',
    actionable: true,
    charge: chargeIdOf(intent),
    created: 0,
    fraud_type: 'unauthorized_use_of_card',
    livemode: false,
    payment_intent: intent,
  };
}

export type Intent = Pick<
  Stripe.PaymentIntent,
  'id' | 'object' | 'amount' | 'amount_details' | 'amount_received' | 'created' | 'currency' | 'last_payment_error'
> &
  Pick<Stripe.PaymentIntent, 'capture_method' | 'metadata' | 'payment_method_types' | 'status'> & {
    latest_charge: string | null;
  };

/** A payment for a reader, before any card was requested. */
export function newIntent(id: string, created: number, fields: Fields): Intent {
  return {
    id,
    object: 'payment_intent',
    amount: Number(fields['amount']),
    amount_details: {},
    amount_received: 0,
    capture_method: fields['capture_method'] === 'automatic' ? 'automatic' : 'manual',
    created,
    currency: fields['currency'] ?? '',
    last_payment_error: null,
    latest_charge: null,
    metadata: metadataOf(fields, 'metadata'),
    payment_method_types: Object.entries(fields).flatMap(([name, value]) =>
      name.startsWith('allowed_payment_method_types[') ? [value] : [],
    ),
    status: 'requires_payment_method',
  };
}

export type Reader = Pick<
  Stripe.Terminal.Reader,
  'id' | 'object' | 'action' | 'device_type' | 'label' | 'location' | 'serial_number' | 'status'
>;

export function newReader(id: string, fields: Fields): Reader {
  return {
    id,
    object: 'terminal.reader',
    action: null,
    device_type: 'simulated_wisepos_e',
    label: fields['label'] ?? fields['registration_code'] ?? '',
    location: fields['location'] ?? null,
    serial_number: `SERIAL-${id}`,
    status: 'online',
  };
}

/** A reader's action for a payment. */
export function newAction(intent: string, fields: Fields): Stripe.Terminal.Reader.Action {
  const on = fields['process_config[tipping][amount_eligible]'];
  return {
    api_error: null,
    failure_code: null,
    failure_message: null,
    process_payment_intent: {
      payment_intent: intent,
      process_config: {
        enable_customer_cancellation: fields['process_config[enable_customer_cancellation]'] === 'true',
        skip_tipping: fields['process_config[skip_tipping]'] === 'true',
        ...(on !== undefined && { tipping: { amount_eligible: Number(on) } }),
      },
    },
    status: 'in_progress',
    type: 'process_payment_intent',
  };
}

export function newPlace(id: string, fields: Fields) {
  const address = ['line1', 'city', 'state', 'postal_code', 'country'].map((name) => [
    name,
    fields[`address[${name}]`],
  ]);
  return {
    id,
    object: 'terminal.location',
    display_name: fields['display_name'],
    address: Object.fromEntries(address) as object,
  };
}

/** The card details of a charge that our code reads. */
export function cardDetails(brand: string, last4: string) {
  const type = brand === 'interac' ? 'interac_present' : 'card_present';
  return { payment_method_details: { type, [type]: { brand, last4 } } };
}

type Create = Stripe.Checkout.SessionCreateParams;
type LineItem = NonNullable<Create['line_items']>[number];
type PriceData = NonNullable<LineItem['price_data']>;

/** Parameter names of Stripe's types. The compiler rejects unknown ones. */
type Names<T> = readonly (keyof T)[];

/** The parameters we send, by call and path. Below a path that is not listed, any parameter is accepted. */
const PARAMS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'POST /v1/checkout/sessions': {
    '': [
      ...(['mode', 'allowed_payment_method_types', 'client_reference_id', 'metadata', 'payment_intent_data'] as const),
      ...(['line_items', 'customer_email', 'success_url', 'cancel_url', 'expires_at'] as const),
      ...(['currency', 'customer_creation', 'setup_intent_data', 'custom_text'] as const),
    ] satisfies Names<Create>,
    setup_intent_data: ['metadata', 'description'] satisfies Names<NonNullable<Create['setup_intent_data']>>,
    custom_text: ['submit'] satisfies Names<NonNullable<Create['custom_text']>>,
    'custom_text.submit': ['message'],
    payment_intent_data: ['metadata', 'description'] satisfies Names<NonNullable<Create['payment_intent_data']>>,
    'line_items.#': ['quantity', 'price_data'] satisfies Names<LineItem>,
    'line_items.#.price_data': ['currency', 'unit_amount', 'product_data'] satisfies Names<PriceData>,
    'line_items.#.price_data.product_data': ['name'] satisfies Names<NonNullable<PriceData['product_data']>>,
  },
  'POST /v1/refunds': {
    '': ['payment_intent', 'amount', 'reason', 'metadata'] satisfies Names<Stripe.RefundCreateParams>,
  },
  'GET /v1/refunds': {
    '': ['payment_intent', 'created', 'limit', 'starting_after'] satisfies Names<Stripe.RefundListParams>,
  },
  'POST /v1/payment_intents': {
    '': [
      ...(['amount', 'currency', 'allowed_payment_method_types', 'capture_method', 'description', 'metadata'] as const),
      ...(['customer', 'payment_method', 'off_session', 'confirm'] as const),
    ] satisfies Names<Stripe.PaymentIntentCreateParams>,
  },
  'GET /v1/payment_intents/#': { '': ['expand'] satisfies Names<Stripe.PaymentIntentRetrieveParams> },
  'POST /v1/payment_intents/#/cancel': { '': [] },
  'POST /v1/terminal/locations': {
    '': ['display_name', 'address'] satisfies Names<Stripe.Terminal.LocationCreateParams>,
    address: [
      ...(['line1', 'city', 'state', 'postal_code', 'country'] as const),
    ] satisfies Names<Stripe.Terminal.LocationCreateParams.Address>,
  },
  'POST /v1/terminal/readers': {
    '': ['registration_code', 'label', 'location'] satisfies Names<Stripe.Terminal.ReaderCreateParams>,
  },
  'GET /v1/terminal/readers/#': { '': [] },
  'DELETE /v1/terminal/readers/#': { '': [] },
  'POST /v1/terminal/readers/#/cancel_action': { '': [] },
  'POST /v1/terminal/readers/#/process_payment_intent': {
    '': ['payment_intent', 'process_config'] satisfies Names<Stripe.Terminal.ReaderProcessPaymentIntentParams>,
    process_config: [
      ...(['enable_customer_cancellation', 'skip_tipping', 'tipping'] as const),
    ] satisfies Names<Stripe.Terminal.ReaderProcessPaymentIntentParams.ProcessConfig>,
    'process_config.tipping': [
      'amount_eligible',
    ] satisfies Names<Stripe.Terminal.ReaderProcessPaymentIntentParams.ProcessConfig.Tipping>,
  },
  'GET /v1/charges': {
    '': ['created', 'customer', 'payment_intent', 'limit', 'starting_after'] satisfies Names<Stripe.ChargeListParams>,
  },
  'GET /v1/disputes': {
    '': ['created', 'limit', 'starting_after'] satisfies Names<Stripe.DisputeListParams>,
  },
  'GET /v1/checkout/sessions': {
    '': ['payment_intent', 'limit', 'starting_after'] satisfies Names<Stripe.Checkout.SessionListParams>,
  },
};

/** Returns the first parameter that Stripe does not know. */
export function unknownParam(call: string, fields: Fields): string | null {
  const existing = PARAMS[call.replace(/\/(pi|tmr)_[^/]+/, '/#')] ?? { '': [] };
  for (const field of Object.keys(fields)) {
    const steps = field.replaceAll(']', '').split('[');
    for (const [depth, step] of steps.entries()) {
      const here =
        existing[
          steps
            .slice(0, depth)
            .join('.')
            .replaceAll(/\.\d+(?=\.|$)/g, '.#')
        ];
      if (here && !here.includes(step)) return field;
    }
  }
  return null;
}

function metadataOf(fields: Fields, name: string): Stripe.Metadata {
  const found = Object.entries(fields).flatMap(([field, value]) => {
    const [, key] = new RegExp(`^${name}\\[(.+)\\]$`).exec(field) ?? [];
    return key === undefined ? [] : [[key, value] as const];
  });
  return Object.fromEntries(found);
}
