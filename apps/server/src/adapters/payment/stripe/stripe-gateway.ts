import { Stripe } from 'stripe';
import {
  type CardToCharge,
  ForgedEvent,
  type GatewayEvent,
  GatewayRefused,
  GatewayUnavailable,
  type OpenedSession,
  type PaymentGateway,
  type ProviderDispute,
  type ProviderPayment,
  type ProviderRefund,
  type RefundToMake,
  type ProviderSession,
  type SessionToOpen,
} from '../gateway.ts';
import {
  convertStripeErrors,
  declineText,
  paymentMetadata,
  stripeIdOf,
  convertStripeReadErrors,
  toProviderPayment,
  toProviderRefund,
  toProviderSession,
} from './convert-stripe-objects.ts';
import { readStripeEvent, toProviderDispute } from './stripe-events.ts';
import { StripeReaders } from './stripe-readers.ts';

/** The maximum age of a signed event. */
const TOLERANCE_SECONDS = 300;

export interface StripeKeys {
  readonly secretKey: string;
  readonly webhookSecret: string;
  readonly publishableKey: string | null;
  /** Replaces Stripe's address in tests. */
  readonly apiBase: string | null;
  readonly timeoutMs?: number;
  /** How often the client retries with the same idempotency key. */
  readonly retries?: number;
  /** Sends the requests instead of the network. */
  readonly fetch?: typeof fetch;
}

/** What distinguishes Stripe from the sandbox, which this adapter speaks to as well. */
const STRIPE = { name: 'stripe', title: 'Stripe', movesMoney: true, hasReaders: true };

/** Stripe Checkout. Its hosted page takes cards, Apple Pay and Google Pay; card numbers never reach our server. */
export class StripeGateway implements PaymentGateway {
  readonly name: string;
  readonly title: string;
  readonly movesMoney: boolean;
  readonly publishableKey: string | null;
  readonly readers: StripeReaders | null;
  readonly #stripe: Stripe;
  readonly #webhookSecret: string;

  constructor(keys: StripeKeys, provider = STRIPE) {
    const base = keys.apiBase ? new URL(keys.apiBase) : null;
    this.name = provider.name;
    this.title = provider.title;
    this.movesMoney = provider.movesMoney;
    this.publishableKey = keys.publishableKey;
    this.#webhookSecret = keys.webhookSecret;
    this.#stripe = new Stripe(keys.secretKey, {
      timeout: keys.timeoutMs ?? 10_000,
      maxNetworkRetries: keys.retries ?? 2,
      telemetry: false,
      httpClient: keys.fetch ? Stripe.createFetchHttpClient(keys.fetch) : undefined,
      ...(base && {
        host: base.hostname,
        port: base.port || (base.protocol === 'https:' ? '443' : '80'),
        protocol: base.protocol === 'https:' ? ('https' as const) : ('http' as const),
      }),
    });
    this.readers = provider.hasReaders ? new StripeReaders(this.#stripe) : null;
  }

  openSession(session: SessionToOpen): Promise<OpenedSession> {
    return convertStripeErrors(async () => {
      const metadata = paymentMetadata(session);
      const { description } = session;
      const currency = session.currency.toLowerCase();
      const opened = await this.#stripe.checkout.sessions.create(
        {
          ...(session.keepsCard
            ? {
                mode: 'setup',
                currency,
                // A kept card belongs to a customer, from whom it is detached later.
                customer_creation: 'always',
                setup_intent_data: { metadata, description },
                custom_text: { submit: { message: description } },
              }
            : {
                mode: 'payment',
                payment_intent_data: { metadata, description },
                line_items: [
                  {
                    quantity: 1,
                    price_data: { currency, unit_amount: session.amount, product_data: { name: description } },
                  },
                ],
              }),
          // Cards include Apple Pay and Google Pay on devices that support them.
          allowed_payment_method_types: ['card'],
          client_reference_id: session.reference,
          metadata,
          customer_email: session.email ?? undefined,
          success_url: session.successUrl,
          cancel_url: session.cancelUrl,
          expires_at: Math.floor(session.expiresAt.getTime() / 1000),
        },
        { idempotencyKey: session.reference },
      );
      if (!opened.url) throw new GatewayRefused('Stripe opened a session without a page');
      return { providerSessionId: opened.id, paymentUrl: opened.url };
    });
  }

  readSession(id: string): Promise<ProviderSession> {
    return convertStripeReadErrors(async () => toProviderSession(await this.#stripe.checkout.sessions.retrieve(id)));
  }

  async closeSession(id: string): Promise<ProviderSession> {
    try {
      const closed = await convertStripeErrors(() => this.#stripe.checkout.sessions.expire(id));
      return { ...toProviderSession(closed), status: 'cancelled' };
    } catch (error) {
      // Only an open session can be closed. This one is paid or expired.
      if (error instanceof GatewayRefused) return this.readSession(id);
      throw error;
    }
  }

  chargeCard({ reference, card, amount, currency, description, notes }: CardToCharge): Promise<ProviderSession> {
    return convertStripeErrors(async () => {
      const { customer, payment_method } = await this.#stripe.setupIntents.retrieve(card);
      const kept = { customer: stripeIdOf(customer) ?? '', payment_method: stripeIdOf(payment_method) ?? '' };
      const toPaid = (paymentId: string): ProviderSession => {
        return { reference, providerSessionId: paymentId, status: 'paid', amount, paymentId };
      };
      // Idempotency keys expire after about a day, but a charge of this guest's card does not.
      for await (const charge of listAll((page) => this.#stripe.charges.list({ customer: kept.customer, ...page }))) {
        const payment = toProviderPayment(charge);
        if (payment?.reference === reference) return toPaid(payment.paymentId);
      }
      const payment = await this.#stripe.paymentIntents.create(
        {
          ...kept,
          amount,
          currency: currency.toLowerCase(),
          description,
          metadata: paymentMetadata({ reference, currency, notes }),
          off_session: true,
          confirm: true,
        },
        { idempotencyKey: `charge-${reference}` },
      );
      if (payment.status !== 'succeeded') throw new GatewayUnavailable(`the charge is ${payment.status}`);
      return toPaid(payment.id);
    }).catch((error: unknown) => {
      throw error instanceof GatewayRefused ? new GatewayRefused(declineText(error)) : error;
    });
  }

  letCardGo(card: string): Promise<void> {
    return convertStripeErrors(async () => {
      const method = stripeIdOf((await this.#stripe.setupIntents.retrieve(card)).payment_method);
      if (method !== null) await this.#stripe.paymentMethods.detach(method);
    }).catch((error: unknown) => {
      // It is not attached any more, or the guest's record was deleted at Stripe.
      if (!(error instanceof GatewayRefused)) throw error;
    });
  }

  refund({ reference, paymentId, amount, again }: RefundToMake): Promise<ProviderRefund> {
    return convertStripeErrors(async () => {
      // Idempotency keys expire after about a day, but a refund's metadata does not.
      const existing = again && (await this.refundsOf(paymentId)).find((refund) => refund.reference === reference);
      if (existing) return existing;
      const refund = await this.#stripe.refunds.create(
        { payment_intent: paymentId, amount, reason: 'requested_by_customer', metadata: { tiffin_refund: reference } },
        { idempotencyKey: `refund-${reference}` },
      );
      return toProviderRefund(refund);
    });
  }

  readRefund(id: string): Promise<ProviderRefund> {
    return convertStripeErrors(async () => toProviderRefund(await this.#stripe.refunds.retrieve(id)));
  }

  refundsOf(paymentId: string): Promise<readonly ProviderRefund[]> {
    return Array.fromAsync(
      listAll((page) => this.#stripe.refunds.list({ payment_intent: paymentId, ...page })),
      toProviderRefund,
    );
  }

  async *refunds(from: Date, to: Date): AsyncIterable<ProviderRefund> {
    for await (const refund of listAll((page) => this.#stripe.refunds.list({ ...createdIn(from, to), ...page }))) {
      yield toProviderRefund(refund);
    }
  }

  async *disputes(from: Date, to: Date): AsyncIterable<ProviderDispute> {
    for await (const dispute of listAll((page) => this.#stripe.disputes.list({ ...createdIn(from, to), ...page }))) {
      const ours = toProviderDispute(dispute);
      if (ours) yield ours;
    }
  }

  verify(raw: string, headers: Headers, now: Date): void {
    try {
      this.#stripe.webhooks.constructEvent(
        raw,
        headers.get('stripe-signature') ?? '',
        this.#webhookSecret,
        TOLERANCE_SECONDS,
        undefined, // Node's own cryptography
        now.getTime(),
      );
    } catch (error) {
      throw new ForgedEvent(error instanceof Error ? error.message : String(error));
    }
  }

  readEvent(raw: string): GatewayEvent {
    return readStripeEvent(raw);
  }

  async *payments(from: Date, to: Date): AsyncIterable<ProviderPayment> {
    for await (const charge of listAll((page) => this.#stripe.charges.list({ ...createdIn(from, to), ...page }))) {
      const payment = toProviderPayment(charge);
      if (payment) yield payment;
    }
  }

  async findPayment(paymentId: string): Promise<ProviderPayment | null> {
    for await (const charge of listAll((page) => this.#stripe.charges.list({ payment_intent: paymentId, ...page }))) {
      const payment = toProviderPayment(charge);
      if (payment) return payment;
    }
    return null;
  }

  findSessionOfPayment(paymentId: string): Promise<ProviderSession | null> {
    return convertStripeErrors(async () => {
      const [session] = (await this.#stripe.checkout.sessions.list({ payment_intent: paymentId, limit: 1 })).data;
      // A payment without a page was made at a card reader.
      if (session) return toProviderSession(session);
      return this.readers?.findPayment(paymentId) ?? null;
    });
  }
}

function createdIn(from: Date, to: Date) {
  const [gte, lt] = [from, to].map((at) => Math.floor(at.getTime() / 1000));
  return { created: { gte, lt } };
}

/** Yields all items of a Stripe list, page by page. */
async function* listAll<T extends { readonly id: string }>(
  list: (page: { limit: number; starting_after?: string }) => Promise<{ data: T[]; has_more: boolean }>,
): AsyncIterable<T> {
  let after: { starting_after?: string } = {};
  for (;;) {
    const { data, has_more: hasMore } = await convertStripeErrors(() => list({ limit: 100, ...after }));
    yield* data;
    const last = data.at(-1);
    if (!hasMore || !last) return;
    after = { starting_after: last.id };
  }
}
