import type { Cart } from '@tiffin/domain/cart';
import { rateFromDecimal } from '@tiffin/domain/core';
import { priceAfterOffer, priceOf, savedByOffer, type Price } from '@tiffin/domain/pricing';
import type { Answer } from '../../shared/api/api.ts';
import type { Location } from '../../shared/site/site.ts';
import { formatMoney } from '../../ui/format.ts';
import { tipChoice, type Draft } from './draft.ts';
import { texts } from './texts.ts';

/** What the welcome mail promised, while it holds. */
export type Offer = Answer<'getWelcomeOffer'>['offer'];

export interface Bill {
  readonly cart: Cart;
  readonly price: Price;
  /** Why the dishes cost less than on the menu. */
  readonly offer: string | null;
}

/** What the dishes come to here, with the tip that was chosen. */
export function billOf(wanted: Cart, { taxRate, taxLabel }: Location, offer: Offer, draft: Draft): Bill {
  const cart = offer
    ? wanted.map((line) => ({ ...line, price: priceAfterOffer(line.price, offer.percentOff) }))
    : wanted;
  return {
    cart,
    price: priceOf(asLines(cart), { rate: rateFromDecimal(taxRate), label: taxLabel }, tipChoice(draft)),
    offer:
      offer && texts.offer(offer.percentOff, offer.code, formatMoney(savedByOffer(asLines(wanted), offer.percentOff))),
  };
}

function asLines(cart: Cart) {
  return cart.map((line) => ({ unitPrice: line.price, quantity: line.quantity }));
}
