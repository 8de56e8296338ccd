import { HOME_CURRENCY, say } from '@tiffin/domain/core';
import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../../../platform/db/connection.ts';
import type { Row } from '../../../platform/db/schema.ts';
import { onCommit, transaction } from '../../../platform/db/transaction.ts';
import { insertRow } from '../../../platform/db/write-row.ts';
import type { GatewayParts, OwnEvents } from '../gateway.ts';
import { findSandboxCard, type SandboxCard } from './cards.ts';
import {
  respondAsStripe,
  type Fields,
  type Filter,
  type KeptCard,
  type Payment,
  type Refund,
  type Session,
  type StripeObjects,
} from './stripe-api.ts';

/** A failed refund is reported after this delay. */
const REFUND_FAILS_AFTER_SECONDS = 5;

export type SandboxSession = Row<'sandbox_sessions'>;

/** The result of pressing a button on the payment page. */
export type PayOutcome =
  | { readonly kind: 'paid' | 'cancelled'; readonly returnUrl: string }
  | { readonly kind: 'declined'; readonly session: SandboxSession; readonly reason: string }
  | { readonly kind: 'asks-again' | 'closed'; readonly session: SandboxSession };

/** The objects of a Stripe account in tables, and what a guest does on its payment page. */
export class SandboxTables implements StripeObjects {
  readonly #parts: GatewayParts;
  readonly #db: Db | Tx;
  readonly queue: OwnEvents['queue'];

  constructor(parts: GatewayParts, db: Db | Tx = parts.db, queue: OwnEvents['queue'] = { onEvent: () => undefined }) {
    this.#parts = parts;
    this.#db = db;
    this.queue = queue;
  }

  /** Answers a request of Stripe's client. */
  async answer(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const fields = Object.fromEntries([...searchParams, ...new URLSearchParams(await request.text())]);
    const [status, body] = await respondAsStripe(this, `${request.method} ${pathname}`, fields);
    return Response.json(body, { status });
  }

  change<T>(work: (tables: SandboxTables) => Promise<T>): Promise<T> {
    return transaction(this.#parts.db, (tx) => work(new SandboxTables(this.#parts, tx, this.queue)));
  }

  async findSessions(filter: Filter): Promise<Session[]> {
    return (await this.#rows(filter)).map((row) => this.#toSession(row));
  }

  async findRefunds(filter: Filter): Promise<Refund[]> {
    const { rows } = await sql<Row<'sandbox_refunds'>>`
      select * from sandbox_refunds where ${matches(filter, 'created_at')} order by created_at desc
    `.execute(this.#db);
    return rows.map((row) => this.#toRefund(row));
  }

  /** Charges have no notes: the sandbox is restored together with our sessions, so they are never lost alone. */
  async findPayments(filter: Filter): Promise<Payment[]> {
    const { rows } = await sql<SandboxSession & { payment_id: string; paid_at: Date; refunded: number }>`
      select s.*, coalesce((select sum(r.amount_cents) from sandbox_refunds r
               where r.payment_id = s.payment_id and r.status = 'succeeded'), 0)::integer as refunded
      from sandbox_sessions s where status = 'paid' and kept_card is null and ${matches(filter, 'paid_at')} order by paid_at ${this.#lock()}
    `.execute(this.#db);
    return rows.map((row) => ({
      intent: row.payment_id,
      amount: row.amount_cents,
      refunded: row.refunded,
      created: toSeconds(row.paid_at),
      email: row.guest,
      metadata: { tiffin_session: row.reference },
      canRefund: true,
    }));
  }

  async addSession(fields: Fields): Promise<Session> {
    // Stripe's client sends nested fields with such names.
    const price = 'line_items[0][price_data]';
    const keepsCard = fields['mode'] === 'setup';
    const row = await this.#db
      .insertInto('sandbox_sessions')
      .values({
        id: `sbx_${this.#parts.ids.token()}`,
        reference: fields['client_reference_id'] ?? '',
        amount_cents: Number(keepsCard ? fields['metadata[tiffin_fee]'] : fields[`${price}[unit_amount]`]),
        description: fields[keepsCard ? 'setup_intent_data[description]' : `${price}[product_data][name]`] ?? '',
        kept_card: keepsCard ? '' : null,
        guest: fields['customer_email'] ?? '',
        success_url: fields['success_url'] ?? '',
        cancel_url: fields['cancel_url'] ?? '',
        created_at: this.#parts.clock.now(),
        expires_at: new Date(Number(fields['expires_at']) * 1000),
      })
      // A repeated request returns the same page.
      .onConflict((conflict) =>
        conflict.column('reference').doUpdateSet({ reference: fields['client_reference_id'] ?? '' }),
      )
      .returningAll()
      .executeTakeFirstOrThrow();
    return this.#toSession(row);
  }

  async findCard(id: string): Promise<KeptCard | null> {
    const row = await this.#cardRow(id);
    if (!row) return null;
    const declineCode = findSandboxCard(row.kept_card ?? '')?.declinesLater ?? null;
    return { isAttached: row.kept_card !== DETACHED, declineCode };
  }

  async detachCard(id: string): Promise<void> {
    const card = this.#db.updateTable('sandbox_sessions').set({ kept_card: DETACHED });
    await card.where('payment_id', '=', `seti_${id}`).execute();
  }

  async addCharge(fields: Fields): Promise<string> {
    const now = this.#parts.clock.now();
    const reference = fields['metadata[tiffin_session]'] ?? '';
    const page = { success_url: '', cancel_url: '', created_at: now, expires_at: now, paid_at: now };
    const kept = await this.#cardRow((fields['customer'] ?? '').replace('cus_', ''));
    const row = await this.#db
      .insertInto('sandbox_sessions')
      .values({
        ...page,
        id: `sbx_${this.#parts.ids.token()}`,
        reference,
        amount_cents: Number(fields['amount']),
        description: fields['description'] ?? '',
        guest: fields['customer'] ?? '',
        status: 'paid',
        payment_id: `sbp_${this.#parts.ids.token()}`,
        refund_fails: kept?.refund_fails ?? false,
      })
      .onConflict((conflict) => conflict.column('reference').doUpdateSet({ reference }))
      .returning('payment_id')
      .executeTakeFirstOrThrow();
    return row.payment_id ?? '';
  }

  async #cardRow(id: string): Promise<SandboxSession | undefined> {
    const rows = this.#db.selectFrom('sandbox_sessions').selectAll().where('payment_id', '=', `seti_${id}`);
    return rows.executeTakeFirst();
  }

  async addRefund(fields: Fields): Promise<Refund> {
    const { rows } = await sql<Row<'sandbox_refunds'>>`
      insert into sandbox_refunds (id, payment_id, reference, amount_cents, status, created_at)
      select ${`sbr_${this.#parts.ids.token()}`}::text, payment_id, ${fields['metadata[tiffin_refund]']}::text,
             ${Number(fields['amount'])}::integer, case when refund_fails then 'pending' else 'succeeded' end,
             ${this.#parts.clock.now()}::timestamptz
      from sandbox_sessions where payment_id = ${fields['payment_intent']}
      returning *
    `.execute(this.#db);
    const [row] = rows;
    if (!row) throw new Error(`No such payment: ${fields['payment_intent']}`);
    const refund = this.#toRefund(row);
    if (row.status === 'succeeded') await this.#queueEvent('refund.updated', refund);
    else await this.#queueEvent('refund.failed', { ...refund, ...FAILED }, REFUND_FAILS_AFTER_SECONDS);
    return refund;
  }

  async expire(session: Session): Promise<Session> {
    await this.#db.updateTable('sandbox_sessions').set({ status: 'cancelled' }).where('id', '=', session.id).execute();
    const expired: Session = { ...session, status: 'expired' };
    await this.#queueEvent('checkout.session.expired', expired);
    return expired;
  }

  /** The currency for display on the page, because a session stores only an amount. */
  async currency(): Promise<string> {
    const row = await this.#db.selectFrom('settings').select('value').where('key', '=', 'site').executeTakeFirst();
    const currency = row?.value['currency'];
    return typeof currency === 'string' ? currency : HOME_CURRENCY;
  }

  async findRow(id: string): Promise<SandboxSession | null> {
    return (await this.#rows({ id }))[0] ?? null;
  }

  /** Handles Pay on the page. */
  async pay(id: string, typed: string, confirmed: boolean): Promise<PayOutcome | null> {
    const card = findSandboxCard(typed);
    const canPay = card?.declined === null && (confirmed || !card.requiresAction);
    let session = await this.findRow(id);
    if (session && canPay) {
      if (await this.#capture(session, card)) return { kind: 'paid', returnUrl: session.success_url };
      // Another request paid or closed the page meanwhile.
      session = await this.findRow(id);
    }
    if (!session) return null;
    // A guest who goes back and pays again is already paid.
    if (session.status === 'paid') return { kind: 'paid', returnUrl: session.success_url };
    if (session.status !== 'open') return { kind: 'closed', session };
    if (!card) return { kind: 'declined', session, reason: say`This is not one of the cards of the sandbox.` };
    if (card.declined !== null) return { kind: 'declined', session, reason: card.declined };
    return { kind: 'asks-again', session };
  }

  /** Handles Cancel on the page. */
  async cancel(id: string): Promise<PayOutcome | null> {
    return this.change(async (tables): Promise<PayOutcome | null> => {
      const session = await tables.findRow(id);
      if (!session) return null;
      if (session.status === 'paid') return { kind: 'paid', returnUrl: session.success_url };
      if (session.status === 'open') await tables.expire(tables.#toSession(session));
      return { kind: 'cancelled', returnUrl: session.cancel_url };
    });
  }

  /** Captures the payment and queues its event in one statement. Returns false if the page is not open any more. */
  async #capture(session: SandboxSession, card: SandboxCard): Promise<boolean> {
    const { clock, ids } = this.#parts;
    const now = clock.now();
    const keptCard = session.kept_card === null ? null : card.number;
    const paymentId = `${keptCard === null ? 'sbp' : 'seti'}_${ids.token()}`;
    const paid = this.#toSession({ ...session, status: 'paid', payment_id: paymentId });
    const { id, body } = this.#newEvent('checkout.session.completed', paid);
    const deliverAt = new Date(now.getTime() + (card.eventLateSeconds ?? 0) * 1000);
    const { rows } = await sql`
      with paid as (
        update sandbox_sessions
        set status = 'paid', payment_id = ${paymentId}, paid_at = ${now}, refund_fails = ${card.refundFails ?? false},
          kept_card = ${keptCard}
        where id = ${session.id} and status = 'open' and expires_at > ${now}
        returning id
      ), queued as (
        insert into sandbox_events (id, body, copies, deliver_at)
        select ${id}::text, ${body}::text, ${card.eventCopies ?? 1}::int, ${deliverAt}::timestamptz from paid
      )
      select id from paid
    `.execute(this.#db);
    const isPaid = rows.length > 0;
    if (isPaid) this.queue.onEvent();
    return isPaid;
  }

  async #queueEvent(type: string, object: object, lateSeconds = 0): Promise<void> {
    const event = this.#newEvent(type, object);
    const deliverAt = new Date(this.#parts.clock.now().getTime() + lateSeconds * 1000);
    await insertRow(this.#db, 'sandbox_events', { ...event, copies: 1, deliver_at: deliverAt });
    onCommit(this.#db, () => this.queue.onEvent());
  }

  #newEvent(type: string, object: object): Pick<Row<'sandbox_events'>, 'id' | 'body'> {
    const id = `sbe_${this.#parts.ids.uuid()}`;
    return { id, body: JSON.stringify({ id, object: 'event', type, data: { object } }) };
  }

  /** In a change, locks the sessions. */
  async #rows(filter: Filter): Promise<SandboxSession[]> {
    const { rows } = await sql<SandboxSession>`
      select * from sandbox_sessions where ${matches(filter, 'created_at')} order by created_at ${this.#lock()}
    `.execute(this.#db);
    const now = this.#parts.clock.now();
    const hasExpired = ({ status, expires_at: expiresAt }: SandboxSession) => status === 'open' && expiresAt <= now;
    return rows.map((row) => (hasExpired(row) ? { ...row, status: 'expired' as const } : row));
  }

  #lock(): RawBuilder<unknown> {
    return this.#db.isTransaction ? sql`for update` : sql``;
  }

  #toSession(row: SandboxSession): Session {
    const status = ({ open: 'open', paid: 'complete', expired: 'expired', cancelled: 'expired' } as const)[row.status];
    const keepsCard = row.kept_card !== null;
    return {
      id: row.id,
      object: 'checkout.session',
      amount_total: keepsCard ? 0 : row.amount_cents,
      client_reference_id: row.reference,
      currency: CURRENCY,
      metadata: { tiffin_session: row.reference, ...(keepsCard && { tiffin_fee: String(row.amount_cents) }) },
      mode: keepsCard ? 'setup' : 'payment',
      payment_intent: keepsCard ? null : row.payment_id,
      setup_intent: keepsCard ? row.payment_id : null,
      payment_status: keepsCard ? 'no_payment_required' : row.status === 'paid' ? 'paid' : 'unpaid',
      status,
      url: `${this.#parts.publicUrl}/pay/sandbox/${row.id}`,
    };
  }

  /** Includes the bank's delayed rejection. */
  #toRefund(row: Row<'sandbox_refunds'>): Refund {
    const age = this.#parts.clock.now().getTime() - row.created_at.getTime();
    const hasFailed = row.status === 'pending' && age >= REFUND_FAILS_AFTER_SECONDS * 1000;
    return {
      id: row.id,
      object: 'refund',
      amount: row.amount_cents,
      created: toSeconds(row.created_at),
      metadata: { tiffin_refund: row.reference },
      payment_intent: row.payment_id,
      status: row.status,
      ...(hasFailed && FAILED),
    };
  }
}

/** In place of the number of a card that was kept. */
const DETACHED = 'detached';

/** Our adapter expects this currency of payments without `tiffin_currency`, and the sandbox stores no other. */
const CURRENCY = HOME_CURRENCY.toLowerCase();

const FAILED = { status: 'failed', failure_reason: 'The bank could not take the refund' } as const;

/** The conditions of a filter on `id`, `payment_id` and the column that Stripe calls `created`. */
function matches(filter: Filter, created: 'created_at' | 'paid_at'): RawBuilder<unknown> {
  const { id, payment_intent: payment, customer, 'created[gte]': from, 'created[lt]': to } = filter;
  const conditions = [
    ...(id === undefined ? [] : [sql`id = ${id}`]),
    ...(payment === undefined ? [] : [sql`payment_id = ${payment}`]),
    ...(customer === undefined ? [] : [sql`guest = ${customer}`]),
    ...(from === undefined ? [] : [sql`${sql.ref(created)} >= to_timestamp(${Number(from)})`]),
    ...(to === undefined ? [] : [sql`${sql.ref(created)} < to_timestamp(${Number(to)})`]),
  ];
  return sql.join(conditions, sql` and `);
}

function toSeconds(at: Date): number {
  return Math.floor(at.getTime() / 1000);
}
