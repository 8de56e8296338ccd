import { Refusal } from '@tiffin/domain/core';
import type { Context } from '../../../context.ts';
import type { LocationMenu } from '../../menu/dishes/location-menu.ts';
import { readKitchenLoad } from '../../kitchen/capacity/kitchen-load.ts';
import { draftOrder, type OrderDraft } from '../pricing/draft-order.ts';
import { refuseIfOrdered, type CashCheckout } from './cash-checkout.ts';
import { closeOpenPages, isTakenByOthers } from './close-payment-pages.ts';

/** The priced order, or the menu to try again with. */
type CashQuote =
  | { readonly draft: OrderDraft }
  | { readonly draft?: undefined; readonly retryWith: LocationMenu | null };

/** Prices the order by this menu. Refuses it only if the menu is still current. */
export async function quoteCashOrder(context: Context, checkout: CashCheckout, menu: LocationMenu): Promise<CashQuote> {
  const { request, now, offer, cartAndOffer } = checkout;
  // The kitchen's load changes with every order, so each attempt reads it again.
  const kitchen = await readKitchenLoad(context.db, menu, now);
  const draft = draftOrder(menu, request, { now, agreesToWait: request.agreesToWait, offer, kitchen });
  if (draft.ok) return { draft: draft.value };
  const current = await context.menus.exact(menu.location.id);
  if (current !== menu) return { retryWith: current };
  if (isTakenByOthers(draft.error)) {
    // The missing portion or time slot may be held by an open payment page of this cart.
    if (await closeOpenPages(context, cartAndOffer)) return { retryWith: menu };
    await refuseIfOrdered(context, checkout);
  }
  throw new Refusal(draft.error);
}
