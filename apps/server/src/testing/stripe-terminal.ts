import {
  chargeIdOf,
  missing,
  refused,
  type Answer,
  type Fields,
  type Payment,
} from '../adapters/payment/sandbox/stripe-api.ts';
import { cardDetails, newAction, newIntent, newPlace, newReader, type Intent, type Reader } from './stripe-shapes.ts';

/** The part of the fake with card readers, and the actions of the people in front of them. */
export class TerminalStandIn {
  readonly readers = new Map<string, Reader>();
  readonly intents = new Map<string, Intent>();
  readonly places = new Map<string, object>();
  /** The code identifies the machine: registering it again returns the same reader. */
  readonly #byCode = new Map<string, Reader>();
  /** The cards used, by payment. */
  readonly #cards = new Map<string, { brand: string; last4: string }>();
  readonly #id: (kind: string) => string;
  readonly #created: () => number;

  constructor(id: (kind: string) => string, created: () => number) {
    this.#id = id;
    this.#created = created;
  }

  /** Handles requests about readers. Null for other requests. */
  work(call: string, fields: Fields): Answer | null {
    if (call === 'POST /v1/payment_intents') return this.#intent(fields);
    if (call === 'POST /v1/terminal/locations') return this.#keep(this.places, newPlace(this.#id('tml'), fields));
    if (call === 'POST /v1/terminal/readers') return this.#register(fields);
    const [, method, kind, id = '', operation] =
      /^(GET|POST|DELETE) \/v1\/(payment_intents|terminal\/readers)\/([^/]+)(?:\/(\w+))?$/.exec(call) ?? [];
    if (kind === 'payment_intents') {
      const intent = this.intents.get(id);
      if (!intent) return missing(id);
      return operation === 'cancel' ? this.#cancel(intent) : [200, this.#shown(intent, fields)];
    }
    if (kind !== 'terminal/readers') return null;
    const reader = this.readers.get(id);
    if (!reader) return missing(id);
    if (method === 'DELETE') {
      this.readers.delete(id);
      return [200, { id, object: 'terminal.reader', deleted: true }];
    }
    if (operation === 'process_payment_intent') return this.#process(reader, fields);
    if (operation === 'cancel_action') return this.#stop(reader);
    return [200, reader];
  }

  /** Holds a card to the reader, and adds a tip if the reader asks for one. */
  tap(reader: Reader, card: { brand: string; last4: string }, tip = 0): Reader {
    const intent = this.inHand(reader);
    if (intent.status !== 'requires_payment_method') throw new Error('this payment is over');
    if (tip > 0 && reader.action?.process_payment_intent?.process_config?.skip_tipping)
      throw new Error('no tip is asked');
    intent.amount += tip;
    intent.amount_details = tip > 0 ? { tip: { amount: tip } } : {};
    intent.amount_received = intent.amount;
    intent.status = 'succeeded';
    intent.latest_charge = chargeIdOf(intent.id);
    this.#cards.set(intent.id, card);
    if (reader.action) reader.action.status = 'succeeded';
    return reader;
  }

  /** Ends a payment without success: declined, cancelled or timed out. */
  giveUp(reader: Reader, code: string, message: string, declineCode?: string): Reader {
    const intent = this.inHand(reader);
    if (declineCode !== undefined) {
      intent.last_payment_error = { type: 'card_error', code, decline_code: declineCode, message };
    }
    Object.assign(reader.action ?? {}, { status: 'failed', failure_code: code, failure_message: message });
    return reader;
  }

  reader(label: string): Reader {
    const reader = [...this.readers.values()].find((each) => each.label === label);
    if (!reader) throw new Error(`no reader ${label}`);
    return reader;
  }

  inHand(reader: Reader): Intent {
    const id =
      reader.action?.status === 'in_progress' ? reader.action.process_payment_intent?.payment_intent : undefined;
    const intent = typeof id === 'string' ? this.intents.get(id) : undefined;
    if (!intent) throw new Error('the reader asks for nothing');
    return intent;
  }

  taken(): Omit<Payment, 'refunded'>[] {
    return [...this.intents.values()]
      .filter(({ status }) => status === 'succeeded')
      .map(({ id: intent, amount_received: amount, created, metadata }) => {
        const canRefund = this.#cards.get(intent)?.brand !== 'interac';
        return { intent, amount, created, email: null, metadata, canRefund };
      });
  }

  #intent(fields: Fields): Answer {
    if (fields['allowed_payment_method_types[0]'] !== 'card_present') {
      return refused('payment_intent_incompatible_payment_method', 'Readers take card_present');
    }
    return this.#keep(this.intents, newIntent(this.#id('pi'), this.#created(), fields));
  }

  #keep<T extends { readonly id: string }>(where: Map<string, T> | Map<string, object>, made: T): Answer {
    (where as Map<string, object>).set(made.id, made);
    return [200, made];
  }

  #register(fields: Fields): Answer {
    const code = fields['registration_code'] ?? '';
    if (!this.places.has(fields['location'] ?? '')) return missing('location');
    if (!code.startsWith('simulated')) {
      return refused('resource_missing', 'The registration code is invalid or has expired.');
    }
    const cached = this.#byCode.get(code);
    if (cached && this.readers.has(cached.id)) {
      Object.assign(cached, { label: fields['label'], location: fields['location'] });
      return [200, cached];
    }
    const reader = newReader(this.#id('tmr'), fields);
    this.#byCode.set(code, reader);
    return this.#keep(this.readers, reader);
  }

  #shown(intent: Intent, fields: Fields): object {
    const card = this.#cards.get(intent.id);
    if (fields['expand[0]'] !== 'latest_charge' || !card) return intent;
    return { ...intent, latest_charge: { id: intent.latest_charge, ...cardDetails(card.brand, card.last4) } };
  }

  #process(reader: Reader, fields: Fields): Answer {
    const id = fields['payment_intent'] ?? '';
    const intent = this.intents.get(id);
    if (!intent) return missing(id);
    if (reader.status === 'offline') return refused('terminal_reader_offline', 'Reader is currently offline.');
    if (reader.action?.status === 'in_progress') return refused('terminal_reader_busy', 'Reader is busy.');
    if (intent.status !== 'requires_payment_method') {
      return refused('intent_invalid_state', `The PaymentIntent has a status of ${intent.status}.`);
    }
    reader.action = newAction(id, fields);
    return [200, reader];
  }

  #stop(reader: Reader): Answer {
    if (reader.action?.status !== 'in_progress')
      return refused('intent_invalid_state', 'There is no action to cancel.');
    Object.assign(reader.action, {
      status: 'failed',
      failure_code: 'canceled',
      failure_message: 'Canceled by the API',
    });
    return [200, reader];
  }

  #cancel(intent: Intent): Answer {
    if (intent.status === 'succeeded' || intent.status === 'canceled') {
      return refused('payment_intent_unexpected_state', `You cannot cancel this: it is ${intent.status}.`);
    }
    intent.status = 'canceled';
    return [200, intent];
  }
}
