import { useSyncExternalStore } from 'react';
import { asText, parseJsonFields } from '@tiffin/domain/core';
import { termsFromWire, type ZoneTerms } from '@tiffin/domain/delivery';
import { orderTypeGoesTo, type OrderType } from '@tiffin/domain/order';
import { DELIVERY_PLACE_KEY, storedTextInTab } from '../offline/text-storage.ts';
import type { Location } from '../site/site.ts';

/** Where to deliver, as typed on the menu, and the zone that the server found for it. It lasts as long as the tab. */
const storage = storedTextInTab(DELIVERY_PLACE_KEY);

interface DeliveryPlace {
  readonly postalCode: string;
  readonly locationId: string;
  /** The id of the zone; null until the server has answered, and outside the delivery zones. */
  readonly zone: string | null;
}

export function storeDeliveryPlace(place: DeliveryPlace | null): void {
  const text = place && JSON.stringify(place);
  if (text !== storage.read()) storage.write(text);
}

/** The postal code typed on the menu; empty if there is none. */
export function readDeliveryCode(): string {
  return asText(parseJsonFields(storage.read())['postalCode']);
}

export function useDeliveryCode(): string {
  useStoredPlace();
  return readDeliveryCode();
}

/** The terms of a delivery to the place that was typed; null while they are unknown. */
export function useDeliveryTerms({ id, delivers }: Location, type: OrderType): ZoneTerms | null {
  const stored = parseJsonFields(useStoredPlace());
  if (!orderTypeGoesTo(type, 'address') || stored['locationId'] !== id) return null;
  const zone = delivers?.zones?.find((each) => each.id === stored['zone']);
  return zone ? termsFromWire(zone) : null;
}

function useStoredPlace(): string | null {
  return useSyncExternalStore(storage.subscribe, storage.read, () => null);
}
