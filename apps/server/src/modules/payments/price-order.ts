import type { OrderRequest } from '@tiffin/contract/order-request';
import { orRefuse, refuse } from '@tiffin/domain/core';
import type { Context } from '../../context.ts';
import { draftOrder, type OrderDraft } from '../orders/draft-order.ts';

/** Prices an order by the menu in force, or refuses it with the reason. */
export async function priceOrder(context: Context, request: OrderRequest, percentOff = 0): Promise<OrderDraft> {
  const menu = await context.menus.fresh(request.location.id);
  if (!menu) throw refuse('location-not-found');
  const { agreesToWait } = request;
  return orRefuse(draftOrder(menu, request, { now: context.clock.now(), agreesToWait, percentOff }));
}

/** The till's: who stands at the counter knows whether the kitchen is open. */
export function priceTillOrder(context: Context, request: OrderRequest): Promise<OrderDraft> {
  return priceOrder(context, { ...request, agreesToWait: true });
}
