import { canGiveBack, GiveBack } from '../../shared/order/give-back.tsx';
import { useNow } from '../../shared/page/now.ts';
import { Banner } from '../../ui/banner.tsx';
import { centsOf, formatMoney, formatTime } from '../../ui/format.ts';
import { texts } from './texts.ts';
import type { Order } from './use-orders.ts';

const { claimed } = texts;

/** Orders that came into the account lately, from before there was one: whoever took in another's gives it back. */
export function ClaimedOrders({ orders, asOf }: { orders: readonly Order[]; asOf: string }) {
  const now = useNow() ?? new Date(asOf);
  const lately = orders.filter((order) => canGiveBack(order, now));
  if (lately.length === 0) return null;
  return (
    <Banner tone="info" title={claimed.title(lately.length)}>
      <p>{claimed.text}</p>
      <ul className="stack gap-12">
        {lately.map((order) => (
          <li key={order.orderId} className="stack gap-6">
            <span className="text-sm">
              {[
                formatTime(order.orderTime, 'date', order.locationInfo.timeZone),
                formatMoney(centsOf(order.pricing.total)),
                order.customerInfo.name,
                order.locationInfo.name,
                order.orderId,
              ].join(', ')}
            </span>
            <GiveBack order={order} />
          </li>
        ))}
      </ul>
    </Banner>
  );
}
