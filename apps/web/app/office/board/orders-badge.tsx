import { useServerNow } from '../../shared/live/server-clock.ts';
import { CountBadge } from '../../ui/count-badge.tsx';
import { countHaste } from './board-orders.ts';
import { useLiveOrders } from './live-orders.tsx';
import { texts } from './texts.ts';

/** How many orders wait to be accepted; red once one of them is late. */
export function OrdersBadge() {
  const { orders } = useLiveOrders();
  const now = useServerNow(15_000);
  const pending = orders?.open.filter(({ status }) => status === 'pending') ?? [];
  const { late } = countHaste(pending, now);
  return <CountBadge count={pending.length} label={texts.waiting(pending.length, late)} isLate={late > 0} />;
}
