import { cents, type Cents } from '../core/money.ts';

/**
 * An offer of so many per cent makes each dish cheaper, to the cent: so every bill, receipt and
 * refund that adds up dishes is right without knowing of offers.
 */
export function priceAfterOffer(price: Cents, percentOff: number): Cents {
  return cents(Math.floor((price * (100 - percentOff) + 50) / 100));
}
