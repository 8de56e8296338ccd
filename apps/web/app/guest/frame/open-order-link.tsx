import { useEffect, useState } from 'react';
import { ChevronRight } from 'lucide-react';
import { useLocation } from 'react-router';
import { parseJsonFields, asText } from '@tiffin/domain/core';
import { isFinalStatus, statusLabel } from '@tiffin/domain/order';
import { api, type Answer } from '../../shared/api/api.ts';
import { ApiError } from '../../shared/api/api-error.ts';
import { LAST_ORDERED_CART_KEY, storedTextInTab } from '../../shared/offline/text-storage.ts';
import { useMe } from '../../shared/site/site.ts';
import { paths } from '../../paths.ts';
import { Link } from '../../ui/link.tsx';
import { ownOrderTexts } from './open-order-link-texts.ts';
import styles from './open-order-link.module.css';

type Order = Pick<Answer<'getCustomerOrderDetails'>['order'], 'orderId' | 'status' | 'orderType'>;

/**
 * A link to the open order that was placed in this tab without an account, on the pages where visits begin. Customers
 * find their orders in the account.
 */
export function OpenOrderLink() {
  const { pathname, key } = useLocation();
  const isSignedIn = useMe() !== null;
  const isHere = !isSignedIn && (pathname === paths.home() || pathname.startsWith(paths.menuStart()));
  const [order, setOrder] = useState<Order | null>(null);
  const own = isHere ? ownOrder() : null;
  const [orderId, token] = [own?.orderId, own?.token];

  useEffect(() => {
    if (!orderId || !token) return undefined;
    const stop = new AbortController();
    const look = () =>
      void api('getCustomerOrderDetails', { query: { orderId, token } }, { signal: stop.signal }).then(
        (found) => setOrder(found.order),
        (error: unknown) => {
          // When the server cannot be reached, the link stays.
          if (error instanceof ApiError && error.status === 404) setOrder(null);
        },
      );
    look();
    const again = () => document.visibilityState === 'visible' && look();
    document.addEventListener('visibilitychange', again);
    return () => {
      stop.abort();
      document.removeEventListener('visibilitychange', again);
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- on every page anew
  }, [orderId, token, key]);

  if (!own || order?.orderId !== own.orderId || isFinalStatus(order.status)) return null;
  return (
    <Link
      href={paths.order(own.orderId, own.token)}
      className={`absolute row gap-8 pill on-brand text-sm weight-600 no-underline ${styles.way}`}
    >
      {ownOrderTexts.order(order.orderId, statusLabel(order.status, order.orderType))}
      <ChevronRight aria-hidden="true" width={16} />
    </Link>
  );
}

/** The order with the access token that only this tab knows. */
function ownOrder(): { readonly orderId: string; readonly token: string } | null {
  const there = new URL(
    asText(parseJsonFields(storedTextInTab(LAST_ORDERED_CART_KEY).read())['there']),
    location.origin,
  );
  const [, orders, orderId = ''] = there.pathname.split('/');
  const token = there.searchParams.get('token');
  return orders === 'orders' && orderId && token ? { orderId, token } : null;
}
