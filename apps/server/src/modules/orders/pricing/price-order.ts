import type { OrderRequest } from '@tiffin/contract/order/order-request';
import { refuse, valueOrThrow } from '@tiffin/domain/core';
import type { Context } from '../../../context.ts';
import { readKitchenLoad } from '../../capacity/kitchen-load.ts';
import { readOffers } from '../promotions/offer-terms.ts';
import { priceOrderByMenu, type PricedOrder } from './priced-order.ts';

/** Prices an order by the current menu, or refuses it with the reason. */
export async function priceOrder(
  context: Context,
  request: OrderRequest,
  /** The account of the guest; null without one. */
  userId: string | null,
  { isQuote = false }: { readonly isQuote?: boolean } = {},
): Promise<PricedOrder> {
  const menu = await context.menus.fresh(request.location.id);
  if (!menu) throw refuse('location-not-found');
  const { agreesToWait } = request;
  const now = context.clock.now();
  const kitchen = await readKitchenLoad(context.db, menu, now);
  const offers = await readOffers(context.db, menu, request, userId, now);
  return valueOrThrow(priceOrderByMenu(menu, request, { now, agreesToWait, offers, kitchen, isQuote }));
}
