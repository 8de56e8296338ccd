import { useSyncExternalStore } from 'react';
import { ORDER_TYPES, orderTypeAt, type OrderType } from '@tiffin/domain/order';
import type { Location } from '../site/site.ts';
import { stored } from '../offline/stored.ts';

const storage = stored('tiffin_order_type');

function wanted(): OrderType {
  const text = storage.read();
  return ORDER_TYPES.find((type) => type === text) ?? 'pickup';
}

export function chooseOrderType(type: OrderType): void {
  storage.write(type);
}

/** How the guest wants it, as far as this location offers that; pickup otherwise. */
export function useOrderType(location: Pick<Location, 'features'>): OrderType {
  const type = useSyncExternalStore<OrderType>(storage.subscribe, wanted, () => 'pickup');
  return orderTypeAt(location.features, type);
}
