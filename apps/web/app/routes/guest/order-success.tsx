import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { orderNotices } from '@tiffin/domain/errors';
import { GAVE_UP_POLLING } from '@tiffin/domain/order';
import { say } from '@tiffin/domain/core';
import { OrderPage } from '../../guest/order/order-page.tsx';
import { orderFromHistoryState, readShownOrder } from '../../guest/order/shown-order.ts';
import { useOfflineCopy } from '../../guest/order/use-offline-copy.ts';
import { useOrder, type Order } from '../../guest/order/use-order.ts';
import { removePaidDishes } from '../../shared/cart/cart-payment.ts';
import { tokenOfGuestOrder } from '../../shared/cart/guest-orders.ts';
import { storedTextInTab, TABLES_KEY } from '../../shared/offline/text-storage.ts';
import { lastPersonOfDevice } from '../../shared/session/person.ts';
import { privateMeta } from '../../shared/site/seo.ts';
import { useRootData } from '../../shared/site/site.ts';
import { paths } from '../../paths.ts';
import { toast } from '../../ui/toasts.ts';
import type { Handle } from '../../shared/page/handle.ts';
import { accessTokenHeaders } from '../../shared/page/access-token-headers.ts';

export const handle: Handle = { worksOffline: true, showsItsAge: true };

export const meta = privateMeta({
  title: say`Your order`,
  description: say`Where your order is now, and what happens next.`,
});

export const headers = accessTokenHeaders;

/** The table to whose bill a guest returns who paid there. */
const paidTable = storedTextInTab(TABLES_KEY);

export default function OrderSuccess() {
  const [query] = useSearchParams();
  const { state, search } = useLocation();
  const navigate = useNavigate();
  const { me, isSessionLoaded } = useRootData();
  // The person who opened the page; it does not change if the session ends meanwhile.
  const [uid] = useState(() => (isSessionLoaded ? (me?.uid ?? null) : lastPersonOfDevice()));
  const orderId = query.get('orderId');
  const sessionId = query.get('session_id');
  // Rendered only after the server was asked, so it may differ between server and browser.
  const stored = useMemo(
    () => readShownOrder({ address: search, orderId, sessionId, uid }),
    [search, orderId, sessionId, uid],
  );
  const token = useMemo(() => (uid === null ? tokenOfGuestOrder(orderId) : undefined), [uid, orderId]);
  const { page, reload } = useOrder(
    {
      orderId: orderId ?? stored?.order.orderId ?? null,
      sessionId,
      handed: orderFromHistoryState(state, uid) ?? stored?.order ?? null,
      token,
      returnToken: query.get('token') ?? undefined,
      staysHere: uid === null,
    },
    () => {
      toast.success(GAVE_UP_POLLING.message, { description: orderNotices.notFoundAfterPayment });
      void navigate(paths.dashboard(), { replace: true });
    },
  );
  const shown = page.state === 'confirmed' ? page.order : null;
  const outdatedSince = useOfflineCopy({ address: search, uid, shown, stored });
  // The paid dishes leave the cart now. Until here they stayed, in case the payment was cancelled. When the page opens
  // again, it does not touch a newer cart.
  const paidLocationId = sessionId !== null && stored === null ? (shown?.location ?? null) : null;
  const thank = useEffectEvent(() => {
    // A problem with the payment is shown above the order.
    if (page.state === 'confirmed' && page.note === null && page.order.paymentStatus === 'paid')
      toast.success(say`Payment successful! Your order is being processed.`, { id: 'paid' });
  });
  const removeDishes = useEffectEvent(() => shown && sessionId && removePaidDishes(sessionId, shown, uid));
  useEffect(() => {
    if (paidLocationId === null) return;
    removeDishes();
    thank();
  }, [paidLocationId]);
  // Guests without an account return by the order's link.
  const openOrderPage = useEffectEvent((order: Order) => {
    const { orderToken } = order.metadata;
    if (me !== null || order.customerInfo.firebaseId !== null || !orderToken) return;
    if (page.state === 'confirmed' && page.note !== null) return;
    void navigate(paths.order(order.orderId, orderToken), { replace: true });
  });
  const returnToTable = useEffectEvent(() => {
    const tableId = paidTable.read();
    if (sessionId === null || tableId === null) return false;
    paidTable.write(null);
    void navigate(paths.table(tableId, 'bill'), { replace: true });
    return true;
  });
  const isPartPaid = page.state === 'payment';
  useEffect(() => {
    const hasReturned = (shown !== null || isPartPaid) && returnToTable();
    if (shown && !hasReturned) openOrderPage(shown);
  }, [shown, isPartPaid]);
  return <OrderPage pageState={page} onTryAgain={reload} token={token} outdatedSince={outdatedSince} />;
}
