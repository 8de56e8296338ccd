import { addCents } from '@tiffin/domain/core';
import {
  chargeLines,
  NO_TIP,
  taxationFromWire,
  type Price,
  type TaxLine,
  type WireTaxation,
} from '@tiffin/domain/pricing';
import { lostPromotionTexts, tabPromotionProblem, type OfferMoment, type Promotion } from '@tiffin/domain/order';
import { asPricedLines, type Cart } from '@tiffin/domain/cart';
import { coursesOfRound, firedCourses, priceRound, type BookedRound } from '@tiffin/domain/tabs';
import { roundsOnBill, type TabDetails } from '../../shared/tabs/tabs.ts';
import { centsOf } from '../../ui/format.ts';
import { priceOrder, type ChargeTerms, type PricedOrder } from './price-order.ts';

/**
 * Prices a round as the server does: each course is an order after the earlier ones of the bill, with the promotions that
 * hold on a tab now.
 */
export function priceRoundAtTill(
  cart: Cart,
  location: WireTaxation,
  {
    promotions,
    moment,
    charged,
  }: { readonly promotions: readonly Promotion[]; readonly moment: OfferMoment; readonly charged: ChargeTerms },
  tab: TabDetails | null,
): PricedOrder & { readonly lostPromotions: readonly string[] } {
  const onTab = promotions.filter((each) => tabPromotionProblem(each) === null);
  const offers = { promotions: onTab, points: null, moment };
  const taxation = taxationFromWire(location);
  const booked = tab ? bookedRounds(tab) : [];
  const courses = coursesOfRound(cart, firedCourses(tab?.tab.rounds ?? [])).map(({ items }) => {
    const priced = priceOrder(items, location, { tip: NO_TIP, offers, charged });
    const price = priceRound(booked, priced.lines, taxation, priced.charges);
    booked.push({ lines: [...priced.lines, ...chargeLines(priced.charges)], taxes: price.taxes });
    return { ...priced, price };
  });
  const offerAmounts = Map.groupBy(
    courses.flatMap((course) => course.offers),
    ([label]) => label,
  );
  const listed = asPricedLines(cart).map((line, index) => ({
    ...line,
    id: cart[index]?.id ?? '',
    category: cart[index]?.category,
  }));
  return {
    ...priceOrder(cart, location, { tip: NO_TIP, offers }),
    price: sumOfPrices(
      courses.map(({ price }) => price),
      priceOrder([], location, { tip: NO_TIP }).price,
    ),
    charges: sumOfCharges(courses.flatMap(({ charges }) => charges)),
    offers: [...offerAmounts].map(([label, rows]) => [label, addCents(...rows.map(([, amount]) => amount))] as const),
    lostPromotions: lostPromotionTexts(promotions, listed, moment),
  };
}

/** The earlier rounds with one tax on everything, as one line each: how their tax was rounded is all that counts here. */
function bookedRounds(tab: TabDetails): BookedRound[] {
  return roundsOnBill(tab).flatMap(({ taxes }) =>
    taxes.slice(0, 1).map(({ code, base, amount }) => ({
      lines: [{ unitPrice: centsOf(base), quantity: 1 }],
      taxes: [{ code, amount: centsOf(amount) }],
    })),
  );
}

/** The charges of several orders, one of each kind. */
function sumOfCharges(charges: PricedOrder['charges']): PricedOrder['charges'] {
  return [...Map.groupBy(charges, ({ kind }) => kind).values()].flatMap(([first, ...others]) =>
    first ? [{ ...first, amount: addCents(first.amount, ...others.map(({ amount }) => amount)) }] : [],
  );
}

function sumOfPrices(prices: readonly Price[], empty: Price): Price {
  const sum = (of: (price: Price) => Price['total']) => addCents(...prices.map(of));
  const taxes = Map.groupBy(
    prices.flatMap((price) => price.taxes),
    ({ code, rate }) => `${code} ${rate}`,
  );
  return {
    ...empty,
    ...prices[0],
    subtotal: sum(({ subtotal }) => subtotal),
    discount: sum(({ discount }) => discount),
    charges: sum(({ charges }) => charges),
    tax: sum(({ tax }) => tax),
    total: sum(({ total }) => total),
    taxes: [...taxes.values()].flatMap(([first, ...others]): TaxLine[] =>
      first
        ? [
            {
              ...first,
              base: addCents(first.base, ...others.map(({ base }) => base)),
              amount: addCents(first.amount, ...others.map(({ amount }) => amount)),
            },
          ]
        : [],
    ),
  };
}
