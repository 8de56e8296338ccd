import { useEffect, useEffectEvent, useRef } from 'react';
import { useNavigate } from 'react-router';
import { say } from '@tiffin/domain/core';
import { formatTime } from '../../ui/format.ts';
import { toast } from '../../ui/toasts.ts';
import type { Location } from '../site/site.ts';
import { cartIdOf, useCart } from './carts.ts';
import { orderOfCart } from './ordered.ts';

/** Long enough to read where the cart went. */
const READING_MS = 20_000;

/** A notice why a cart is suddenly empty or another one. */
export function showOrderedNotice(
  order: { readonly at: string; readonly zone: string; readonly isRestHere: boolean },
  /** Left out where the order is visible already. */
  openOrder?: () => unknown,
): void {
  const time = formatTime(order.at, 'time', order.zone);
  toast.info(order.isRestHere ? say`You ordered the rest at ${time}` : say`You ordered this at ${time}`, {
    id: 'ordered',
    duration: READING_MS,
    description: order.isRestHere ? say`What you added later is still in your cart.` : say`Your cart is empty again.`,
    action: openOrder && { label: say`See your order`, onClick: () => void openOrder() },
  });
}

/**
 * While a cart is shown, announces that it was ordered, here or in another tab, and that dishes added since are a new
 * cart.
 */
export function useOrderedCartNotice({ id, timeZone: zone }: Pick<Location, 'id' | 'timeZone'>): void {
  const cart = useCart(id);
  const navigate = useNavigate();
  const shown = useRef<{ id: string; cartId: string } | null>(null);
  const announceChange = useEffectEvent((cartId: string) => {
    const before = shown.current;
    shown.current = { id, cartId };
    const became = before?.id === id && before.cartId !== cartId ? orderOfCart(before.cartId) : null;
    if (became) showOrderedNotice({ at: became.at, zone, isRestHere: true }, () => navigate(became.orderAddress));
  });
  useEffect(() => {
    if (cart.length > 0) announceChange(cartIdOf(id));
  }, [id, cart]);
}
