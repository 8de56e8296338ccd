import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Stripe } from 'stripe';
import {
  refused,
  respondAsStripe,
  type Answer,
  type Fields,
  type Filter,
  type KeptCard,
  type Payment,
  type Refund,
  type StripeObjects,
} from '../adapters/payment/sandbox/stripe-api.ts';
import { newDispute, newRefund, newSession, unknownParam, type Dispute, type Session } from './stripe-shapes.ts';
import { TerminalStandIn } from './stripe-terminal.ts';

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
 * Stripe over HTTP, with an account in memory: the requests that the sandbox answers too, card readers, idempotency
 * keys, failures and signed events.
 */
export class StripeStandIn implements StripeObjects {
  readonly sessions = new Map<string, Session>();
  readonly refunds = new Map<string, Refund>();
  /** The cards that pages of mode `setup` kept. */
  readonly cards = new Map<string, KeptCard>();
  readonly charges: { customer: string; payment: Omit<Payment, 'refunded'> }[] = [];
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
  readonly #answers = new Map<string, { readonly hash: string; readonly answer: Promise<Answer> }>();
  #lastChange: Promise<unknown> = Promise.resolve();
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

  /** Leaves a card on the hosted page. */
  keepCard(reference: string, declineCode: string | null = null): Session {
    const session = [...this.sessions.values()].find((each) => each.client_reference_id === reference);
    if (!session || session.status !== 'open') throw new Error('no such open session');
    const id = this.#id('card');
    this.cards.set(id, { isAttached: true, declineCode });
    session.status = 'complete';
    session.setup_intent = `seti_${id}`;
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
    const timestamp = Math.floor(at.getTime() / 1000);
    return { raw, signature: Stripe.webhooks.generateTestHeaderString({ payload: raw, secret, timestamp }) };
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
    if (trouble === 400) return send(response, refused('email_invalid', 'Invalid email address'));
    if (trouble === 429)
      return send(response, [429, { error: { type: 'rate_limit_error', message: 'Too many requests' } }]);
    if (trouble === 500) return send(response, BROKEN);

    const delayed = this.#delayed.find((each) => each.call.test(call));
    this.#delayed = this.#delayed.filter((each) => each !== delayed);
    const pass = async (way: DelayedCall['way']) => {
      if (delayed?.way !== way) return;
      delayed.reached();
      await delayed.released;
    };
    await pass('there');
    const answer = await this.#once(typeof key === 'string' ? key : null, call, fields, trouble === 'keeps-500');
    await pass('back');
    if (trouble === 'does-it-and-hangs') return;
    return send(response, trouble === 'does-it-and-500' ? BROKEN : paginate(answer, fields));
  }

  /** Repeating a key returns the same response, including failures. The same key with other fields is refused. */
  async #once(key: string | null, call: string, fields: Fields, fails: boolean): Promise<Answer> {
    const hash = createHash('sha256')
      .update(`${call} ${JSON.stringify(fields)}`)
      .digest('hex');
    const before = key === null ? undefined : this.#answers.get(key);
    if (before && before.hash !== hash) {
      const message =
        'Keys for idempotent requests can only be used with the same parameters they were first used with.';
      return [400, { error: { type: 'idempotency_error', message } }];
    }
    if (before) return before.answer;
    const work = async () => structuredClone(fails ? BROKEN : await this.#work(call, fields));
    const answer = work();
    if (key !== null) this.#answers.set(key, { hash, answer });
    return answer;
  }

  async #work(call: string, fields: Fields): Promise<Answer> {
    const unknown = unknownParam(call, fields);
    if (unknown !== null) return refused('parameter_unknown', `Received unknown parameter: ${unknown}`);
    const atReader = fields['off_session'] ? null : this.terminal.work(call, fields);
    return atReader ?? respondAsStripe(this, call, fields);
  }

  async findSessions(filter: Filter): Promise<Session[]> {
    return [...this.sessions.values()].filter(isSelected(filter));
  }

  async findRefunds(filter: Filter): Promise<Refund[]> {
    return [...this.refunds.values()].filter(isSelected(filter)).toReversed();
  }

  async findPayments(filter: Filter): Promise<Payment[]> {
    const pages = [...this.sessions.values()].flatMap((session) => {
      const { payment_intent: intent, amount_total: amount, created, customer_email: email, metadata } = session;
      return intent === null ? [] : [{ intent, amount, created, email, metadata: metadata ?? {}, canRefund: true }];
    });
    const ofCustomer = this.charges.filter(({ customer }) => customer === (filter['customer'] ?? customer));
    const others = filter['customer'] === undefined ? [...pages, ...this.terminal.taken()] : [];
    const payments = [...others, ...ofCustomer.map(({ payment }) => payment)].map((payment) => ({
      ...payment,
      refunded: [...this.refunds.values()]
        .filter(({ payment_intent: of, status }) => of === payment.intent && status === 'succeeded')
        .reduce((sum, { amount }) => sum + amount, 0),
    }));
    return payments.filter((payment) => isSelected(filter)({ ...payment, payment_intent: payment.intent }));
  }

  async findCard(id: string): Promise<KeptCard | null> {
    return this.cards.get(id) ?? null;
  }

  async detachCard(id: string): Promise<void> {
    this.cards.set(id, { isAttached: false, declineCode: null });
  }

  async addCharge(fields: Fields): Promise<string> {
    const intent = this.#id('pi');
    const metadata = { tiffin_session: fields['metadata[tiffin_session]'] ?? '' };
    const payment = { intent, amount: Number(fields['amount']), created: this.#created(), email: null, metadata };
    this.charges.push({ customer: fields['customer'] ?? '', payment: { ...payment, canRefund: true } });
    return intent;
  }

  async findDisputes(filter: Filter): Promise<Dispute[]> {
    return this.disputes.filter(({ created }) => isSelected(filter)({ created, payment_intent: null }));
  }

  async addSession(fields: Fields): Promise<Session> {
    const session = newSession(this.#id('cs_test'), this.#created(), fields);
    this.sessions.set(session.id, session);
    return session;
  }

  async addRefund(fields: Fields): Promise<Refund> {
    const refund = newRefund(this.#id('re'), this.#created(), this.refundStatus, fields);
    this.refunds.set(refund.id, refund);
    return refund;
  }

  async expire(session: { readonly id: string }): Promise<Session> {
    const expired = this.sessions.get(session.id);
    if (!expired) throw new Error('no such session');
    expired.status = 'expired';
    return expired;
  }

  /** One change after the other. */
  change<T>(work: (objects: this) => Promise<T>): Promise<T> {
    const change = this.#lastChange.then(() => work(this));
    this.#lastChange = change.catch(() => undefined);
    return change;
  }

  #created(): number {
    return Math.floor(this.clock().getTime() / 1000);
  }

  #id(kind: string): string {
    this.#count++;
    return `${kind}_${this.#count}`;
  }
}

const BROKEN: Answer = [500, { error: { type: 'api_error', message: 'An unknown error occurred' } }];

/** Two items a page, so that readers must paginate. */
function paginate([status, body]: Answer, fields: Fields): Answer {
  const { data } = body as { readonly data?: readonly { readonly id: string }[] };
  if (!data) return [status, body];
  const from = data.findIndex(({ id }) => id === fields['starting_after']) + 1;
  return [status, { ...body, data: data.slice(from, from + 2), has_more: from + 2 < data.length }];
}

interface Selectable {
  readonly id?: string;
  readonly created: number;
  readonly payment_intent: string | null;
}

function isSelected({ id, 'created[gte]': from = '0', 'created[lt]': to = 'Infinity', payment_intent: of }: Filter) {
  return (each: Selectable): boolean =>
    each.created >= Number(from) &&
    each.created < Number(to) &&
    (id === undefined || each.id === id) &&
    (of === undefined || each.payment_intent === of);
}

function send(response: ServerResponse, [status, body]: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_stand_in' });
  response.end(JSON.stringify(body));
}
