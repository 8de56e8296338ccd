import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

type Fields = Readonly<Record<string, string>>;

interface StandInSession {
  id: string;
  object: 'checkout.session';
  status: 'open' | 'complete' | 'expired';
  payment_status: 'paid' | 'unpaid';
  amount_total: number;
  currency: string;
  client_reference_id: string;
  metadata: Fields;
  payment_intent: string | null;
  url: string;
}

interface StandInRefund {
  id: string;
  object: 'refund';
  amount: number;
  status: 'pending' | 'succeeded' | 'failed';
  payment_intent: string;
  metadata: Fields;
  failure_reason?: string;
}

/** What goes wrong with the next requests. */
export type Trouble = 'none' | 'hangs' | 'does-it-and-hangs' | 429 | 500 | 'does-it-and-500' | 'drops';

/**
 * A stand-in of the part of Stripe's HTTP API that Checkout needs: form-encoded requests, idempotent
 * replays by key, errors as Stripe words them, and the events it signs.
 */
export class StripeStandIn {
  readonly sessions = new Map<string, StandInSession>();
  readonly refunds = new Map<string, StandInRefund>();
  /** Every request that came in, as `METHOD /path`, with its fields and key. */
  readonly requests: Array<{ readonly call: string; readonly fields: Fields; readonly key: string | null }> = [];
  readonly secret = 'whsec_stand_in';
  /** Taken from the front, one a request; none when empty. */
  troubles: Trouble[] = [];
  refundStatus: StandInRefund['status'] = 'succeeded';
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

  /** The guest pays on the hosted page. */
  pay(reference: string): StandInSession {
    const session = [...this.sessions.values()].find((each) => each.client_reference_id === reference);
    if (!session || session.status !== 'open') throw new Error('no such open session');
    session.status = 'complete';
    session.payment_status = 'paid';
    session.payment_intent = this.#id('pi');
    return session;
  }

  /** An event as Stripe would send it: the body and its signature. */
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
    if (trouble === 429)
      return answer(response, 429, { error: { type: 'rate_limit_error', message: 'Too many requests' } });
    if (trouble === 500)
      return answer(response, 500, { error: { type: 'api_error', message: 'An unknown error occurred' } });

    const [status, body] = this.#once(typeof key === 'string' ? key : null, call, fields);
    if (trouble === 'does-it-and-hangs') return;
    if (trouble === 'does-it-and-500') return answer(response, 500, { error: { type: 'api_error', message: 'Lost' } });
    return answer(response, status, JSON.parse(body) as object);
  }

  /** The same key gives the same answer; the same key with other fields is refused. */
  #once(key: string | null, call: string, fields: Fields): [number, string] {
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
    const [status, made] = this.#work(call, fields);
    const body = JSON.stringify(made);
    if (key !== null) this.#answers.set(key, { hash, status, body });
    return [status, body];
  }

  #work(call: string, fields: Fields): [number, object] {
    if (call === 'POST /v1/checkout/sessions') return [200, this.#open(fields)];
    if (call === 'POST /v1/refunds') return this.#refund(fields);
    if (call === 'GET /v1/refunds') {
      const data = [...this.refunds.values()].filter((refund) => refund.payment_intent === fields['payment_intent']);
      return [200, { object: 'list', data, has_more: false }];
    }
    if (call === 'GET /v1/charges') return [200, this.#charges(fields)];
    const [, session, expire] = /^(?:GET|POST) \/v1\/checkout\/sessions\/([^/]+)(\/expire)?$/.exec(call) ?? [];
    if (session !== undefined) return this.#session(session, expire !== undefined);
    const [, refund] = /^GET \/v1\/refunds\/(.+)$/.exec(call) ?? [];
    const found = refund === undefined ? undefined : this.refunds.get(refund);
    return found ? [200, found] : missing(call);
  }

  #open(fields: Fields): StandInSession {
    const id = this.#id('cs_test');
    const session: StandInSession = {
      id,
      object: 'checkout.session',
      status: 'open',
      payment_status: 'unpaid',
      amount_total:
        Number(fields['line_items[0][price_data][unit_amount]']) * Number(fields['line_items[0][quantity]']),
      currency: fields['line_items[0][price_data][currency]'] ?? '',
      client_reference_id: fields['client_reference_id'] ?? '',
      metadata: { tiffin_session: fields['metadata[tiffin_session]'] ?? '' },
      payment_intent: null,
      url: `https://checkout.stripe.com/c/pay/${id}`,
    };
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
    if (!session) return missing(payment);
    const gone = [...this.refunds.values()]
      .filter((refund) => refund.payment_intent === payment && refund.status !== 'failed')
      .reduce((sum, refund) => sum + refund.amount, 0);
    if (gone + Number(fields['amount']) > session.amount_total) {
      return [
        400,
        {
          error: {
            type: 'invalid_request_error',
            code: 'charge_already_refunded',
            message: 'Charge has already been refunded.',
          },
        },
      ];
    }
    const refund: StandInRefund = {
      id: this.#id('re'),
      object: 'refund',
      amount: Number(fields['amount']),
      status: this.refundStatus,
      payment_intent: payment,
      metadata: { tiffin_refund: fields['metadata[tiffin_refund]'] ?? '' },
    };
    this.refunds.set(refund.id, refund);
    return [200, refund];
  }

  /** Two a page, so that whoever reads them turns pages. */
  #charges(fields: Fields): object {
    const paid = [...this.sessions.values()].filter((session) => session.payment_intent !== null);
    const charges = paid.map((session) => ({
      id: `ch_${session.payment_intent ?? ''}`,
      object: 'charge',
      status: 'succeeded',
      amount_captured: session.amount_total,
      amount_refunded: [...this.refunds.values()]
        .filter((refund) => refund.payment_intent === session.payment_intent && refund.status === 'succeeded')
        .reduce((sum, refund) => sum + refund.amount, 0),
      // an hour into the time that was asked for
      created: Number(fields['created[gte]']) + 3600,
      payment_intent: session.payment_intent,
      metadata: session.metadata,
    }));
    const from = charges.findIndex((charge) => charge.id === fields['starting_after']) + 1;
    const data = charges.slice(from, from + 2);
    return { object: 'list', data, has_more: from + 2 < charges.length };
  }

  #id(kind: string): string {
    this.#count++;
    return `${kind}_${this.#count}`;
  }
}

function missing(what: string): [number, object] {
  return [
    404,
    { error: { type: 'invalid_request_error', code: 'resource_missing', message: `No such resource: ${what}` } },
  ];
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_stand_in' });
  response.end(JSON.stringify(body));
}
