import type { Stripe } from 'stripe';

/* Stripe's objects with the types of its package, so that a version upgrade shows added and removed fields. Unused
   fields have the values of a new account in test mode. */

export type Fields = Readonly<Record<string, string>>;

/** A Checkout session. `payment_intent` is not expanded. */
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

/** The fields of a charge that our code reads; the full type has fields for every payment method. */
export type Charge = Pick<
  Stripe.Charge,
  | 'id'
  | 'object'
  | 'status'
  | 'amount_captured'
  | 'amount_refunded'
  | 'billing_details'
  | 'created'
  | 'payment_intent'
  | 'metadata'
>;

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

export type Intent = Stripe.PaymentIntent & { latest_charge: string | null };

/** A payment for a reader, before any card was requested. */
export function newIntent(id: string, created: number, fields: Fields): Intent {
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: listed(fields, 'allowed_payment_method_types'),
    amount: Number(fields['amount']),
    amount_capturable: 0,
    amount_details: {},
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: fields['capture_method'] ?? 'automatic',
    client_secret: null,
    confirmation_method: 'automatic',
    created,
    currency: fields['currency'] ?? '',
    customer: null,
    customer_account: null,
    description: fields['description'] ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: metadataOf(fields, 'metadata'),
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: listed(fields, 'allowed_payment_method_types'),
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_group: null,
  };
}

export type Reader = Stripe.Terminal.Reader;

export function newReader(id: string, fields: Fields): Reader {
  return {
    id,
    object: 'terminal.reader',
    action: null,
    device_sw_version: null,
    device_type: 'simulated_wisepos_e',
    ip_address: null,
    label: fields['label'] ?? fields['registration_code'] ?? '',
    last_seen_at: null,
    livemode: false,
    location: fields['location'] ?? null,
    metadata: {},
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

export function newPlace(id: string, fields: Fields): Stripe.Terminal.Location {
  const of = (name: string) => fields[`address[${name}]`] ?? null;
  return {
    id,
    object: 'terminal.location',
    address: {
      line1: of('line1'),
      line2: of('line2'),
      city: of('city'),
      state: of('state'),
      postal_code: of('postal_code'),
      country: of('country'),
    },
    display_name: fields['display_name'] ?? '',
    livemode: false,
    metadata: {},
  };
}

/** The card details of a charge that our code reads. */
export function cardDetails(brand: string, last4: string): Pick<Stripe.Charge, 'payment_method_details'> {
  const chip = {
    brand,
    cardholder_name: null,
    country: 'CA',
    emv_auth_data: null,
    exp_month: 12,
    exp_year: 2030,
    fingerprint: null,
    funding: null,
    generated_card: null,
    last4,
    network: brand,
    network_transaction_id: null,
    preferred_locales: null,
    read_method: 'contact_emv' as const,
    receipt: null,
  };
  const type = brand === 'interac' ? 'interac_present' : 'card_present';
  const card = {
    ...chip,
    amount_authorized: null,
    brand_product: null,
    incremental_authorization_supported: false,
    offline: null,
    overcapture_supported: false,
  };
  return {
    payment_method_details: type === 'interac_present' ? { type, interac_present: chip } : { type, card_present: card },
  };
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
  'POST /v1/payment_intents': {
    '': [
      ...(['amount', 'currency', 'allowed_payment_method_types', 'capture_method', 'description', 'metadata'] as const),
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
    '': ['created', 'payment_intent', 'limit', 'starting_after'] satisfies Names<Stripe.ChargeListParams>,
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
