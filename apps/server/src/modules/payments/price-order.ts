import { orRefuse, refuse } from '@tiffin/domain/core';
import { readOrder, type OrderDoor } from '@tiffin/domain/order';
import type { Context } from '../../context.ts';
import { draftOrder, type OrderDraft } from '../orders/draft-order.ts';

/** Prices an order payload by the menu in force, or refuses it with the reason. */
export async function priceOrder(
  context: Context,
  body: Readonly<Record<string, unknown>>,
  door: OrderDoor,
  percentOff = 0,
): Promise<OrderDraft> {
  const asked = orRefuse(readOrder(body, door));
  const menu = await context.menus.fresh(asked.location.id);
  if (!menu) throw refuse('location-not-found');
  const agreesToWait = body['agreesToWait'] === true || door === 'till';
  return orRefuse(draftOrder(menu, asked, { now: context.clock.now(), agreesToWait, percentOff }));
}
