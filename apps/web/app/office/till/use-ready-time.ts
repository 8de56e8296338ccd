import { cartQuantity, type Cart } from '@tiffin/domain/cart';
import { dayUnlessToday, formatTime } from '../../ui/format.ts';
import { serverNow, useServerNow } from '../../shared/live/server-clock.ts';
import { instantOf } from '../../shared/cart/order-time.ts';
import { useSoonestTime } from '../../shared/order/soonest.tsx';
import { deliveryMinutes, type Delivery } from '../../shared/order/use-delivery.ts';
import { tillOrderType, type Till, type TillLocation } from './till.ts';

/** When the order would be ready if it was placed now, or the chosen time; null while nothing can be promised. */
export function useReadyTime(till: Till, place: TillLocation, cart: Cart, delivery: Delivery): string | null {
  const now = useServerNow(60_000);
  const chosen = instantOf(till.wantedTime);
  const soonest = useSoonestTime(
    place,
    {
      orderType: tillOrderType(till, place),
      dishes: cartQuantity(cart),
      wayMinutes: deliveryMinutes(delivery),
      opensAt: place.isOpen ? null : place.nextOpening,
      isEnabled: till.wantedTime === 'asap',
      by: 'till',
    },
    now,
  );
  if (chosen === null) return till.wantedTime === 'asap' ? soonest : null;
  const isToday = dayUnlessToday(new Date(chosen), serverNow(), place.timeZone) === null;
  return formatTime(chosen, isToday ? 'time' : 'weekday-time', place.timeZone);
}
