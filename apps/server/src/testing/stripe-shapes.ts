import type { Stripe } from 'stripe';

/*
 * Stripe's objects as its own package types them: a field that it gains or loses shows here, when its version is
 * raised. What we do not use is what a new account in test mode has.
 */

export type Fields = Readonly<Record<string, string>>;

/** Of a page of payment; `payment_intent` is not expanded. */
export type Session = Stripe.Checkout.Session & { amount_total: number; payment_intent: string | null };
export type Refund = Stripe.Refund & { status: 'pending' | 'succeeded' | 'failed'; payment_intent: string };

export function newSession(id: string, created: number, fields: Fields): Session {
  const price = Number(fields['line_items[0][price_data][unit_amount]']) * Number(fields['line_items[0][quantity]']);
  return {
    id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: true },
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: listed(fields, 'allowed_payment_method_types'),
    amount_subtotal: price,
    amount_total: price,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: fields['cancel_url'] ?? null,
    client_reference_id: fields['client_reference_id'] ?? null,
    client_secret: null,
    collected_information: { business_name: null, individual_name: null, shipping_details: null },
    consent: null,
    consent_collection: null,
    created,
    currency: fields['line_items[0][price_data][currency]'] ?? null,
    currency_conversion: null,
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    customer: null,
    customer_account: null,
    customer_creation: 'if_required',
    customer_details: null,
    customer_email: fields['customer_email'] ?? null,
    discounts: [],
    expires_at: Number(fields['expires_at']),
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: null,
    managed_payments: null,
    metadata: metadataOf(fields, 'metadata'),
    mode: 'payment',
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: 'if_required',
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: listed(fields, 'allowed_payment_method_types'),
    payment_status: 'unpaid',
    permissions: null,
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: null,
    subscription: null,
    success_url: fields['success_url'] ?? null,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: `https://checkout.stripe.com/c/pay/${id}`,
    wallet_options: null,
  };
}

export function newRefund(id: string, created: number, status: Refund['status'], fields: Fields): Refund {
  return {
    id,
    object: 'refund',
    amount: Number(fields['amount']),
    balance_transaction: null,
    charge: chargeOf(fields['payment_intent'] ?? ''),
    created,
    currency: 'cad',
    customer: null,
    customer_account: null,
    metadata: metadataOf(fields, 'metadata'),
    payment_intent: fields['payment_intent'] ?? '',
    payment_method: null,
    reason: fields['reason'] ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status,
    transfer_reversal: null,
  };
}

export function chargeOf(paymentIntent: string): string {
  return `ch_${paymentIntent}`;
}

/** What of a charge our side reads: the whole has fields for every way to pay. */
export type Charge = Pick<
  Stripe.Charge,
  'id' | 'object' | 'status' | 'amount_captured' | 'amount_refunded' | 'created' | 'payment_intent' | 'metadata'
>;

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
    charge: chargeOf(payment.intent),
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
    charge: chargeOf(intent),
    created: 0,
    fraud_type: 'unauthorized_use_of_card',
    livemode: false,
    payment_intent: intent,
  };
}

type Create = Stripe.Checkout.SessionCreateParams;
type LineItem = NonNullable<Create['line_items']>[number];
type PriceData = NonNullable<LineItem['price_data']>;

/** Names that Stripe has for what it is asked with: the compiler refuses any that it does not know. */
type Names<T> = readonly (keyof T)[];

/** What we ask for, call by call, by the path to it; below a path that is not here anything is taken. */
const PARAMS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'POST /v1/checkout/sessions': {
    '': [
      ...(['mode', 'allowed_payment_method_types', 'client_reference_id', 'metadata', 'payment_intent_data'] as const),
      ...(['line_items', 'customer_email', 'success_url', 'cancel_url', 'expires_at'] as const),
    ] satisfies Names<Create>,
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
  'GET /v1/charges': { '': ['created', 'limit', 'starting_after'] satisfies Names<Stripe.ChargeListParams> },
};

/** The first field of a request that Stripe would not know. */
export function unknownParam(call: string, fields: Fields): string | null {
  const known = PARAMS[call] ?? { '': [] };
  for (const field of Object.keys(fields)) {
    const steps = field.replaceAll(']', '').split('[');
    for (const [depth, step] of steps.entries()) {
      const here =
        known[
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

function listed(fields: Fields, name: string): string[] {
  return Object.entries(fields).flatMap(([field, value]) => (field.startsWith(`${name}[`) ? [value] : []));
}

function metadataOf(fields: Fields, name: string): Stripe.Metadata {
  const found = Object.entries(fields).flatMap(([field, value]) => {
    const [, key] = new RegExp(`^${name}\\[(.+)\\]$`).exec(field) ?? [];
    return key === undefined ? [] : [[key, value] as const];
  });
  return Object.fromEntries(found);
}
