import { useEffect, useEffectEvent, useMemo, useSyncExternalStore } from 'react';
import { useNewTickets } from '../../office/hardware/printing/new-tickets.ts';
import { useAlerts } from '../../office/hardware/sounds/use-alerts.ts';
import { isAccepted, urgency } from '../../office/board/board-orders.ts';
import { useCurbsideArrivals, useDeliveryProblems, useKitchenChanges } from '../../office/kitchen/kitchen-changes.ts';
import { useTableRequests } from '../../office/floor/table-requests.tsx';
import { ALL_LOCATIONS } from '@tiffin/domain/locations';
import { useLiveOrders } from '../../office/board/live-orders.tsx';
import { NewOrderPopup } from '../../office/board/new-order-popup.tsx';
import { useBoardActions } from '../../office/board/use-steps.ts';
import { isPlacingOrder, onPlacedHere, watchPlacing } from './orders-placed-here.ts';

/**
 * Rings for new orders, reservations and kitchen changes in every section of the back office, and prints tickets. The
 * popup shows only where people work with orders, not over an owner's figures. Orders placed at this till do not ring.
 */
export default function AlarmHost({ popup }: { popup: 'full' | 'strip' | null }) {
  const { shownLocationId, orders } = useLiveOrders();
  const { step, stepAll } = useBoardActions();
  const open = orders?.open ?? null;
  const alertOrders = useMemo(
    () =>
      open &&
      open.map((order) => ({
        id: order.id,
        status: order.status,
        urgency: urgency(order),
        isAccepted: isAccepted(order),
      })),
    [open],
  );
  useNewTickets(open);
  const { waiting, accept, ring } = useAlerts(shownLocationId, alertOrders);
  useTableRequests(shownLocationId, ring);
  useKitchenChanges(open, ring);
  useCurbsideArrivals(open, ring);
  useDeliveryProblems(orders?.completed ?? null, ring);
  const acceptPlaced = useEffectEvent(accept);
  useEffect(() => onPlacedHere((orderId) => acceptPlaced(orderId)), []);
  const isPlacing = useSyncExternalStore(watchPlacing, isPlacingOrder, () => false);
  const [first, ...others] = waiting.flatMap((id) => open?.find((order) => order.id === id) ?? []);
  if (!popup || isPlacing || !first) return null;
  return (
    <NewOrderPopup
      atTill={popup === 'strip'}
      waiting={[first, ...others]}
      onAccept={(accepted) => {
        for (const { id } of accepted) accept(id);
        const [only] = accepted;
        if (only && accepted.length === 1) step(only, 'preparing');
        else void stepAll(accepted, 'preparing', shownLocationId === ALL_LOCATIONS ? undefined : shownLocationId);
      }}
    />
  );
}
