import { inLanguageOf, pageAddress } from '../../../platform/i18n/request-language.ts';
import { amountWithCurrency, cents, refuse, say, type Cents, type Refusal } from '@tiffin/domain/core';
import { orderTypeLabel } from '@tiffin/domain/order';
import { SESSION_MINUTES, type SessionKind } from '@tiffin/domain/payment';
import type { Context, Db, Tx } from '../../../context.ts';
import { GatewayRefused, GatewayUnavailable, type PaymentNotes } from '../../../adapters/payment/gateway.ts';
import type { ZonedRequest } from '../../orders/pricing/delivery-zone.ts';
import type { BilledOrder } from '../../ledger/ledger.ts';
import { insertPendingPayment, type ExpectedPayment } from '../../ledger/payment-rows.ts';
import { cartOrderedRefusal, cartOrderedCondition, findOrderOfCart } from '../../orders/cart-order.ts';
import { setPaymentPage } from '../../orders/update-order.ts';
import { manageUrl } from '../../reservations/reservation-access.ts';
import { readerHandoverDeadline } from '../provider/provider-status.ts';
import { gatewayFor, requireCurrentGateway, waitAtMost } from '../provider/find-gateway.ts';
import { closePage, closeUnopenedSession } from './refresh-session.ts';
import { readSession, type SessionRow } from './sessions.ts';
import { cartOfSession } from '../../orders/cart-order.ts';
import type { RequestOnlyField, SessionSnapshot } from '../../../platform/db/stored-json.ts';
import { fixedCurrency } from '../../locations/restaurant/site.ts';
import { insertRow } from '../../../platform/db/write-row.ts';

const MINUTE_MS = 60_000;
/** Staff or a guest wait for the payment page, so the provider has at most this long. */
const PATIENCE_MS = 15_000;

/** The reader that asks for the card. `tipOn` is the amount on which tips are suggested; null means no tip is asked. */
export interface ReservedReader {
  readonly readerId: string;
  readonly tipOn: Cents | null;
}

export interface NewSession {
  /** Set when the id is needed before the session is stored (`newSessionId`). */
  readonly id?: string;
  readonly kind: SessionKind;
  readonly locationId: string;
  readonly snapshot: SessionSnapshot;
  readonly orderId?: string;
  /** The amount to charge, if it is not the whole order. */
  readonly amount?: Cents;
  readonly cartId?: string | null;
  readonly reader?: ReservedReader | null;
  /** The client address whose open payment pages are limited; null for sessions that staff create. */
  readonly clientAddress?: string | null;
  readonly createdBy: string | null;
  /** Absent for the time that sessions of its kind are open. */
  readonly expiresAt?: Date | undefined;
}

/** Written as an object, so that the compiler asks for every field. */
const REQUEST_ONLY_FIELDS = {
  items: true,
  location: true,
  paymentMethod: true,
  tip: true,
  pricing: true,
  cartId: true,
  welcomeCode: true,
  contactCode: true,
  shownReadyBy: true,
  promoCode: true,
  points: true,
  giftCardCode: true,
  // The discounts of staff, and the dishes that they sell although the stock says otherwise.
  given: true,
  sellAnyway: true,
} as const satisfies Record<RequestOnlyField, true>;

/**
 * The fields of the request that the order needs once it is paid. Prices are stored separately, as the menu priced
 * them.
 */
export function toSnapshotRequest(request: ZonedRequest): SessionSnapshot['request'] {
  const order = Object.entries(request).filter(([field]) => !Object.hasOwn(REQUEST_ONLY_FIELDS, field));
  return {
    ...(Object.fromEntries(order) as Omit<ZonedRequest, RequestOnlyField>),
    wantedFor: request.wantedFor?.toISOString() ?? null,
  };
}

/** What the provider stores with the payment, so that it can be attached to its bill even if the session is lost. */
export async function notesOfSession(db: Db, session: SessionRow): Promise<PaymentNotes> {
  const { location_id: locationId, order_id: orderId } = session;
  // The price of an order that is created when it is paid includes its tip.
  const pendingPayment =
    orderId === null
      ? undefined
      : await db.selectFrom('payments').select('tip_cents').where('session_id', '=', session.id).executeTakeFirst();
  return { locationId, orderId, tip: cents(pendingPayment?.tip_cents ?? 0) };
}

export function newSessionId({ ids }: Context): string {
  return `pay_${ids.token()}`;
}

/** A new session: nothing sent to the provider, nothing paid. */
const UNOPENED = {
  status: 'open',
  provider_session_id: null,
  payment_url: null,
  payment_id: null,
  closed_at: null,
  // Why staff have to decide about this payment, since when, and when they did.
  attention: null,
  attention_at: null,
  attended_at: null,
  erased_at: null,
  reader_id: null,
  // How often the payment was sent to a reader, why the reader stopped asking, and until when it is being sent.
  reader_asked: 0,
  reader_said: null,
  reader_handing_until: null,
  reader_tip_on_cents: null,
} as const;

/** Stores the payment session before the provider is called. */
export async function writeSession(context: Context, tx: Tx, session: NewSession): Promise<SessionRow> {
  const row = newSessionRow(context, { ...session, provider: requireCurrentGateway(context).name });
  await insertRow(tx, 'payment_sessions', { ...row, snapshot: JSON.stringify(row.snapshot) });
  return row;
}

/**
 * Adds the pending payment of a session to its bill. A payment page becomes the page of the order, a reader does not.
 * `openProviderPage` sets the address of the page.
 */
export async function addPendingPayment(
  context: Context,
  tx: Tx,
  order: BilledOrder,
  expected: ExpectedPayment,
): Promise<string> {
  const id = await insertPendingPayment(context, tx, order, expected);
  if (expected.tender !== 'terminal') await setPaymentPage(tx, order.id, { sessionId: expected.sessionId, url: null });
  return id;
}

/** The row of a session; `orderId` is null for a lost session without an order. */
export function newSessionRow(
  context: Context,
  session: Omit<NewSession, 'orderId'> & { readonly orderId?: string | null; readonly provider: string },
): SessionRow {
  const now = context.clock.now();
  // A guest at a table pays now, like a guest at the checkout. The others at the table wait for the amount.
  const paidLike = session.snapshot.table ? 'customer' : session.kind;
  return {
    ...UNOPENED,
    id: session.id ?? newSessionId(context),
    kind: session.kind,
    provider: session.provider,
    location_id: session.locationId,
    user_id: session.snapshot.userId,
    order_id: session.orderId ?? null,
    snapshot: session.snapshot,
    amount_cents: session.amount ?? session.snapshot.price.total,
    cart_id: session.cartId ?? null,
    ...(session.reader && {
      reader_id: session.reader.readerId,
      reader_tip_on_cents: session.reader.tipOn,
      reader_asked: 1,
      reader_handing_until: readerHandoverDeadline(context),
    }),
    begun_from: session.clientAddress ?? null,
    created_by: session.createdBy,
    created_at: now,
    expires_at: session.expiresAt ?? new Date(now.getTime() + SESSION_MINUTES[paidLike] * MINUTE_MS),
    next_check_at: new Date(now.getTime() + MINUTE_MS),
  };
}

/**
 * Opens the provider's payment page for a stored session. Our session id is the idempotency key, so a repeat after a
 * lost response returns the same page.
 */
export async function openProviderPage(
  context: Context,
  sessionOrId: SessionRow | string,
): Promise<SessionRow & { payment_url: string }> {
  const session = typeof sessionOrId === 'string' ? await readSession(context.db, sessionOrId) : sessionOrId;
  if (!session) throw refuse('not-found', say`Payment session not found`);
  const { payment_url: existingUrl } = session;
  // A closed page of a guest's cart must be replaced by a new session; a link that staff created keeps its page.
  const isOver = session.cart_id !== null && session.status !== 'open' && session.status !== 'paid';
  if (existingUrl !== null && !isOver) return { ...session, payment_url: existingUrl };
  if (isRefused(session)) throw refuse('failed-precondition', say`The payment provider refused this payment.`);
  // It has no page and was closed before it got one, in most cases because the guest started another payment.
  if (session.status !== 'open') throw replacedRefusal();
  await context.reachTestPoint('open.session-written');
  const opened = await waitAtMost(
    PATIENCE_MS,
    gatewayFor(context, session.provider).openSession({
      reference: session.id,
      keepsCard: session.kind === 'no-show' || undefined,
      amount: cents(session.amount_cents),
      currency: await fixedCurrency(context.db),
      description: inLanguageOf(session.snapshot, () => descriptionOf(session)),
      email: session.snapshot.request.customer.email || null,
      successUrl: inLanguageOf(session.snapshot, () => successUrl(context, session)),
      cancelUrl: inLanguageOf(session.snapshot, () => cancelUrl(context, session)),
      expiresAt: pageExpiry(session),
      notes: await notesOfSession(context.db, session),
    }),
  ).catch(async (error: unknown) => {
    if (error instanceof GatewayRefused) await closeRefused(context, session);
    return refuseGatewayError(error);
  });
  if (opened === 'too-late') throw refuse('payment-provider-unavailable', undefined, { retryAfter: 5 });
  await context.reachTestPoint('open.provider-answered');
  const { providerSessionId, paymentUrl } = opened;
  const cart = cartOfSession(session);
  const { status, is_ordered: isCartOrdered } = await context.db
    .updateTable('payment_sessions')
    .set({ provider_session_id: providerSessionId, payment_url: paymentUrl })
    .where('id', '=', session.id)
    .returning(['status', cartOrderedCondition(cart).as('is_ordered')])
    .executeTakeFirstOrThrow();
  if (isCartOrdered || (status !== 'open' && status !== 'paid')) {
    // While the payment page opened, a newer one replaced it or the cart was ordered. Close the page, so that it cannot be
    // paid.
    await waitAtMost(PATIENCE_MS, closePage(context, { ...session, provider_session_id: providerSessionId })).catch(
      refuseGatewayError,
    );
    const ordered = cart && (await findOrderOfCart(context.db, cart));
    throw ordered ? cartOrderedRefusal(ordered) : replacedRefusal();
  }
  // `addPendingPayment` named this session on the order. Other payments create their order when they are paid.
  if (session.kind === 'account' && session.order_id !== null) {
    await setPaymentPage(context.db, session.order_id, { sessionId: session.id, url: paymentUrl });
  }
  return { ...session, provider_session_id: providerSessionId, payment_url: paymentUrl };
}

/**
 * Closes a session that the provider refused and releases its stock and slots. The session of an order on account stays
 * until a new link is created.
 */
async function closeRefused(context: Context, session: SessionRow): Promise<void> {
  if (session.order_id !== null) return;
  await closeUnopenedSession(context, session, 'failed').catch((error: unknown) =>
    context.log.warn({ err: error, sessionId: session.id }, 'a session that was refused could not be closed'),
  );
}

/** A session that failed after the provider accepted it has the provider's id. */
function isRefused({ status, provider_session_id: providerSessionId }: SessionRow): boolean {
  return status === 'failed' && providerSessionId === null;
}

function replacedRefusal(): Refusal {
  return refuse('conflict', say`This payment was replaced by a newer one.`);
}

/** Turns an error of the provider into a refusal for the client. */
export function refuseGatewayError(error: unknown): never {
  if (error instanceof GatewayUnavailable) throw refuse('payment-provider-unavailable', undefined, { retryAfter: 5 });
  if (error instanceof GatewayRefused) {
    throw refuse('failed-precondition', say`The payment provider refused: ${error.message}`);
  }
  throw error;
}

/** Providers keep a page open for half an hour at least. A page that must end earlier is closed (`sweepDeposits`). */
function pageExpiry({ created_at: createdAt, expires_at: expiresAt }: SessionRow): Date {
  return new Date(Math.max(expiresAt.getTime(), createdAt.getTime() + SESSION_MINUTES.customer * MINUTE_MS));
}

/** The page for a guest who paid. */
function successUrl(context: Context, session: SessionRow): string {
  if (session.snapshot.deposit) return manageUrl(context, { reservation_id: session.snapshot.deposit.number });
  const page = session.kind === 'gift-card' ? '/gift-cards' : '/order-success';
  const query = new URLSearchParams({ session_id: session.id, token: context.linkKeys('payment', session.id) });
  return pageAddress(context, `${page}?${query}`);
}

/** The page for a guest who cancels the payment: about the order, or about the cart's location. */
function cancelUrl(context: Context, session: SessionRow): string {
  if (session.snapshot.deposit) return manageUrl(context, { reservation_id: session.snapshot.deposit.number });
  if (session.kind === 'gift-card') return pageAddress(context, '/gift-cards');
  const { table } = session.snapshot;
  if (table) return pageAddress(context, `/table/${encodeURIComponent(table.tableId)}?view=bill`);
  const subject =
    session.order_id === null
      ? `location=${encodeURIComponent(session.location_id)}`
      : `order_id=${encodeURIComponent(session.order_id)}`;
  return pageAddress(context, `/payment-cancel?${subject}`);
}

/** What the guest reads about the payment on the payment page or the reader. */
export function descriptionOf(session: SessionRow): string {
  if (session.kind === 'gift-card') return say`Gift card`;
  const { deposit } = session.snapshot;
  if (session.kind === 'no-show') {
    const fee = amountWithCurrency(cents(session.amount_cents));
    return say`A card for your table, ${deposit?.number ?? ''}. Nothing is charged now; ${fee} only if you do not come or cancel too late.`;
  }
  if (deposit?.card) return say`No-show fee, ${deposit.number}`;
  if (deposit) return say`Deposit for your table, ${deposit.number}`;
  const { items, request } = session.snapshot;
  const dishes = items.reduce((sum, item) => sum + item.quantity, 0);
  const orderType = orderTypeLabel(request.orderType).toLowerCase();
  const { order_id: orderId } = session;
  if (orderId === null) {
    return dishes === 1 ? say`Order of 1 item for ${orderType}` : say`Order of ${dishes} items for ${orderType}`;
  }
  return dishes === 1
    ? say`Order ${orderId}: 1 item for ${orderType}`
    : say`Order ${orderId}: ${dishes} items for ${orderType}`;
}
