import { createHmac } from 'node:crypto';
import { cents, HOME_CURRENCY, say } from '@tiffin/domain/core';
import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../../../platform/db/connection.ts';
import { onCommit, transaction } from '../../../platform/db/transaction.ts';
import {
  ForgedEvent,
  GatewaySessionUnknown,
  GatewayRefused,
  GatewayUnavailable,
  type GatewayEvent,
  type GatewayParts,
  type OpenedSession,
  type PaymentGateway,
  type PaymentProvider,
  type ProviderPayment,
  type ProviderDispute,
  type ProviderRefund,
  type RefundToMake,
  type ProviderSession,
  type SessionToOpen,
} from '../gateway.ts';
import { findSandboxCard, type SandboxCard } from './cards.ts';
import {
  readEvent,
  refundBody,
  toProviderRefund,
  toProviderSession,
  eventRow,
  sessionBody,
  type EventSubject,
  type SandboxRefund,
  type SandboxSession,
  hasValidSignature,
  SIGNATURE_HEADER,
} from './events.ts';
import { mountSandboxPage, type PayOutcome } from './page.ts';
import { insertRow } from '../../../platform/db/write-row.ts';

/** Simulated failures, for tests. */
interface SimulatedFailures {
  down: boolean;
  /** Requests take effect, but their responses are lost. */
  losesAnswers: boolean;
  /** Responses wait for this promise. */
  slow: Promise<void> | null;
}

/** A failed refund is reported after this delay. */
const REFUND_FAILS_AFTER_SECONDS = 5;

/**
 * A built-in card provider for installations without one. It stores payments in its own tables, has its own payment
 * page and sends signed events. No money moves.
 */
export class Sandbox implements PaymentGateway {
  readonly name = 'sandbox';
  readonly title = 'Sandbox';
  readonly movesMoney = false;
  readonly publishableKey = null;
  readonly readers = null;
  readonly weather: SimulatedFailures = { down: false, losesAnswers: false, slow: null };
  readonly secret: string;
  readonly #parts: GatewayParts;
  /** Called when an event was queued. */
  onEvent: () => void = () => undefined;

  constructor(parts: GatewayParts) {
    this.#parts = parts;
    // A key for signing events that every copy of the server can derive.
    this.secret = createHmac('sha256', parts.secret).update('sandbox events').digest('hex');
  }

  /** For display on the page; requests contain only an amount. */
  async currency(): Promise<string> {
    const { db } = this.#parts;
    const row = await db.selectFrom('settings').select('value').where('key', '=', 'site').executeTakeFirst();
    const currency = row?.value['currency'];
    return typeof currency === 'string' ? currency : HOME_CURRENCY;
  }

  openSession(session: SessionToOpen): Promise<OpenedSession> {
    return this.#answer(async () => {
      const { id } = await this.#parts.db
        .insertInto('sandbox_sessions')
        .values({
          id: `sbx_${this.#parts.ids.token()}`,
          reference: session.reference,
          amount_cents: session.amount,
          description: session.description,
          guest: session.email ?? '',
          success_url: session.successUrl,
          cancel_url: session.cancelUrl,
          created_at: this.#parts.clock.now(),
          expires_at: session.expiresAt,
        })
        // A repeated request returns the same page.
        .onConflict((conflict) => conflict.column('reference').doUpdateSet({ reference: session.reference }))
        .returning('id')
        .executeTakeFirstOrThrow();
      return { providerSessionId: id, paymentUrl: `${this.#parts.publicUrl}/pay/sandbox/${id}` };
    });
  }

  readSession(id: string): Promise<ProviderSession> {
    return this.#answer(async () => toProviderSession(sessionBody(requireSession(id, await this.shown(id)))));
  }

  closeSession(id: string): Promise<ProviderSession> {
    return this.#change(async (tx) => {
      const session = await this.#session(tx, id);
      const closed = session.status === 'open' ? await this.#close(tx, session, 'cancelled') : session;
      return toProviderSession(sessionBody(closed));
    });
  }

  refund({ reference, paymentId, amount }: RefundToMake): Promise<ProviderRefund> {
    return this.#change(async (tx) => {
      const payment = await tx
        .selectFrom('sandbox_sessions')
        .selectAll()
        .where('payment_id', '=', paymentId)
        .forUpdate()
        .executeTakeFirst();
      if (!payment) throw new GatewayRefused(`No such payment: ${paymentId}`);
      const rows = await tx.selectFrom('sandbox_refunds').selectAll().where('payment_id', '=', paymentId).execute();
      const refunds = rows.map((row) => this.#today(row));
      const made = refunds.find((refund) => refund.reference === reference);
      if (made) return toProviderRefund(refundBody(made));
      const refunded = refunds
        .filter((refund) => refund.status !== 'failed')
        .reduce((sum, each) => sum + each.amount_cents, 0);
      if (refunded + amount > payment.amount_cents)
        throw new GatewayRefused(say`More than was paid cannot be refunded`);
      const refund: SandboxRefund = {
        id: `sbr_${this.#parts.ids.token()}`,
        payment_id: paymentId,
        reference,
        amount_cents: amount,
        status: payment.refund_fails ? 'pending' : 'succeeded',
        created_at: this.#parts.clock.now(),
      };
      await tx.insertInto('sandbox_refunds').values(refund).execute();
      if (!payment.refund_fails) await this.#queueEvent(tx, 'refund.succeeded', { refund: refundBody(refund) });
      else {
        const failed: SandboxRefund = { ...refund, status: 'failed' };
        await this.#queueEvent(tx, 'refund.failed', { refund: refundBody(failed) }, REFUND_FAILS_AFTER_SECONDS);
      }
      return toProviderRefund(refundBody(refund));
    });
  }

  readRefund(id: string): Promise<ProviderRefund> {
    return this.#answer(async (db) => {
      const refund = await db.selectFrom('sandbox_refunds').selectAll().where('id', '=', id).executeTakeFirst();
      if (!refund) throw new GatewayRefused(`No such refund: ${id}`);
      return toProviderRefund(refundBody(this.#today(refund)));
    });
  }

  refundsOf(paymentId: string): Promise<readonly ProviderRefund[]> {
    return this.#answer(async (db) => {
      const rows = await db.selectFrom('sandbox_refunds').selectAll().where('payment_id', '=', paymentId).execute();
      return rows.map((row) => toProviderRefund(refundBody(this.#today(row))));
    });
  }

  async *refunds(from: Date, to: Date): AsyncIterable<ProviderRefund> {
    const rows = await this.#answer((db) =>
      db
        .selectFrom('sandbox_refunds')
        .selectAll()
        .where('created_at', '>=', from)
        .where('created_at', '<', to)
        .orderBy('created_at')
        .execute(),
    );
    for (const row of rows) yield toProviderRefund(refundBody(this.#today(row)));
  }

  /** The sandbox has no disputes. */
  async *disputes(): AsyncIterable<ProviderDispute> {}

  verify(raw: string, headers: Headers, now: Date): void {
    if (!hasValidSignature(raw, headers.get(SIGNATURE_HEADER), this.secret, now))
      throw new ForgedEvent('the signature is wrong');
  }

  readEvent(raw: string): GatewayEvent {
    return readEvent(raw);
  }

  async *payments(from: Date, to: Date): AsyncIterable<ProviderPayment> {
    yield* await this.#payments(sql`s.paid_at >= ${from} and s.paid_at < ${to}`);
  }

  async findPayment(paymentId: string): Promise<ProviderPayment | null> {
    return (await this.#payments(sql`s.payment_id = ${paymentId}`))[0] ?? null;
  }

  findSessionOfPayment(paymentId: string): Promise<ProviderSession | null> {
    return this.#answer(async (db) => {
      const row = await db
        .selectFrom('sandbox_sessions')
        .selectAll()
        .where('payment_id', '=', paymentId)
        .executeTakeFirst();
      return row ? toProviderSession(sessionBody(row)) : null;
    });
  }

  /** The sandbox stores no notes: it is restored together with the sessions, so they are never lost alone. */
  #payments(which: RawBuilder<unknown>): Promise<ProviderPayment[]> {
    return this.#answer(async (db) => {
      const { rows } = await sql<SandboxSession & { payment_id: string; paid_at: Date; refunded: number }>`
        select s.*, coalesce((select sum(r.amount_cents) from sandbox_refunds r
                 where r.payment_id = s.payment_id and r.status = 'succeeded'), 0)::integer as refunded
        from sandbox_sessions s where s.status = 'paid' and ${which} order by s.paid_at
      `.execute(db);
      return rows.map((row) => ({
        paymentId: row.payment_id,
        amount: cents(row.amount_cents),
        refunded: cents(row.refunded),
        at: row.paid_at,
        reference: row.reference,
        notes: null,
        guest: { name: '', email: row.guest },
      }));
    });
  }

  async shown(id: string): Promise<SandboxSession | null> {
    const row = await this.#row(this.#parts.db, id);
    return row && this.#isOver(row) ? transaction(this.#parts.db, (tx) => this.#find(tx, id)) : row;
  }

  readonly mount: NonNullable<PaymentGateway['mount']> = (app, count) => {
    mountSandboxPage(app, this, count);
  };

  /** Handles Pay on the page. */
  async pay(id: string, typed: string, confirmed: boolean): Promise<PayOutcome | null> {
    const card = findSandboxCard(typed);
    const isTaken = card?.declined === null && (confirmed || !card.requiresAction);
    const paid = isTaken ? await this.#capture(id, card) : null;
    if (paid) return { is: 'paid', goTo: paid.success_url };
    const session = await this.shown(id);
    if (!session) return null;
    // A guest who goes back and pays again is already paid.
    if (session.status === 'paid') return { is: 'paid', goTo: session.success_url };
    if (session.status !== 'open') return { is: 'closed', session };
    if (!card) return { is: 'declined', session, why: say`This is not one of the cards of the sandbox.` };
    if (card.declined !== null) return { is: 'declined', session, why: card.declined };
    return { is: 'asks-again', session };
  }

  /** Handles Cancel on the page. */
  async cancel(id: string): Promise<PayOutcome | null> {
    return transaction(this.#parts.db, async (tx): Promise<PayOutcome | null> => {
      const session = await this.#find(tx, id);
      if (!session) return null;
      if (session.status === 'paid') return { is: 'paid', goTo: session.success_url };
      if (session.status === 'open') await this.#close(tx, session, 'cancelled');
      return { is: 'cancelled', goTo: session.cancel_url };
    });
  }

  /** Captures the payment and queues its event in one statement. Null when the page is not open. */
  async #capture(id: string, card: SandboxCard): Promise<{ readonly success_url: string } | null> {
    const { clock, ids } = this.#parts;
    const now = clock.now();
    const deliverAt = new Date(now.getTime() + (card.eventLateSeconds ?? 0) * 1000);
    const { rows } = await sql<{ success_url: string }>`
      with paid as (
        update sandbox_sessions
        set status = 'paid', payment_id = ${`sbp_${ids.token()}`}, paid_at = ${now}, refund_fails = ${card.refundFails ?? false}
        where id = ${id} and status = 'open' and expires_at > ${now}
        returning id, reference, amount_cents, payment_id, success_url
      ), told as (
        insert into sandbox_events (id, body, copies, deliver_at)
        select e.id, json_build_object('id', e.id, 'type', 'session.paid', 'session', json_build_object(
          'id', paid.id, 'reference', reference, 'status', 'paid', 'amount', amount_cents, 'paymentId', payment_id
        ))::text, ${card.eventCopies ?? 1}::int, ${deliverAt}::timestamptz
        from paid, (select ${`sbe_${ids.uuid()}`}::text as id) e
      )
      select success_url from paid
    `.execute(this.#parts.db);
    const [paid] = rows;
    if (paid) this.onEvent();
    return paid ?? null;
  }

  async #close(tx: Tx, session: SandboxSession, status: 'cancelled' | 'expired'): Promise<SandboxSession> {
    const closed: SandboxSession = { ...session, status };
    await tx.updateTable('sandbox_sessions').set({ status }).where('id', '=', session.id).execute();
    await this.#queueEvent(tx, `session.${status}`, { session: sessionBody(closed) });
    return closed;
  }

  /** Applies the bank's delayed rejection of a refund. */
  #today(refund: SandboxRefund): SandboxRefund {
    const age = this.#parts.clock.now().getTime() - refund.created_at.getTime();
    const over = refund.status === 'pending' && age >= REFUND_FAILS_AFTER_SECONDS * 1000;
    return over ? { ...refund, status: 'failed' } : refund;
  }

  async #find(tx: Tx, id: string): Promise<SandboxSession | null> {
    const row = await this.#row(tx, id, true);
    return row && this.#isOver(row) ? this.#close(tx, row, 'expired') : row;
  }

  async #row(db: Db | Tx, id: string, isLocked = false): Promise<SandboxSession | null> {
    const row = db.selectFrom('sandbox_sessions').selectAll().where('id', '=', id);
    return (await (isLocked ? row.forUpdate() : row).executeTakeFirst()) ?? null;
  }

  #isOver({ status, expires_at: expiresAt }: SandboxSession): boolean {
    return status === 'open' && expiresAt <= this.#parts.clock.now();
  }

  async #session(tx: Tx, id: string): Promise<SandboxSession> {
    return requireSession(id, await this.#find(tx, id));
  }

  async #queueEvent(tx: Tx, type: string, about: EventSubject, lateSeconds = 0): Promise<void> {
    await insertRow(tx, 'sandbox_events', this.#event(type, about, lateSeconds));
    onCommit(tx, () => this.onEvent());
  }

  #event(type: string, about: EventSubject, lateSeconds: number) {
    const { clock, ids } = this.#parts;
    const deliverAt = new Date(clock.now().getTime() + lateSeconds * 1000);
    return eventRow(`sbe_${ids.uuid()}`, type, about, deliverAt);
  }

  #change<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#answer((db) => transaction(db, work));
  }

  /** Runs a request under the simulated failures. */
  async #answer<T>(work: (db: Db) => Promise<T>): Promise<T> {
    if (this.weather.slow) await this.weather.slow;
    if (this.weather.down) throw new GatewayUnavailable('the sandbox is down');
    const answer = await work(this.#parts.db);
    if (this.weather.losesAnswers) throw new GatewayUnavailable('the answer of the sandbox was lost');
    return answer;
  }
}

function requireSession(id: string, session: SandboxSession | null): SandboxSession {
  if (!session) throw new GatewaySessionUnknown(`No such session: ${id}`);
  return session;
}

export const sandbox: PaymentProvider = {
  name: 'sandbox',
  pagePrefix: '/pay/sandbox/',
  configure(env, isChosen) {
    // In production the sandbox must be chosen explicitly, because no money moves.
    if (env['NODE_ENV'] === 'production' && !isChosen) return null;
    return { name: 'sandbox', pages: [], connect: async (parts) => new Sandbox(parts) };
  },
};

/** Removes the guests' addresses from the sandbox's sessions with these references. */
export async function eraseGuestsOfSandbox(tx: Tx, references: readonly string[]): Promise<void> {
  await tx.updateTable('sandbox_sessions').set({ guest: '' }).where('reference', 'in', references).execute();
}
