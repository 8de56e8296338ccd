import type { CartChange } from '@tiffin/domain/cart';
import { formatMoney } from '../../lib/format.ts';

export const texts = {
  title: 'Your order',
  items: (count: number) => (count === 1 ? '1 item' : `${count} items`),
  where: (type: string, place: string) => `${type} at ${place}`,
  ready: (time: string) => `, ready about ${time}`,
  empty: 'Nothing here yet',
  emptyText: 'Choose a dish and it waits for you here, also when you close the page.',
  remove: (name: string) => `Remove ${name}`,
  removed: (name: string) => `${name} removed`,
  undo: 'Undo',
  subtotal: 'Subtotal',
  tax: (label: string, percent: string) => `${label} (${percent})`,
  checkout: 'Checkout',
  view: 'View order',
  changed: 'The menu has changed',
  understood: 'OK',
  close: 'Close your order',
} as const;

export function changeText(change: CartChange): string {
  return change.kind === 'price'
    ? `${change.name} is now ${formatMoney(change.now)} (was ${formatMoney(change.was)}).`
    : `${change.name} is no longer available and was taken out of your order.`;
}
