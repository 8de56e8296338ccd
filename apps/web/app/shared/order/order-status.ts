import { ORDER_STATUS_LABELS, type OrderStatus, type OrderType } from '@tiffin/domain/order';
import type { Tone } from '../../ui/badge.tsx';

export const statusTone: Readonly<Record<OrderStatus, Tone>> = {
  pending: 'info',
  preparing: 'warn',
  ready: 'ok',
  completed: 'ok',
  cancelled: 'bad',
};

/** `Ready for Pickup` is said of an order that is picked up; the others are ready in their own way. */
export function statusText(status: OrderStatus, type: OrderType): string {
  if (status !== 'ready' || type === 'pickup') return ORDER_STATUS_LABELS[status];
  return type === 'delivery' ? 'Ready for Delivery' : 'Ready to Serve';
}
