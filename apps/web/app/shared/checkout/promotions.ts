import { useState } from 'react';
import { promotionFromWire, type OfferMoment, type OrderType, type Promotion } from '@tiffin/domain/order';
import { api } from '../api/api.ts';
import { useAnswer } from '../api/use-answer.ts';
import { useServerNow } from '../live/server-clock.ts';
import { storedTextInTab } from '../offline/text-storage.ts';
import type { Location } from '../site/site.ts';

type OfferingLocation = Pick<Location, 'id' | 'timeZone' | 'promotions'>;

/** A code typed in the cart, until the order is placed. */
export const storedPromoCode = storedTextInTab('tiffin_promo_code');

const MINUTE_MS = 60_000;

/**
 * The promotions that an order at a location can have: those that apply by themselves, and those that the guest has. Those
 * with limits are left out once the server says that they are over for this guest.
 */
export function usePromotions(location: OfferingLocation, ofGuest: readonly Promotion[]) {
  const { id, promotions = [] } = location;
  const [ended, setEnded] = useState<readonly string[]>([]);
  const isLimited = promotions.some((each) => each.isLimited);
  // Without an answer the server decides when the order is placed.
  const { answer } = useAnswer(isLimited ? id : null, (signal) =>
    api('getOffers', { query: { locationId: id } }, { signal }),
  );
  const overIds = new Set([...(answer?.over ?? []), ...ended]);
  return {
    promotions: [...promotions.filter((each) => !overIds.has(each.id)).map(promotionFromWire), ...ofGuest],
    end: (ids: readonly string[]) => setEnded((before) => [...before, ...ids]),
  };
}

/** When and where the order would be placed, as the rules of promotions need it. */
export function useOfferMoment(location: OfferingLocation, service: OrderType, wantedFor: string | null): OfferMoment {
  const now = useServerNow(MINUTE_MS);
  return {
    now,
    orderedFor: wantedFor === null ? now : new Date(wantedFor),
    zone: location.timeZone,
    locationId: location.id,
    service,
  };
}
