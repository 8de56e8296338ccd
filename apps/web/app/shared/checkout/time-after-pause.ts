import type { OrderType } from '@tiffin/domain/order';
import { useOrderTime, type OrderTime } from '../cart/order-time.ts';
import { usePace } from '../site/pace.ts';
import type { Location } from '../site/site.ts';
import { useTimes } from './choose-time.tsx';

/**
 * The pause of an order as soon as possible, and the first time after it; null without a pause, and when the guest chose
 * a time. Nothing is stored, so the time ends with the pause and with the cart.
 */
export function useTimeAfterPause(
  location: Location,
  {
    orderType,
    dishes,
    wayMinutes,
  }: { readonly orderType: OrderType; readonly dishes: number; readonly wayMinutes: number },
): { readonly until: Date; readonly firstTime: OrderTime | null } | null {
  const { pausedUntil } = usePace(location, orderType);
  const when = useOrderTime(location.id);
  const isPaused = location.isActive && pausedUntil !== null && when === 'asap';
  const { answer } = useTimes(
    { locationId: location.id, orderType, dishes: dishes || 1, wayMinutes, by: 'guest' },
    { isEnabled: isPaused },
  );
  if (!isPaused) return null;
  return { until: pausedUntil, firstTime: (answer?.days[0]?.times[0] ?? null) as OrderTime | null };
}
