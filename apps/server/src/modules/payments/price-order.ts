import { ok, orRefuse, Refusal, refuse, type Result } from '@tiffin/domain/core';
import { readOrder, type OrderDoor, type OrderRequest } from '@tiffin/domain/order';
import { checkPrice } from '@tiffin/domain/pricing';
import type { Context } from '../../context.ts';
import type { MenuAt } from '../menu/menu-at.ts';
import { atLocation, quoteOrder, readyAt, takesOrders, type Quote } from '../orders/draft-order.ts';

/** An order as it would be placed now: what is to be cooked, and what it costs by the menu. */
export interface PricedOrder extends Quote {
  readonly menu: MenuAt;
  readonly request: OrderRequest;
  readonly estimatedReady: Date;
}

/** Prices an order payload by the menu in force, or refuses it with the reason. */
export async function priceOrder(
  context: Context,
  body: Readonly<Record<string, unknown>>,
  door: OrderDoor,
): Promise<PricedOrder> {
  const asked = orRefuse(readOrder(body, door));
  const menu = await context.menus.fresh(asked.location.id);
  if (!menu) throw refuse('location-not-found');
  const priced = priceAt(menu, asked, context.clock.now(), body['agreesToWait'] === true || door === 'till');
  if (!priced.ok) throw new Refusal(priced.error);
  return priced.value;
}

function priceAt(menu: MenuAt, asked: OrderRequest, now: Date, agreesToWait: boolean): Result<PricedOrder> {
  const taken = takesOrders(menu);
  if (!taken.ok) return taken;
  const request = atLocation(asked, menu);
  const quote = quoteOrder(menu, request.items, request.tip, now);
  if (!quote.ok) return quote;
  const agreed = checkPrice(quote.value.price, request.pricing);
  if (!agreed.ok) return agreed;
  const ready = readyAt(menu, request, now, agreesToWait);
  if (!ready.ok) return ready;
  return ok({ ...quote.value, menu, request, estimatedReady: ready.value });
}
