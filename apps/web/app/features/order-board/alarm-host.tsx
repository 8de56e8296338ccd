import { useMemo } from 'react';
import { useAlerts } from '../sounds/use-alerts.ts';
import { urgency } from './board-orders.ts';
import { useLiveOrders } from './live-orders.tsx';
import { NewOrderPopup } from './new-order-popup.tsx';
import { useSteps } from './use-steps.ts';

/**
 * New orders and reservations are heard in every section of the back office; the popup stands where
 * orders are worked with, and not over an owner's figures.
 */
export default function AlarmHost({ showsPopup }: { showsPopup: boolean }) {
  const { place, orders } = useLiveOrders();
  const { step } = useSteps();
  const open = orders?.open ?? null;
  const heard = useMemo(
    () => open && open.map((order) => ({ id: order.id, status: order.status, urgency: urgency(order) })),
    [open],
  );
  const { front, waiting, accept } = useAlerts(place, heard);
  const order = open?.find(({ id }) => id === front);
  if (!showsPopup || !order) return null;
  return (
    <NewOrderPopup
      key={order.id}
      order={order}
      waiting={waiting}
      onAccept={() => {
        accept(order.id);
        step(order, 'preparing');
      }}
    />
  );
}
