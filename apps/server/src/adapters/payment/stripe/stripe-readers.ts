import { createHash } from 'node:crypto';
import { type Cents, HOME_CURRENCY, humaniseCode } from '@tiffin/domain/core';
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
  convertStripeErrors,
  READER_NOT_ASKING,
  paymentMetadata,
  readerPaymentId,
  convertStripeReadErrors,
  toReaderPayment,
  readerFailureMessage,
} from './convert-stripe-objects.ts';

const FIRST_ATTEMPT = 1;

/**
 * Stripe Terminal, controlled from the server: creates a PaymentIntent and sends it to a reader, which asks for the
 * card. The reader reports the result by event, and `read` returns it.
 */
export class StripeReaders implements CardReaders {
  readonly #stripe: Stripe;

  constructor(stripe: Stripe) {
    this.#stripe = stripe;
  }

  register({ reference, code, name, place }: ReaderToRegister): Promise<RegisteredReader> {
    return convertStripeErrors(async () => {
      const providerPlaceId = place.providerPlaceId ?? (await this.#createPlace(place));
      const reader = await this.#stripe.terminal.readers.create(
        { registration_code: code, label: name, location: providerPlaceId },
        { idempotencyKey: `reader-${reference}` },
      );
      const device = humaniseCode(reader.device_type).replace(/^Bbpos/, 'BBPOS');
      return { providerReaderId: reader.id, providerPlaceId, device, serial: reader.serial_number };
    });
  }

  /** Creates the location of a reader. Repeating it for the same name and address returns the same one. */
  async #createPlace(place: Exclude<ReaderToRegister['place'], { providerPlaceId: string }>): Promise<string> {
    const { name, street, city, province, postalCode, country } = place;
    const location = {
      display_name: name,
      address: { line1: street, city, state: province, postal_code: postalCode, country },
    };
    const key = createHash('sha256').update(JSON.stringify(location)).digest('base64url');
    const { id } = await this.#stripe.terminal.locations.create(location, { idempotencyKey: `place-${key}` });
    return id;
  }

  async remove(providerReaderId: string): Promise<void> {
    try {
      await convertStripeErrors(() => this.#stripe.terminal.readers.del(providerReaderId));
    } catch (error) {
      if (!(error instanceof GatewayRefused) || (await this.#find(providerReaderId))) throw error;
    }
  }

  prepare({ reference, attempt, amount, currency, description, notes }: PaymentToPrepare) {
    return convertStripeErrors(async () => {
      const { id } = await this.#stripe.paymentIntents.create(
        {
          amount,
          currency: currency.toLowerCase(),
          // Interac is Canada's debit card. It is captured at once, like all our card payments.
          allowed_payment_method_types:
            currency === HOME_CURRENCY ? ['card_present', 'interac_present'] : ['card_present'],
          capture_method: 'automatic',
          description,
          metadata: paymentMetadata({ reference, currency, notes }),
        },
        // Stripe repeats the response of a key for a day, including failures. A payment left over from a failed request
        // never reaches a reader.
        { idempotencyKey: attempt === FIRST_ATTEMPT ? reference : `${reference}-${attempt}` },
      );
      return id;
    });
  }

  async ask({ providerSessionId, providerReaderId, attempt, tipOn }: ReaderPayment & { readonly tipOn: Cents | null }) {
    await convertStripeErrors(() =>
      this.#stripe.terminal.readers.processPaymentIntent(
        providerReaderId,
        {
          payment_intent: providerSessionId,
          process_config: {
            enable_customer_cancellation: true,
            skip_tipping: tipOn === null ? true : undefined,
            tipping: tipOn === null ? undefined : { amount_eligible: tipOn },
          },
        },
        { idempotencyKey: `${providerSessionId}-${attempt}` },
      ),
    );
  }

  async read({ providerSessionId, providerReaderId, attempt }: ReaderPayment): Promise<ProviderSession> {
    const payment = await this.#retrievePayment(providerSessionId);
    if (payment.status !== 'requires_payment_method') return toReaderPayment(payment, attempt);
    const reader = await this.#find(providerReaderId);
    const { action = null } = reader ?? {};
    if (!action || readerPaymentId({ action }) !== providerSessionId)
      return toReaderPayment(payment, attempt, READER_NOT_ASKING);
    // It may have been paid between the two requests. The next read shows that.
    const problem = action.status === 'failed' ? readerFailureMessage(action, payment) : null;
    return toReaderPayment(payment, attempt, problem);
  }

  /** A payment by its own id alone. Null when Stripe does not have it. */
  async findPayment(id: string): Promise<ProviderSession | null> {
    const payment = await unlessRefused(() => this.#retrievePayment(id));
    return payment && toReaderPayment(payment, FIRST_ATTEMPT);
  }

  async stop(payment: ReaderPayment): Promise<ProviderSession> {
    const { providerSessionId, providerReaderId, attempt } = payment;
    const reader = await this.#find(providerReaderId);
    // The reader may already process another guest's payment.
    if (reader?.action?.status === 'in_progress' && readerPaymentId(reader) === providerSessionId) {
      await unlessRefused(() => this.#stripe.terminal.readers.cancelAction(providerReaderId));
    }
    const cancelled = await unlessRefused(() => this.#stripe.paymentIntents.cancel(providerSessionId));
    return cancelled ? toReaderPayment(cancelled, attempt) : this.read(payment);
  }

  #retrievePayment(id: string): Promise<Stripe.PaymentIntent> {
    return convertStripeReadErrors(() => this.#stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] }));
  }

  /** Null when Stripe no longer has the reader. */
  async #find(id: string): Promise<Stripe.Terminal.Reader | null> {
    const found = await unlessRefused(() => this.#stripe.terminal.readers.retrieve(id));
    return found && !found.deleted ? found : null;
  }
}

/**
 * Returns null when the request is refused, because the object is paid, closed or missing. The caller then reads its
 * state.
 */
async function unlessRefused<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await convertStripeErrors(work);
  } catch (error) {
    if (error instanceof GatewayRefused) return null;
    throw error;
  }
}
