import { createHmac } from 'node:crypto';
import { Stripe } from 'stripe';
import type { GatewayParts, OwnEvents, PaymentGateway } from '../gateway.ts';
import { StripeGateway } from '../stripe/stripe-gateway.ts';
import { deliverEvents } from './deliver-events.ts';
import { mountSandboxPage } from './page.ts';
import { SandboxTables } from './sandbox-tables.ts';

/** Stripe's adapter, whose requests are answered from the sandbox's tables. */
export class Sandbox extends StripeGateway {
  readonly tables: SandboxTables;
  readonly ownEvents: OwnEvents;
  readonly #secret: string;

  constructor(parts: GatewayParts) {
    const tables = new SandboxTables(parts);
    // A key for signing events that every copy of the server can derive.
    const secret = createHmac('sha256', parts.secret).update('sandbox events').digest('hex');
    super(
      {
        secretKey: 'sk_test_sandbox',
        webhookSecret: secret,
        publishableKey: null,
        apiBase: null,
        // The answer comes from our own database. A retry would not get another one.
        retries: 0,
        fetch: (url, init) => tables.answer(new Request(url, init)),
      },
      { name: 'sandbox', title: 'Sandbox', movesMoney: false, hasReaders: false },
    );
    this.tables = tables;
    this.#secret = secret;
    const { db, clock } = parts;
    const deliver: OwnEvents['deliver'] = (post) =>
      deliverEvents(db, clock, (body) => post(body, { 'stripe-signature': this.sign(body, clock.now()) }));
    this.ownEvents = { deliver, queue: tables.queue };
  }

  sign(payload: string, at: Date): string {
    const timestamp = Math.floor(at.getTime() / 1000);
    return Stripe.webhooks.generateTestHeaderString({ payload, secret: this.#secret, timestamp });
  }

  readonly mount: NonNullable<PaymentGateway['mount']> = (app, count) => {
    mountSandboxPage(app, this.tables, count);
  };
}
