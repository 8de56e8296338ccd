import { ChevronRight } from 'lucide-react';
import { useLocation } from 'react-router';
import { isFinalStatus, statusLabel, windowOfAnswer } from '@tiffin/domain/order';
import { say } from '@tiffin/domain/core';
import { api, type Answer } from '../../shared/api/api.ts';
import { ApiError } from '../../shared/api/api-error.ts';
import { useAnswer } from '../../shared/api/use-answer.ts';
import { guestOrders, type GuestOrder } from '../../shared/cart/guest-orders.ts';
import { guestPromiseText } from '../../shared/order/promise-text.ts';
import { useServerNow } from '../../shared/live/server-clock.ts';
import { useMe } from '../../shared/site/site.ts';
import { paths } from '../../paths.ts';
import { Link } from '../../ui/link.tsx';
import { usePageEvent } from '../../ui/page-event.ts';
import styles from './open-order-link.module.css';

type Order = Pick<
  Answer<'getCustomerOrderDetails'>['order'],
  'orderId' | 'status' | 'orderType' | 'promised' | 'estimatedReady' | 'locationInfo' | 'deliveryInfo'
>;
/** How many orders of a customer are searched for an open one. */
const SEARCHED_ORDERS = 5;
const MINUTE_MS = 60_000;

/** On the pages where visits begin: a link to the most urgent open order of the customer or of this device. */
export function OpenOrderLink() {
  const { pathname, key } = useLocation();
  const me = useMe();
  const now = useServerNow(MINUTE_MS);
  const uid = me?.role === 'customer' ? me.uid : undefined;
  const isStartPage = pathname === paths.home() || pathname.startsWith(paths.menuStart());
  const ordersHere = isStartPage && !me ? guestOrders() : [];
  const requestKey = uid ?? JSON.stringify(ordersHere);
  // When the server cannot be reached, the link stays.
  const { answer: orders, again } = useAnswer(
    isStartPage && (uid !== undefined || ordersHere.length > 0) ? requestKey : null,
    async (signal) => {
      if (uid !== undefined)
        return (await api('getCustomerOrders', { query: { limit: SEARCHED_ORDERS } }, { signal })).orders;
      return (await Promise.all(ordersHere.map((order) => readOrder(order, signal)))).filter((order) => order !== null);
    },
    key,
  );
  usePageEvent('visibilitychange', () => document.visibilityState === 'visible' && again());

  const urgent = mostUrgent(orders ?? []);
  if (!urgent) return null;
  const { orderId } = urgent;
  const token = ordersHere.find((each) => each.orderId === orderId)?.token;
  const time = guestPromiseText(urgent, now);
  const status = statusLabel(urgent.status, urgent.orderType);
  return (
    <Link
      href={token ? paths.order(orderId, token) : paths.orderSuccess({ orderId })}
      className={`absolute row gap-8 pill on-brand text-sm weight-600 no-underline ${styles.way}`}
    >
      {say`Your order ${orderId}: ${[status, time].filter(Boolean).join(', ')}`}
      <ChevronRight width={16} />
    </Link>
  );
}

/** An order of this device; null once it is gone. */
async function readOrder(query: GuestOrder, signal: AbortSignal): Promise<Order | null> {
  try {
    return (await api('getCustomerOrderDetails', { query: { ...query } }, { signal })).order;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

/** The order that needs its guest first: one that waits at the counter, then the one that is promised earliest. */
function mostUrgent(orders: readonly Order[]): Order | null {
  const rank = (order: Order) => (order.status === 'ready' ? 0 : (windowOfAnswer(order)?.to.getTime() ?? Infinity));
  const [first = null] = orders
    .filter(({ status }) => !isFinalStatus(status))
    .toSorted((a, b) => rank(a) - rank(b) || a.orderId.localeCompare(b.orderId));
  return first;
}
