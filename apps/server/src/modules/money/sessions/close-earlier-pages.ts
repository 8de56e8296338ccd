import { sql, type RawBuilder } from 'kysely';
import { GatewayUnavailable } from '../../../adapters/payment/gateway.ts';
import type { Context, Db, Tx } from '../../../context.ts';
import { onCommit } from '../../../platform/db/transaction.ts';
import { cartOrderedRefusal, cartOrderedCondition, findOrderOfCart } from '../../orders/cart-order.ts';
import { releaseSlots } from '../../capacity/reserve-slots.ts';
import { releaseStock } from '../../menu/stock/hold-stock.ts';
import { waitAtMost } from '../provider/find-gateway.ts';
import { lockCartAndOffer, type CartAndOffer } from './cart-and-offer.ts';
import { closePage, closeSession } from './refresh-session.ts';
import { releaseOffers } from './end-session.ts';
import type { SessionRow } from './sessions.ts';

type Page = Pick<SessionRow, 'id' | 'provider' | 'provider_session_id' | 'reader_id' | 'reader_asked'>;
type EndedPage = Page & { readonly has_slot: boolean };

/** How long a guest who waits for a new payment page waits for the earlier one to close. */
const PATIENCE_MS = 4_000;

/** The open payment sessions of the same cart or the same offer. */
export async function findOpenPages(db: Db, cartAndOffer: CartAndOffer): Promise<readonly string[]> {
  if (!cartAndOffer.cart && !cartAndOffer.offer) return [];
  const { rows } = await sql<{ id: string }>`
    select id from payment_sessions where (${isOfCartOrOffer(cartAndOffer)}) and status = 'open'
  `.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Closes earlier payment pages of the cart or offer before a new page or an order replaces them. A page that was
 * already paid becomes its order. Returns false if the provider did not answer for one of them.
 */
export async function closePages(context: Context, ids: readonly string[]): Promise<boolean> {
  let areClosed = true;
  for (const id of ids) {
    const closed = await waitAtMost(PATIENCE_MS, closeSession(context, id)).catch((error: unknown) => {
      warn(context, id, error);
      return error instanceof GatewayUnavailable ? ('too-late' as const) : null;
    });
    areClosed &&= closed !== 'too-late';
  }
  return areClosed;
}

/** Closes the open payment pages of the cart or offer. Returns false if the provider did not answer for one of them. */
export async function closeEarlierPages(context: Context, cartAndOffer: CartAndOffer): Promise<boolean> {
  return closePages(context, await findOpenPages(context.db, cartAndOffer));
}

/**
 * Cancels the earlier payments of the cart and the offer, and locks both until the transaction ends. A cancelled payment page
 * that is paid anyway is refunded. Refuses if the cart was already ordered. Returns the sessions that were open.
 */
export async function cancelEarlierPages(
  context: Context,
  tx: Tx,
  cartAndOffer: CartAndOffer,
): Promise<readonly string[]> {
  if (!cartAndOffer.cart && !cartAndOffer.offer) return [];
  await lockCartAndOffer(tx, cartAndOffer);
  const { rows } = await sql<{ pages: EndedPage[] | null; open: string[]; is_ordered: boolean }>`
    with ended as (
      update payment_sessions set status = 'cancelled', closed_at = ${context.clock.now()}
      where (${isOfCartOrOffer(cartAndOffer)}) and status in ('open', 'failed', 'expired')
      returning id, provider, provider_session_id, reader_id, reader_asked, snapshot ? 'promised' as has_slot
    )
    select (select jsonb_agg(ended) from ended) as pages,
      -- The statement reads the sessions as they were before its own update, so these were open until now.
      array(select id from payment_sessions where (${isOfCartOrOffer(cartAndOffer)}) and status = 'open') as open, ${cartOrderedCondition(cartAndOffer.cart)} as is_ordered
  `.execute(tx);
  const [result] = rows;
  await endPages(context, tx, result?.pages ?? []);
  const ordered = result?.is_ordered && cartAndOffer.cart ? await findOrderOfCart(tx, cartAndOffer.cart) : null;
  if (ordered) throw cartOrderedRefusal(ordered);
  return result?.open ?? [];
}

/**
 * Cancels the payments of new orders at a location that moved to other fiscal rules. Bills keep their pages. A
 * cancelled payment page that is paid anyway is refunded.
 */
export async function cancelPagesOfLocation(context: Context, tx: Tx, locationId: string): Promise<void> {
  const ended = await tx
    .updateTable('payment_sessions')
    .set({ status: 'cancelled', closed_at: context.clock.now() })
    .where('location_id', '=', locationId)
    .where('order_id', 'is', null)
    .where('status', '=', 'open')
    .returning(['id', 'provider', 'provider_session_id', 'reader_id', 'reader_asked'])
    .returning(sql<boolean>`snapshot ? 'promised'`.as('has_slot'))
    .execute();
  await endPages(context, tx, ended);
}

/** Releases what cancelled pages hold, and closes the pages once the transaction is committed. */
async function endPages(context: Context, tx: Tx, pages: readonly EndedPage[]): Promise<void> {
  const sessionIds = pages.map(({ id }) => id);
  await releaseStock(context, tx, sessionIds);
  const pagesWithSlot = pages.filter((page) => page.has_slot).map(({ id }) => id);
  if (pagesWithSlot.length > 0) await releaseSlots(tx, { sessionIds: pagesWithSlot });
  if (pages.length > 0) await releaseOffers(context, tx, sessionIds);
  onCommit(tx, () => {
    for (const page of pages) {
      closePage(context, page).catch((error: unknown) => warn(context, page.id, error));
    }
  });
}

/** True for the payment sessions of the cart or the offer. */
function isOfCartOrOffer({ cart, offer }: CartAndOffer): RawBuilder<unknown> {
  const conditions = [
    ...(cart ? [sql`location_id = ${cart.locationId} and cart_id = ${cart.cartId}`] : []),
    ...(offer ? [sql`snapshot #>> '{metadata,welcomeCode}' = ${offer.code} and user_id = ${offer.userId}`] : []),
  ];
  return sql.join(conditions, sql` or `);
}

function warn(context: Context, sessionId: string, error: unknown): void {
  context.log.warn({ err: error, sessionId }, 'a payment page that is over could not be closed');
}
