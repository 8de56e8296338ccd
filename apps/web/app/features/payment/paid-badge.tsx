import { confirmationBadge, isPaid, type PayingOrder } from '@tiffin/domain/order';
import { Badge } from '../../ui/badge.tsx';

/** PAID only when the server has seen the money; CASH ON PICKUP and the like while it is to come. */
export function PaidBadge({ order }: { order: Pick<PayingOrder, 'paymentStatus' | 'paymentMethod' | 'orderType'> }) {
  const failed = order.paymentStatus === 'failed';
  return <Badge tone={isPaid(order) ? 'ok' : failed ? 'bad' : 'warn'}>{confirmationBadge(order)}</Badge>;
}
