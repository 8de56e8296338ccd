import { useSyncExternalStore } from 'react';
import { GUEST_ORDER_TYPES, ORDER_TYPES, orderTypeLabel, type OrderType } from '@tiffin/domain/order';
import { say } from '@tiffin/domain/core';
import type { Location } from '../site/site.ts';
import { storedText } from '../offline/text-storage.ts';
import { classNames } from '../../ui/class-names.ts';
import { Segmented } from '../../ui/choices.tsx';

const storage = storedText('tiffin_order_type');

function readOrderType(): OrderType {
  const text = storage.read();
  return ORDER_TYPES.find((type) => type === text) ?? 'pickup';
}

export function chooseOrderType(type: OrderType): void {
  storage.write(type);
}

/** The chosen order type if this location offers it, otherwise pickup. */
export function useOrderType({ services }: Pick<Location, 'services'>): OrderType {
  const type = useSyncExternalStore<OrderType>(storage.subscribe, readOrderType, () => 'pickup');
  return services.includes(type) ? type : 'pickup';
}

/** The choice of pickup, dine-in or delivery. Types that this location does not offer are struck out. */
export function OrderTypeChoice({ location, className }: { location: Location; className?: string }) {
  return (
    <Segmented
      legend={say`Order type`}
      legendHidden
      value={useOrderType(location)}
      onValue={chooseOrderType}
      className={classNames('nowrap', className)}
      options={GUEST_ORDER_TYPES.map((value) => ({
        value,
        label: orderTypeLabel(value),
        disabled: !location.services.includes(value),
      }))}
    />
  );
}
