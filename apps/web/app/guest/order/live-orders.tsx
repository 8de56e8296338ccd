import { useState } from 'react';
import { orderTypeLabel, statusLabel } from '@tiffin/domain/order';
import { say } from '@tiffin/domain/core';
import { dishesInWords } from '../../shared/order/order-looks.tsx';
import { Refunds } from '../../shared/order/refunds.tsx';
import { useNow } from '../../shared/page/now.ts';
import { useMe } from '../../shared/site/site.ts';
import { paths } from '../../paths.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { centsOf, formatMoney } from '../../ui/format.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { PromisedTime, Track } from './status-head.tsx';
import { storeShownOrder } from './shown-order.ts';
import type { Order } from './use-order.ts';
import styles from './order.module.css';

/** Sorts by distance from now: tonight's order comes before an old one that was never completed and before tomorrow's. */
function nearestFirst(orders: readonly Order[], now: Date): readonly Order[] {
  const distance = ({ estimatedReady, orderTime }: Order) =>
    Math.abs(new Date(estimatedReady ?? orderTime).getTime() - now.getTime());
  return orders.toSorted((a, b) => distance(a) - distance(b));
}

interface LiveOrdersProps {
  orders: readonly Order[];
  /** When the orders were loaded, so that relative times render on the server. */
  asOf: string;
  onChanged: (order: Order) => void;
  onFailed: () => void;
}

export function LiveOrders({ orders, asOf, onChanged, onFailed }: LiveOrdersProps) {
  const uid = useMe()?.uid ?? null;
  const now = useNow() ?? new Date(asOf);
  const [cancelling, setCancelling] = useState<Order | null>(null);
  return (
    <>
      <ul>
        {nearestFirst(orders, new Date(asOf)).map((order) => (
          <li key={order.orderId} className={styles.live}>
            <div className="stack gap-16">
              <h2 aria-live="polite">{statusLabel(order.status, order.orderType)}</h2>
              <PromisedTime order={order} now={now} />
              <p className={styles.soft}>
                {orderTypeLabel(order.orderType)}, {order.locationInfo.name}. {dishesInWords(order.items)},{' '}
                {formatMoney(centsOf(order.pricing.total))}. <span className="nowrap">{order.orderId}</span>
                <Refunds order={order} className="block on-brand" />
              </p>
              <div className="flex flex-wrap gap-8">
                <LinkButton
                  look="invite"
                  href={paths.orderSuccess({ orderId: order.orderId })}
                  onClick={() => storeShownOrder(`?${new URLSearchParams({ orderId: order.orderId })}`, order, uid)}
                >
                  {say`Track order`}
                </LinkButton>
                <LinkButton look="on-brand" href={paths.receipt(order.orderId, order.metadata.orderToken)}>
                  <span>
                    {say`Receipt`} <span className="sr-only">{say`of order ${order.orderId}`}</span>
                  </span>
                </LinkButton>
                {order.canCancel && (
                  <Button look="on-brand" onClick={() => setCancelling(order)}>
                    {say`Cancel order`}
                  </Button>
                )}
              </div>
              <Track order={order} />
            </div>
          </li>
        ))}
      </ul>
      {cancelling && (
        <CancelDialog
          order={cancelling}
          onClose={() => setCancelling(null)}
          onSettled={(order) => (order ? onChanged(order) : onFailed())}
        />
      )}
    </>
  );
}
