import { useEffect } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { GAVE_UP_POLLING } from '@tiffin/domain/order';
import { OrderPage } from '../../features/order/order-page.tsx';
import { texts } from '../../features/order/texts.ts';
import { useOrder, type Order } from '../../features/order/use-order.ts';
import { carried } from '../../lib/carried.ts';
import { clearCart } from '../../lib/carts.ts';
import { pageMeta, rootDataOf } from '../../lib/seo.ts';
import { paths } from '../../paths.ts';
import { toast } from '../../ui/toasts.ts';
import type { Route } from './+types/order-success';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(rootDataOf(matches), {
    title: texts.title,
    description: texts.description,
    path: paths.orderSuccess(),
    noindex: true,
  });

export default function OrderSuccess() {
  const [query] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const { face, reload } = useOrder(
    { orderId: query.get('orderId'), sessionId: query.get('session_id'), handed: handedOver(state) },
    () => {
      toast.success(GAVE_UP_POLLING.message);
      void navigate(paths.dashboard(), { replace: true });
    },
  );
  // What was paid is in no cart any more; until then it stays there, should the payment be cancelled.
  const paidAt = query.get('session_id') !== null && face.state === 'confirmed' ? face.order.location : null;
  useEffect(() => {
    if (paidAt === null) return;
    clearCart(paidAt);
    toast.success(texts.paymentDone, { id: 'paid' });
  }, [paidAt]);
  return <OrderPage face={face} onTryAgain={reload} />;
}

/** What checkout put into the history entry: its own answer from the server. */
function handedOver(state: unknown): Order | null {
  return typeof state === 'object' && state !== null ? carried<Order>({ ...state }, 'order', 'orderId') : null;
}
