import { useState } from 'react';
import { say } from '@tiffin/domain/core';
import { RotateCw } from 'lucide-react';
import { orderTypeLabel, statusLabel } from '@tiffin/domain/order';
import { centsOf, formatMoney, formatTime } from '../../ui/format.ts';
import { categoryArt } from '../../shared/dish/category-art.ts';
import { dishesInWords, statusTone } from '../../shared/order/order-looks.tsx';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { Refunds } from '../../shared/order/refunds.tsx';
import { useOrderAgain } from '../../shared/order/order-again.ts';
import { serverNow } from '../../shared/live/server-clock.ts';
import type { Order, Orders } from './use-orders.ts';
import styles from './account.module.css';

const FIRST_SHOWN = 3;

/** Past orders, newest first, each with its receipt and a button to order it again. */
export function OrderList({ list }: { list: Orders }) {
  const { past, live, more, isLoading, loadMore } = list;
  const { isRepeating, orderAgain } = useOrderAgain();
  const [isShowingAll, setShowingAll] = useState(false);
  const isCut = !isShowingAll && past.length > FIRST_SHOWN;

  if (past.length === 0 && !more) {
    return (
      <p className="text-sm soft">
        {live.length > 0 ? say`Your past orders appear here, with their receipts.` : say`No orders yet.`}{' '}
        <Link className="nowrap weight-600" href={paths.menuStart()}>
          {say`See the menu`}
        </Link>
      </p>
    );
  }
  return (
    <>
      <ul className="ruled">
        {(isCut ? past.slice(0, FIRST_SHOWN) : past).map((order) => (
          <li key={order.orderId} className={`grid align-center ${styles.order}`}>
            <img
              className="art round-md"
              src={categoryArt({ art: order.items[0]?.category })}
              alt=""
              width={64}
              height={64}
            />
            <div className="stack gap-4">
              <h3 className="text-md">{dishesInWords(order.items)}</h3>
              <p className="text-sm soft">
                {whenText(order)}, {order.locationInfo.name}, {orderTypeLabel(order.orderType)},{' '}
                {formatMoney(centsOf(order.pricing.total))}{' '}
                <span className="nowrap text-xs faint">{order.orderId}</span>
                <Refunds order={order} className="block ink" />
              </p>
              {order.status !== 'completed' && (
                <p>
                  <Badge tone={statusTone(order.status)}>{statusLabel(order.status, order.orderType)}</Badge>
                </p>
              )}
            </div>
            <div className={`flex flex-wrap gap-8 ${styles.actions}`}>
              <LinkButton look="bare" size="sm" href={paths.receipt(order.orderId, order.metadata.orderToken)}>
                <span>
                  {say`Receipt`} <span className="sr-only">{say`of order ${order.orderId}`}</span>
                </span>
              </LinkButton>
              <Button look="quiet" size="sm" busy={isRepeating} onClick={() => void orderAgain(order)}>
                <RotateCw />
                {say`Order again`}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {isCut && (
        <Button look="quiet" onClick={() => setShowingAll(true)}>
          {more ? say`All orders` : say`All ${past.length} orders`}
        </Button>
      )}
      {!isCut && more && (
        <Button look="quiet" busy={isLoading} onClick={loadMore}>
          {say`Show older orders`}
        </Button>
      )}
    </>
  );
}

function whenText({ orderTime, locationInfo }: Order): string {
  const zone = locationInfo.timeZone;
  const isToday = formatTime(orderTime, 'date', zone) === formatTime(serverNow(), 'date', zone);
  return isToday ? say`Today, ${formatTime(orderTime, 'time', zone)}` : formatTime(orderTime, 'date-time', zone);
}
