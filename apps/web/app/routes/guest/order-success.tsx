import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { orderNotices } from '@tiffin/domain/errors';
import { GAVE_UP_POLLING } from '@tiffin/domain/order';
import { OrderPage } from '../../guest/order/order-page.tsx';
import { texts } from '../../guest/order/texts.ts';
import { orderFromHistoryState, storeShownOrder, readShownOrder } from '../../guest/order/shown-order.ts';
import { useOrder, type Order } from '../../guest/order/use-order.ts';
import { removePaidDishes } from '../../shared/cart/cart-payment.ts';
import { cacheThisPage } from '../../shared/offline/clear-stored-data.ts';
import { lastPersonOfDevice } from '../../shared/session/person.ts';
import { privateMeta } from '../../shared/site/seo.ts';
import { useRootData } from '../../shared/site/site.ts';
import { paths } from '../../paths.ts';
import { toast } from '../../ui/toasts.ts';
import type { Handle } from '../../shared/page/handle.ts';

export const handle: Handle = { worksOffline: true };

export const meta = privateMeta(texts);

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
  const storedOrder = useMemo(
    () => readShownOrder({ address: search, orderId, sessionId, uid }),
    [search, orderId, sessionId, uid],
  );
  const { face, reload } = useOrder(
    {
      orderId: orderId ?? storedOrder?.orderId ?? null,
      sessionId,
      handed: orderFromHistoryState(state, uid) ?? storedOrder,
      staysHere: uid === null,
    },
    () => {
      toast.success(GAVE_UP_POLLING.message, { description: orderNotices.notFoundAfterPayment });
      void navigate(paths.dashboard(), { replace: true });
    },
  );
  const shown = face.state === 'confirmed' ? face.order : null;
  useEffect(() => {
    if (shown) storeShownOrder(search, shown, uid);
  }, [search, shown, uid]);
  // After a client navigation the service worker has no copy of this page, which a reload without the server needs.
  const isShown = shown !== null;
  useEffect(() => {
    if (isShown && 'serviceWorker' in navigator) cacheThisPage();
  }, [isShown]);
  // The paid dishes leave the cart now. Until here they stayed, in case the payment was cancelled. When the page opens
  // again, it does not touch a newer cart.
  const paidAt = sessionId !== null && storedOrder === null ? (shown?.location ?? null) : null;
  const thank = useEffectEvent(() => {
    // A problem with the payment is shown above the order.
    if (face.state === 'confirmed' && face.note === null) toast.success(texts.paymentDone, { id: 'paid' });
  });
  const empty = useEffectEvent(() => shown && sessionId && removePaidDishes(sessionId, shown, uid));
  useEffect(() => {
    if (paidAt === null) return;
    empty();
    thank();
  }, [paidAt]);
  // Guests without an account return by the order's link.
  const ownPage = useEffectEvent((order: Order) => {
    const { orderToken: token } = order.metadata;
    if (me !== null || order.customerInfo.firebaseId !== null || !token) return;
    if (face.state === 'confirmed' && face.note !== null) return;
    void navigate(paths.order(order.orderId, token), { replace: true });
  });
  useEffect(() => {
    if (shown) ownPage(shown);
  }, [shown]);
  return <OrderPage pageState={face} onTryAgain={reload} />;
}
