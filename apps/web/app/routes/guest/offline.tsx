import { isFinalStatus, statusLabel } from '@tiffin/domain/order';
import { say } from '@tiffin/domain/core';
import { OfflinePage, type OfflineOrder } from '../../guest/offline/offline-page.tsx';
import { storedShownOrders, type ShownOrder } from '../../guest/order/shown-order.ts';
import { useLocation } from 'react-router';
import { paths } from '../../paths.ts';
import { tokenOfGuestOrder } from '../../shared/cart/guest-orders.ts';
import { serverNow } from '../../shared/live/server-clock.ts';
import { guestPromiseText } from '../../shared/order/promise-text.ts';
import type { Handle } from '../../shared/page/handle.ts';
import { useHydrated } from '../../shared/page/hydrated.ts';
import { safeRedirect } from '../../shared/session/guards.ts';
import { privateMeta } from '../../shared/site/seo.ts';
import { useMe } from '../../shared/site/site.ts';

/** The service worker stores this page and redirects to it, with the requested address as its fragment. */
export const handle: Handle = { worksOffline: true, showsItsAge: true };

export const meta = privateMeta({ title: say`You’re offline`, description: say`What this device has stored.` });

export default function Offline() {
  const uid = useMe()?.uid ?? null;
  const { hash } = useLocation();
  const hydrated = useHydrated();
  const orders = hydrated ? storedShownOrders(uid).filter(({ order }) => !isFinalStatus(order.status)) : [];
  return <OfflinePage orders={orders.map(offlineOrder)} target={hydrated ? safeRedirect(hash.slice(1), '') : ''} />;
}

function offlineOrder({ order, at }: ShownOrder): OfflineOrder {
  const { orderId, status, orderType, locationInfo } = order;
  const token = tokenOfGuestOrder(orderId);
  const time = guestPromiseText(order, serverNow());
  return {
    href: token ? paths.order(orderId, token) : paths.orderSuccess({ orderId }),
    code: orderId.slice(-5),
    status: [statusLabel(status, orderType), time].filter(Boolean).join(', '),
    at,
    timeZone: locationInfo.timeZone,
  };
}
