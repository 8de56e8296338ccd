import { useEffect, useState } from 'react';
import { ChevronRight } from 'lucide-react';
import { useLocation } from 'react-router';
import { isFinalStatus, promisesArrival, statusLabel, windowOfAnswer } from '@tiffin/domain/order';
import { say } from '@tiffin/domain/core';
import { api, type Answer } from '../../shared/api/api.ts';
import { ApiError } from '../../shared/api/api-error.ts';
import { guestOrders, type GuestOrder } from '../../shared/cart/guest-orders.ts';
import { promiseText } from '../../shared/order/promise-text.ts';
import { useMe } from '../../shared/site/site.ts';
import { paths } from '../../paths.ts';
import { Link } from '../../ui/link.tsx';
import styles from './open-order-link.module.css';

type Order = Pick<
  Answer<'getCustomerOrderDetails'>['order'],
  'orderId' | 'status' | 'orderType' | 'promised' | 'estimatedReady' | 'locationInfo'
>;
/** How many orders of a customer are searched for an open one. */
const NEWEST = 5;

/**
 * A link to the most urgent open order on the pages where visits begin: of the customer, or of those that were placed on
 * this device without an account.
 */
export function OpenOrderLink() {
  const { pathname, key } = useLocation();
  const me = useMe();
  const uid = me?.role === 'customer' ? me.uid : undefined;
  const isHere = pathname === paths.home() || pathname.startsWith(paths.menuStart());
  const [orders, setOrders] = useState<ReadonlyMap<string, Order>>(new Map());
  const own = isHere && !me ? guestOrders() : [];
  const known = JSON.stringify(own);

  useEffect(() => {
    const stop = new AbortController();
    const change = (orderId: string, order: Order | null) =>
      setOrders((before) => {
        const next = new Map(before);
        if (order) next.set(orderId, order);
        else next.delete(orderId);
        return next;
      });
    const look = () => {
      if (uid && isHere) {
        api('getCustomerOrders', { query: { limit: NEWEST } }, { signal: stop.signal }).then(
          (found) => setOrders(new Map(found.orders.map((order) => [order.orderId, order]))),
          () => undefined,
        );
      }
      for (const { orderId, token } of JSON.parse(known) as readonly GuestOrder[]) {
        api('getCustomerOrderDetails', { query: { orderId, token } }, { signal: stop.signal }).then(
          (found) => change(orderId, found.order),
          (error: unknown) => {
            // When the server cannot be reached, the link stays.
            if (error instanceof ApiError && error.status === 404) change(orderId, null);
          },
        );
      }
    };
    look();
    const again = () => document.visibilityState === 'visible' && look();
    document.addEventListener('visibilitychange', again);
    return () => {
      stop.abort();
      document.removeEventListener('visibilitychange', again);
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- on every page anew
  }, [known, uid, isHere, key]);

  const mine = uid ? [...orders.values()] : own.flatMap(({ orderId }) => orders.get(orderId) ?? []);
  const urgent = isHere ? mostUrgent(mine) : null;
  if (!urgent) return null;
  const { orderId } = urgent;
  const token = own.find((each) => each.orderId === orderId)?.token;
  // Once a pickup is ready, its time says nothing.
  const time = urgent.status === 'ready' && !promisesArrival(urgent.orderType) ? null : promiseText(urgent);
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

/** The order that needs its guest first: one that waits at the counter, then the one that is promised earliest. */
function mostUrgent(orders: readonly Order[]): Order | null {
  const rank = (order: Order) => (order.status === 'ready' ? 0 : (windowOfAnswer(order)?.to.getTime() ?? Infinity));
  const [first = null] = orders
    .filter(({ status }) => !isFinalStatus(status))
    .toSorted((a, b) => rank(a) - rank(b) || a.orderId.localeCompare(b.orderId));
  return first;
}
