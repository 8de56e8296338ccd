import { inLanguageOf, pageAddress } from '../../platform/i18n/interpreter.ts';
import { cents, refuse, say, type Cents, type Refusal } from '@tiffin/domain/core';
import { SESSION_MINUTES, type SessionKind } from '@tiffin/domain/payment';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/db/connection.ts';
import { GatewayRefused, GatewayUnavailable } from '../../adapters/payment/gateway.ts';
import type { PlacedRequest } from '../pricing/draft-order.ts';
import { cartOrdered, isOrdered, orderOfCart } from '../orders/cart-order.ts';
import { handingUntil } from './provider-status.ts';
import { gatewayFor, gatewayOf, within } from './find-gateway.ts';
import { closePage, closeUnopened } from './check-session.ts';
import { readSession, type SessionRow } from './sessions.ts';
import { cartOf } from '../orders/cart-order.ts';
import type { RequestOnlyField, SessionSnapshot } from '../../platform/db/kept-json.ts';
import { fixedCurrency } from '../settings/site.ts';

const MINUTE = 60_000;
/** Somebody stands at the counter or holds a phone: longer than this nobody waits for a page. */
const PATIENCE_MS = 15_000;

/** Which reader asks for the card, and on what it reckons a tip; null: it asks for none. */
export interface AtReader {
  readonly readerId: string;
  readonly tipOn: Cents | null;
}

export interface NewSession {
  /** Where it is answered before it is written (`newSessionId`). */
  readonly id?: string;
  readonly kind: SessionKind;
  readonly locationId: string;
  readonly snapshot: SessionSnapshot;
  /** The order on account it pays for. */
  readonly orderId?: string;
  /** What is charged, when it is a part of it. */
  readonly amount?: Cents;
  /** The guest's cart it is of. */
  readonly cartId?: string | null;
  readonly reader?: AtReader | null;
  /** The address whose open pages are counted; none of what the house asks for. */
  readonly begunFrom?: string | null;
  readonly createdBy: string | null;
}

const ONLY_ASKED = {
  items: true,
  location: true,
  paymentMethod: true,
  tip: true,
  pricing: true,
  cartId: true,
  welcomeCode: true,
  contactCode: true,
  given: true,
  sellAnyway: true,
} as const satisfies Record<RequestOnlyField, true>;

/** What of a request the order is made of once it is paid; what it costs is kept as the menu priced it. */
export function requestToKeep(request: PlacedRequest): SessionSnapshot['request'] {
  const order = Object.entries(request).filter(([field]) => !Object.hasOwn(ONLY_ASKED, field));
  return {
    ...(Object.fromEntries(order) as Omit<PlacedRequest, RequestOnlyField>),
    wantedFor: request.wantedFor?.toISOString() ?? null,
  };
}

export function newSessionId({ ids }: Context): string {
  return `pay_${ids.token()}`;
}

/** Nothing was asked of the provider yet, and nothing was paid. */
const AT_FIRST = {
  status: 'open',
  provider_session_id: null,
  payment_url: null,
  payment_id: null,
  closed_at: null,
  attention: null,
  attention_at: null,
  attended_at: null,
  reader_id: null,
  reader_asked: 0,
  reader_said: null,
  reader_handing_until: null,
  reader_tip_on_cents: null,
} as const;

/** Writes down what is to be paid, before anybody outside is asked. */
export async function writeSession(context: Context, tx: Tx, session: NewSession): Promise<SessionRow> {
  const now = context.clock.now();
  const row: SessionRow = {
    ...AT_FIRST,
    id: session.id ?? newSessionId(context),
    kind: session.kind,
    provider: gatewayOf(context).name,
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
      reader_handing_until: handingUntil(context),
    }),
    begun_from: session.begunFrom ?? null,
    created_by: session.createdBy,
    created_at: now,
    expires_at: new Date(now.getTime() + SESSION_MINUTES[session.kind] * MINUTE),
    next_check_at: new Date(now.getTime() + MINUTE),
  };
  await tx
    .insertInto('payment_sessions')
    .values({ ...row, snapshot: JSON.stringify(row.snapshot) })
    .execute();
  return row;
}

/**
 * Has the provider open its page for a session that is written down. Our session's id is the key it
 * is asked with: an answer that was lost is asked for again, and it is the same page.
 */
export async function openAtProvider(
  context: Context,
  written: SessionRow | string,
): Promise<SessionRow & { payment_url: string }> {
  const session = typeof written === 'string' ? await readSession(context.db, written) : written;
  if (!session) throw refuse('not-found', say`Payment session not found`);
  const { payment_url: known } = session;
  // A guest's cart whose page is over gets another page; a link stays the link it was.
  const isOver = session.cart_id !== null && session.status !== 'open' && session.status !== 'paid';
  if (known !== null && !isOver) return { ...session, payment_url: known };
  if (isRefused(session)) throw refuse('failed-precondition', say`The payment provider refused this payment.`);
  if (session.status !== 'open') throw replaced();
  await context.reach('open.session-written');
  const opened = await within(
    PATIENCE_MS,
    gatewayFor(context, session.provider).openSession({
      reference: session.id,
      amount: cents(session.amount_cents),
      currency: await fixedCurrency(context.db),
      description: inLanguageOf(session.snapshot, () => descriptionOf(session)),
      email: session.snapshot.request.customer.email || null,
      successUrl: inLanguageOf(session.snapshot, () =>
        pageAddress(context, `/order-success?session_id=${encodeURIComponent(session.id)}`),
      ),
      cancelUrl: inLanguageOf(session.snapshot, () => cancelUrl(context, session)),
      expiresAt: session.expires_at,
    }),
  ).catch(async (error: unknown) => {
    if (error instanceof GatewayRefused) await closeRefused(context, session);
    return notNow(error);
  });
  if (opened === 'too-late') throw refuse('payment-provider-unavailable', undefined, { retryAfter: 5 });
  await context.reach('open.provider-answered');
  const { providerSessionId, paymentUrl } = opened;
  const cart = cartOf(session);
  const { status, is_ordered: isAnOrder } = await context.db
    .updateTable('payment_sessions')
    .set({ provider_session_id: providerSessionId, payment_url: paymentUrl })
    .where('id', '=', session.id)
    .returning(['status', isOrdered(cart).as('is_ordered')])
    .executeTakeFirstOrThrow();
  if (isAnOrder || (status !== 'open' && status !== 'paid')) {
    // While the page opened another took its place, or the cart was ordered: nobody is sent there.
    await within(PATIENCE_MS, closePage(context, { ...session, provider_session_id: providerSessionId })).catch(notNow);
    const ordered = cart && (await orderOfCart(context.db, cart));
    throw ordered ? cartOrdered(ordered) : replaced();
  }
  if (session.kind === 'account' && session.order_id !== null) {
    await context.db
      .updateTable('orders')
      .set({ payment_url: paymentUrl })
      .where('id', '=', session.order_id)
      .where('session_id', '=', session.id)
      .execute();
  }
  return { ...session, provider_session_id: providerSessionId, payment_url: paymentUrl };
}

/** No page will ever open for it, so it holds nothing either. An order on account waits for another link. */
async function closeRefused(context: Context, session: SessionRow): Promise<void> {
  if (session.order_id !== null) return;
  await closeUnopened(context, session, 'failed').catch((error: unknown) =>
    context.log.warn({ err: error, sessionId: session.id }, 'a session that was refused could not be closed'),
  );
}

function isRefused({ status, provider_session_id: there }: SessionRow): boolean {
  return status === 'failed' && there === null;
}

function replaced(): Refusal {
  return refuse('conflict', say`This payment was replaced by a newer one.`);
}

/** What a provider did not answer, or refused, in words for whoever asked. */
export function notNow(error: unknown): never {
  if (error instanceof GatewayUnavailable) throw refuse('payment-provider-unavailable', undefined, { retryAfter: 5 });
  if (error instanceof GatewayRefused) {
    throw refuse('failed-precondition', say`The payment provider refused: ${error.message}`);
  }
  throw error;
}

/** Where one comes back to without having paid: with the order it was about, or the cart it came from. */
function cancelUrl(context: Context, session: SessionRow): string {
  const about =
    session.order_id === null
      ? `location=${encodeURIComponent(session.location_id)}`
      : `order_id=${encodeURIComponent(session.order_id)}`;
  return pageAddress(context, `/payment-cancel?${about}`);
}

export function descriptionOf(session: SessionRow): string {
  const { items, request } = session.snapshot;
  const dishes = items.reduce((sum, item) => sum + item.quantity, 0);
  const { orderType } = request;
  const { order_id: orderId } = session;
  if (orderId === null) {
    return dishes === 1 ? say`Order of 1 item for ${orderType}` : say`Order of ${dishes} items for ${orderType}`;
  }
  return dishes === 1
    ? say`Order ${orderId}: 1 item for ${orderType}`
    : say`Order ${orderId}: ${dishes} items for ${orderType}`;
}
