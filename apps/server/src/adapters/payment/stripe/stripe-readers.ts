import { createHash } from 'node:crypto';
import { type Cents, HOME_CURRENCY, plainWord } from '@tiffin/domain/core';
import type { Stripe } from 'stripe';
import {
  type CardReaders,
  GatewayRefused,
  type PaymentToPrepare,
  type ReaderPayment,
  type ReaderToRegister,
  type RegisteredReader,
  type ProviderSession,
} from '../gateway.ts';
import {
  inOurWords,
  NOT_ASKING,
  ourMarks,
  paymentAtReader,
  readOurs,
  toReaderPayment,
  whyNotAtReader,
} from './stripe-answers.ts';

/**
 * Stripe Terminal, driven from the server: a PaymentIntent is made and handed to a reader, which asks for the card by
 * itself. The reader says by event how it went, and whoever asks is told.
 */
export class StripeReaders implements CardReaders {
  readonly #stripe: Stripe;

  constructor(stripe: Stripe) {
    this.#stripe = stripe;
  }

  register({ reference, code, name, place }: ReaderToRegister): Promise<RegisteredReader> {
    return inOurWords(async () => {
      const providerPlaceId = place.providerPlaceId ?? (await this.#place(place));
      const reader = await this.#stripe.terminal.readers.create(
        { registration_code: code, label: name, location: providerPlaceId },
        { idempotencyKey: `reader-${reference}` },
      );
      const device = plainWord(reader.device_type).replace(/^Bbpos/, 'BBPOS');
      return { providerReaderId: reader.id, providerPlaceId, device, serial: reader.serial_number };
    });
  }

  async #place(place: Exclude<ReaderToRegister['place'], { providerPlaceId: string }>): Promise<string> {
    const { name, street, city, province, postalCode, country } = place;
    const about = {
      display_name: name,
      address: { line1: street, city, state: province, postal_code: postalCode, country },
    };
    const key = createHash('sha256').update(JSON.stringify(about)).digest('base64url');
    const { id } = await this.#stripe.terminal.locations.create(about, { idempotencyKey: `place-${key}` });
    return id;
  }

  async remove(providerReaderId: string): Promise<void> {
    try {
      await inOurWords(() => this.#stripe.terminal.readers.del(providerReaderId));
    } catch (error) {
      if (!(error instanceof GatewayRefused) || (await this.#find(providerReaderId))) throw error;
    }
  }

  prepare({ reference, asked: request, amount, currency, description }: PaymentToPrepare) {
    return inOurWords(async () => {
      const { id } = await this.#stripe.paymentIntents.create(
        {
          amount,
          currency: currency.toLowerCase(),
          // Interac is Canada's debit card; it is taken at once, as we take all cards.
          allowed_payment_method_types:
            currency === HOME_CURRENCY ? ['card_present', 'interac_present'] : ['card_present'],
          capture_method: 'automatic',
          description,
          metadata: ourMarks(reference, currency),
        },
        // An answer is repeated for a day, and so is a failure. What one of them left behind is handed to no reader.
        { idempotencyKey: request === 1 ? reference : `${reference}-${request}` },
      );
      return id;
    });
  }

  async ask({
    providerSessionId,
    providerReaderId,
    asked: request,
    tipOn,
  }: ReaderPayment & { readonly tipOn: Cents | null }) {
    await inOurWords(() =>
      this.#stripe.terminal.readers.processPaymentIntent(
        providerReaderId,
        {
          payment_intent: providerSessionId,
          process_config: {
            enable_customer_cancellation: true,
            ...(tipOn === null ? { skip_tipping: true } : { tipping: { amount_eligible: tipOn } }),
          },
        },
        { idempotencyKey: `${providerSessionId}-${request}` },
      ),
    );
  }

  async read({ providerSessionId, providerReaderId, asked: request }: ReaderPayment): Promise<ProviderSession> {
    const payment = await this.#payment(providerSessionId);
    if (payment.status !== 'requires_payment_method') return toReaderPayment(payment, request, null);
    const reader = await this.#find(providerReaderId);
    const { action = null } = reader ?? {};
    if (!action || paymentAtReader({ action }) !== providerSessionId)
      return toReaderPayment(payment, request, NOT_ASKING);
    // Between the two questions it may have been paid: whoever asks next is told.
    return toReaderPayment(payment, request, action.status === 'failed' ? whyNotAtReader(action, payment) : null);
  }

  async stop(reserved: ReaderPayment): Promise<ProviderSession> {
    const { providerSessionId, providerReaderId, asked: request } = reserved;
    const reader = await this.#find(providerReaderId);
    // What it has in hand by now may be another guest's payment.
    if (reader?.action?.status === 'in_progress' && paymentAtReader(reader) === providerSessionId) {
      await unlessRefused(() => this.#stripe.terminal.readers.cancelAction(providerReaderId));
    }
    const cancelled = await unlessRefused(() => this.#stripe.paymentIntents.cancel(providerSessionId));
    return cancelled ? toReaderPayment(cancelled, request, null) : this.read(reserved);
  }

  #payment(id: string): Promise<Stripe.PaymentIntent> {
    return readOurs(() => this.#stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] }));
  }

  /** Null when it is Stripe's no more. */
  async #find(id: string): Promise<Stripe.Terminal.Reader | null> {
    const found = await unlessRefused(() => this.#stripe.terminal.readers.retrieve(id));
    return found && !found.deleted ? found : null;
  }
}

/** Paid or over meanwhile, or not there: what it is then, is read. */
async function unlessRefused<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await inOurWords(work);
  } catch (error) {
    if (error instanceof GatewayRefused) return null;
    throw error;
  }
}
