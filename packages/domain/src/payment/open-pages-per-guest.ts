import { ok, say, type Result, fail } from '../core/index.ts';

/** Limits for open payment pages, per account and per network address. */
export const PAYMENT_PAGE_LIMITS = {
  pages: { person: 10, address: 60 },
  /** Portions with tracked stock, which other guests cannot order in the meantime. */
  portions: { person: 40, address: 100 },
} as const;

/** After this time an unpaid page no longer keeps a use of a limited code from other guests. */
export const CODE_HOLD_MINUTES = 10;

export interface OpenPaymentPages {
  readonly pages: number;
  readonly portions: number;
}

/**
 * Checks whether a guest may open another payment page that holds this many portions with tracked stock. Opening pages
 * is free, so without a limit one person could block the stock. The limit per address counts and applies only to guests
 * without a confirmed identity. `phone` is shown as the alternative.
 */
export function checkPaymentPageLimit(
  request: { readonly portions: number; readonly isProven: boolean; readonly phone: string },
  openPages: { readonly person: OpenPaymentPages; readonly address: OpenPaymentPages },
): Result<true> {
  const { portions, isProven, phone } = request;
  const isTooMuch = (of: 'person' | 'address'): boolean =>
    openPages[of].pages + 1 > PAYMENT_PAGE_LIMITS.pages[of] ||
    openPages[of].portions + portions > PAYMENT_PAGE_LIMITS.portions[of];
  if (isTooMuch('person'))
    return refuseMore(say`Please pay your open orders first, order less, or call us at ${phone}.`);
  if (isProven || !isTooMuch('address')) return ok(true);
  return refuseMore(say`Please order less, try again in a few minutes, or call us at ${phone}.`);
}

/** The share of a kitchen slot that the unpaid pages of one guest can hold together. */
const SHARE_OF_SLOT = 0.1;

interface SlotLimits {
  readonly mostOrders: number | null;
  readonly mostUnits: number | null;
}

/**
 * Whether another payment page holds its kitchen slots before it is paid. A guest's first page does. Their further ones
 * do only up to `SHARE_OF_SLOT`, because otherwise one person could close the kitchen for an evening without paying. A
 * page that holds no slot takes one when it is paid. `held` is what the guest's other open pages hold in each slot.
 */
export function mayHoldSlots(
  units: number,
  slots: readonly (SlotLimits & { readonly held: { readonly orders: number; readonly units: number } })[],
  isFirstPage: boolean,
): boolean {
  const isWithinShare = (most: number | null, sum: number) => most === null || sum <= Math.max(1, most * SHARE_OF_SLOT);
  return (
    isFirstPage ||
    slots.every(
      ({ held, mostOrders, mostUnits }) =>
        isWithinShare(mostOrders, held.orders + 1) && isWithinShare(mostUnits, held.units + units),
    )
  );
}

function refuseMore(advice: string): Result<true> {
  const words = say`That is more than we can reserve for unpaid orders.`;
  return fail('too-much-unpaid', `${words} ${advice}`);
}
