import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import {
  chargeOf,
  newDispute,
  newRefund,
  newSession,
  unknownParam,
  type Charge,
  type Dispute,
  type Fields,
  type Refund,
  type Session,
} from './stripe-shapes.ts';
import { missing, refused, TerminalStandIn } from './stripe-terminal.ts';

/** The largest amount that Stripe charges. */
const MOST_CENTS = 999_999_99;

/** A failure of the next requests. */
export type Trouble =
  | 'none'
  | 'hangs'
  | 'does-it-and-hangs'
  | 400
  | 429
  | 500
  | 'keeps-500'
  | 'does-it-and-500'
  | 'drops';

/** A request that is delayed before it takes effect, or whose response is delayed. */
interface DelayedCall {
  readonly call: RegExp;
  readonly way: 'there' | 'back';
  readonly reached: () => void;
  readonly released: Promise<void>;
}

/**
 * A fake of the parts of Stripe's HTTP API for Checkout and card readers: form-encoded requests, idempotency keys,
 * Stripe's error messages and signed events.
 */
export class StripeStandIn {
  readonly sessions = new Map<string, Session>();
  readonly refunds = new Map<string, Refund>();
  readonly disputes: Dispute[] = [];
  readonly terminal = new TerminalStandIn(
    (kind) => this.#id(kind),
    () => this.#created(),
  );
  /** All received requests as `METHOD /path`, with their fields and keys. */
  readonly requests: Array<{ readonly call: string; readonly fields: Fields; readonly key: string | null }> = [];
  readonly secret = 'whsec_stand_in';
  /** Failures of the next requests, one each. */
  troubles: Trouble[] = [];
  #delayed: DelayedCall[] = [];
  refundStatus: Refund['status'] = 'succeeded';
  /** Stripe's clock. */
  clock = (): Date => new Date();
  readonly #answers = new Map<string, { readonly hash: string; readonly status: number; readonly body: string }>();
  readonly #server: Server;
  #count = 0;
  base = '';

  constructor() {
    this.#server = createServer((request, response) => void this.#handle(request, response));
  }

  static async start(): Promise<StripeStandIn> {
    const standIn = new StripeStandIn();
    standIn.#server.listen(0, '127.0.0.1');
    await once(standIn.#server, 'listening');
    const address = standIn.#server.address();
    if (address === null || typeof address === 'string') throw new Error('the stand-in has no port');
    standIn.base = `http://127.0.0.1:${address.port}`;
    return standIn;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  /** Delays the next matching request. */
  holdUp(call: RegExp, way: DelayedCall['way']): { readonly reachedServer: Promise<void>; readonly letGo: () => void } {
    const { promise: reserved, resolve: reached } = Promise.withResolvers<void>();
    const { promise: removed, resolve: letGo } = Promise.withResolvers<void>();
    this.#delayed.push({ call, way, reached, released: removed });
    return { reachedServer: reserved, letGo };
  }

  /** Pays on the hosted page. */
  pay(reference: string): Session {
    const session = [...this.sessions.values()].find((each) => each.client_reference_id === reference);
    if (!session || session.status !== 'open') throw new Error('no such open session');
    session.status = 'complete';
    session.payment_status = 'paid';
    session.payment_intent = this.#id('pi');
    return session;
  }

  /** Refunds in Stripe's dashboard, so without our metadata. */
  refundInDashboard(payment: string, amount: number): Refund {
    const fields = { payment_intent: payment, amount: String(amount) };
    const refund = newRefund(this.#id('re'), this.#created(), 'succeeded', fields);
    this.refunds.set(refund.id, refund);
    return refund;
  }

  /** A guest disputes a payment with their bank. */
  dispute(intent: string, amount: number, status: Dispute['status'] = 'needs_response'): Dispute {
    const created = this.#created();
    const change = { reason: 'fraudulent', status, dueBy: created + 7 * 86_400 };
    const dispute = { ...newDispute({ intent, amount }, change), created };
    this.disputes.push(dispute);
    return dispute;
  }

  /** An event as Stripe sends it: the body and its signature. */
  event(type: string, object: object, at: Date, secret = this.secret): { raw: string; signature: string } {
    const raw = JSON.stringify({ id: this.#id('evt'), object: 'event', type, data: { object } });
    const seconds = Math.floor(at.getTime() / 1000);
    const mac = createHmac('sha256', secret).update(`${seconds}.${raw}`).digest('hex');
    return { raw, signature: `t=${seconds},v1=${mac}` };
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const url = new URL(request.url ?? '/', this.base);
    const fields = Object.fromEntries([...new URLSearchParams(text), ...url.searchParams]);
    const key = request.headers['idempotency-key'];
    const call = `${request.method ?? ''} ${url.pathname}`;
    this.requests.push({ call, fields, key: typeof key === 'string' ? key : null });

    const trouble = this.troubles.shift() ?? 'none';
    if (trouble === 'drops') return void request.socket.destroy();
    if (trouble === 'hangs') return;
    if (trouble === 400)
      return answer(response, 400, {
        error: { type: 'invalid_request_error', code: 'email_invalid', message: 'Invalid email address' },
      });
    if (trouble === 429)
      return answer(response, 429, { error: { type: 'rate_limit_error', message: 'Too many requests' } });
    if (trouble === 500)
      return answer(response, 500, { error: { type: 'api_error', message: 'An unknown error occurred' } });

    const delayed = this.#delayed.find((each) => each.call.test(call));
    this.#delayed = this.#delayed.filter((each) => each !== delayed);
    const pass = async (way: DelayedCall['way']) => {
      if (delayed?.way !== way) return;
      delayed.reached();
      await delayed.released;
    };
    await pass('there');
    const [status, body] = this.#once(typeof key === 'string' ? key : null, call, fields, trouble === 'keeps-500');
    await pass('back');
    if (trouble === 'does-it-and-hangs') return;
    if (trouble === 'does-it-and-500') return answer(response, 500, { error: { type: 'api_error', message: 'Lost' } });
    return answer(response, status, JSON.parse(body) as object);
  }

  /** Repeating a key returns the same response, including failures. The same key with other fields is refused. */
  #once(key: string | null, call: string, fields: Fields, fails: boolean): [number, string] {
    const hash = createHash('sha256')
      .update(`${call} ${JSON.stringify(fields)}`)
      .digest('hex');
    const before = key === null ? undefined : this.#answers.get(key);
    if (before && before.hash !== hash) {
      const message =
        'Keys for idempotent requests can only be used with the same parameters they were first used with.';
      return [400, JSON.stringify({ error: { type: 'idempotency_error', message } })];
    }
    if (before) return [before.status, before.body];
    const failed = [500, { error: { type: 'api_error', message: 'An unknown error occurred' } }] as const;
    const [status, made] = fails ? failed : this.#work(call, fields);
    const body = JSON.stringify(made);
    if (key !== null) this.#answers.set(key, { hash, status, body });
    return [status, body];
  }

  #work(call: string, fields: Fields): [number, object] {
    const unknown = unknownParam(call, fields);
    if (unknown !== null) return refused('parameter_unknown', `Received unknown parameter: ${unknown}`);
    if (call === 'POST /v1/checkout/sessions') {
      if (Number(fields['line_items[0][price_data][unit_amount]']) > MOST_CENTS)
        return refused('amount_too_large', "The Checkout Session's total amount must be no more than $999,999.99 cad.");
      return [200, this.#open(fields)];
    }
    if (call === 'POST /v1/refunds') return this.#refund(fields);
    if (call === 'GET /v1/refunds') {
      const refunds = [...this.refunds.values()].filter(isSelected(fields));
      return [200, page(refunds.toReversed(), fields)];
    }
    if (call === 'GET /v1/disputes') return [200, page(this.disputes.filter(isSelected(fields)), fields)];
    if (call === 'GET /v1/charges') return [200, this.#charges(fields)];
    if (call === 'GET /v1/checkout/sessions') {
      return [200, page([...this.sessions.values()].filter(isSelected(fields)), fields)];
    }
    const atReader = this.terminal.work(call, fields);
    if (atReader) return atReader;
    const [, session, expire] = /^(?:GET|POST) \/v1\/checkout\/sessions\/([^/]+)(\/expire)?$/.exec(call) ?? [];
    if (session !== undefined) return this.#session(session, expire !== undefined);
    const [, refund] = /^GET \/v1\/refunds\/(.+)$/.exec(call) ?? [];
    const found = refund === undefined ? undefined : this.refunds.get(refund);
    return found ? [200, found] : missing(call);
  }

  #open(fields: Fields): Session {
    const id = this.#id('cs_test');
    const session = newSession(id, this.#created(), fields);
    this.sessions.set(id, session);
    return session;
  }

  #session(id: string, expire: boolean): [number, object] {
    const session = this.sessions.get(id);
    if (!session) return missing(id);
    if (!expire) return [200, session];
    if (session.status !== 'open') {
      const message = `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`;
      return [400, { error: { type: 'invalid_request_error', message } }];
    }
    session.status = 'expired';
    return [200, session];
  }

  #refund(fields: Fields): [number, object] {
    const payment = fields['payment_intent'] ?? '';
    const session = [...this.sessions.values()].find((each) => each.payment_intent === payment);
    const taken = this.terminal.paid(payment);
    if (taken?.canGoBack === false) return refused('charge_not_refundable', 'Interac payments are refunded in person.');
    const paid = taken?.amount ?? session?.amount_total;
    if (paid === undefined) return missing(payment);
    const removed = [...this.refunds.values()]
      .filter((refund) => refund.payment_intent === payment && refund.status !== 'failed')
      .reduce((sum, refund) => sum + refund.amount, 0);
    if (removed + Number(fields['amount']) > paid) {
      return refused('charge_already_refunded', 'Charge has already been refunded.');
    }
    const refund = newRefund(this.#id('re'), this.#created(), this.refundStatus, fields);
    this.refunds.set(refund.id, refund);
    return [200, refund];
  }

  #charges(fields: Fields): object {
    const paid = [...this.sessions.values()].filter(
      (session): session is Session & { payment_intent: string } => session.payment_intent !== null,
    );
    const pages = paid.map(({ payment_intent, amount_total, created, metadata, customer_email }) => ({
      intent: payment_intent,
      email: customer_email,
      amount: amount_total,
      created,
      metadata: metadata ?? {},
    }));
    const atReaders = this.terminal.taken().map(({ id, amount_received, created, metadata }) => ({
      intent: id,
      email: null,
      amount: amount_received,
      created,
      metadata,
    }));
    const charges = [...pages, ...atReaders].map(({ intent, email, amount, created, metadata }): Charge => ({
      id: chargeOf(intent),
      object: 'charge',
      status: 'succeeded',
      amount_captured: amount,
      amount_refunded: [...this.refunds.values()]
        .filter((refund) => refund.payment_intent === intent && refund.status === 'succeeded')
        .reduce((sum, refund) => sum + refund.amount, 0),
      created,
      payment_intent: intent,
      metadata,
      billing_details: { name: null, email, phone: null, address: null, tax_id: null },
    }));
    return page(charges.filter(isSelected(fields)), fields);
  }

  #created(): number {
    return Math.floor(this.clock().getTime() / 1000);
  }

  #id(kind: string): string {
    this.#count++;
    return `${kind}_${this.#count}`;
  }
}

/** Two items a page, so that readers must paginate. */
function page(all: readonly { readonly id: string }[], fields: Fields): object {
  const from = all.findIndex(({ id }) => id === fields['starting_after']) + 1;
  return { object: 'list', data: all.slice(from, from + 2), has_more: from + 2 < all.length };
}

function isSelected(fields: Fields) {
  const { 'created[gte]': from = '0', 'created[lt]': to = 'Infinity', payment_intent: payment } = fields;
  return (each: Pick<Charge | Dispute | Refund | Session, 'created' | 'payment_intent'>): boolean =>
    each.created >= Number(from) &&
    each.created < Number(to) &&
    (payment === undefined || each.payment_intent === payment);
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_stand_in' });
  response.end(JSON.stringify(body));
}
