import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { mailServer, type MailServer } from '@tiffin/server/testing/mail-server';
import { StripeStandIn } from '@tiffin/server/testing/stripe-stand-in';
import type { Evening } from '../evening/evening.ts';

const TRY_AGAIN_MS = 500;
const ORDER_NUMBER = /\b[A-Z]+-\d{8}-[A-Z\d]+\b/g;

/** Services outside the cluster. They remember what the server did, also what a lost primary knew. */
export class OutsideServices implements AsyncDisposable {
  readonly #mails: MailServer;
  readonly #provider: StripeStandIn;
  readonly #texts: string[] = [];
  readonly #sms = createServer();
  readonly #shiftMs: number;
  readonly #delivering = new Set<Promise<void>>();
  #url = '';

  private constructor(mails: MailServer, provider: StripeStandIn, shiftMs: number) {
    this.#mails = mails;
    this.#provider = provider;
    this.#shiftMs = shiftMs;
    provider.clock = () => this.#now();
  }

  static async start(clockAt: string): Promise<OutsideServices> {
    const shiftMs = new Date(clockAt).getTime() - Date.now();
    const services = new OutsideServices(await mailServer(), await StripeStandIn.start(), shiftMs);
    services.#sms.on('request', (request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        const count = services.#texts.push(new URLSearchParams(body).get('Body') ?? '');
        response.writeHead(201, { 'content-type': 'application/json' }).end(`{"sid":"SM${count}","status":"queued"}`);
      });
    });
    services.#sms.listen(0, '127.0.0.1');
    await once(services.#sms, 'listening');
    return services;
  }

  #now(): Date {
    return new Date(Date.now() + this.#shiftMs);
  }

  /** The settings of the servers. */
  get environment(): Record<string, string> {
    const address = this.#sms.address();
    if (address === null || typeof address === 'string') throw new Error('the text service has no port');
    return {
      SMTP_URL: this.#mails.url,
      MAIL_FROM: 'orders@example.org',
      DEMO_MAILS: '1',
      TWILIO_ACCOUNT_SID: 'AC1',
      TWILIO_AUTH_TOKEN: 'secret',
      TWILIO_FROM: '+19025550100',
      TWILIO_API_BASE: `http://127.0.0.1:${address.port}`,
      PAYMENTS: 'stripe',
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_WEBHOOK_SECRET: this.#provider.secret,
      STRIPE_API_BASE: this.#provider.base,
    };
  }

  deliverWebhooksTo(url: string): void {
    this.#url = url;
  }

  /** A guest pays on the provider's page. The provider sends its event until it is received. */
  pay(sessionId: string): void {
    const session = this.#provider.pay(sessionId);
    const delivery = this.#deliver(session).finally(() => this.#delivering.delete(delivery));
    this.#delivering.add(delivery);
  }

  async #deliver(session: object): Promise<void> {
    for (;;) {
      // As the provider does, each attempt is signed anew.
      const { raw, signature } = this.#provider.event('checkout.session.completed', session, this.#now());
      try {
        const response = await fetch(`${this.#url}/api/webhooks/stripe`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'stripe-signature': signature },
          body: raw,
          signal: AbortSignal.timeout(15_000),
        });
        await response.arrayBuffer();
        if (response.ok) return;
      } catch {
        // Sent again below.
      }
      await pause(TRY_AGAIN_MS);
    }
  }

  async untilDelivered(): Promise<void> {
    while (this.#delivering.size > 0) await Promise.all(this.#delivering);
  }

  /** How much each service saw. */
  counts() {
    return { mails: this.#mails.received.length, texts: this.#texts.length, refunds: this.#provider.refunds.size };
  }

  /** Mails, texts, tickets, payments and refunds that speak of something the database does not have. */
  async findOrphans(pool: pg.Pool, { tickets }: Evening): Promise<string[]> {
    const missing = async (what: string, ids: readonly string[], existing: string) => {
      const { rows } = await pool.query<{ id: string }>(
        `select id from unnest($1::text[]) as seen (id) where not exists (${existing})`,
        [[...new Set(ids)]],
      );
      return rows.map(({ id }) => `${what} ${id} is not in the database`);
    };
    const messages = this.#mails.received.map(({ raw }) => /^message-id:\s*<([^@>]+)@/im.exec(raw)?.[1] ?? 'no id');
    const refunds = [...this.#provider.refunds.values()].map(({ metadata }) => metadata?.['tiffin_refund'] ?? 'no id');
    const sessions = [...this.#provider.sessions.values()].map((each) => each.client_reference_id ?? 'no id');
    // The link in a sent text is redacted in the database, so a text is found by its order.
    const textedOrders = this.#texts.flatMap((text) => text.match(ORDER_NUMBER) ?? []);
    return [
      ...(await missing(
        'the mail',
        messages,
        `select from messages m where m.id::text = seen.id
           and (m.order_id is null or exists (select from orders o where o.id = m.order_id))`,
      )),
      ...(await missing('the text about order', textedOrders, 'select from orders o where o.id = seen.id')),
      ...(await missing('the ticket of order', [...tickets.orders], 'select from orders o where o.id = seen.id')),
      ...(await missing(
        'the notice of reservation',
        [...tickets.bookings],
        'select from reservations r where r.reservation_id = seen.id',
      )),
      ...(await missing('the payment page', sessions, 'select from payment_sessions s where s.id = seen.id')),
      ...(await missing('the refund', refunds, 'select from refunds r where r.id::text = seen.id')),
    ];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#sms.closeAllConnections();
    this.#sms.close();
    await this.#provider.stop();
    await this.#mails[Symbol.asyncDispose]();
  }
}
