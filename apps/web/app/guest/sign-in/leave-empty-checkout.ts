import { ORDER_TEXTS } from '@tiffin/domain/order';
import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../paths.ts';
import { cartOf, filledLocations } from '../../shared/cart/carts.ts';
import { isCheckout } from '../../shared/session/guards.ts';
import { useLocations } from '../../shared/site/site.ts';
import { toast } from '../../ui/toasts.ts';

/**
 * Leads a visitor who was on the way to an empty checkout to the menu, because signing in first would be in vain. The
 * cart is stored in the browser, so the server cannot do it.
 */
export function useLeaveEmptyCheckout(from: string | undefined): void {
  const navigate = useNavigate();
  const locations = useLocations();
  const leaveIfEmpty = useEffectEvent(() => {
    if (!isCheckout(from)) return;
    const location = new URLSearchParams(from.split('?')[1]).get('location');
    if (location === null ? filledLocations().length > 0 : cartOf(location).length > 0) return;
    toast.info(ORDER_TEXTS.items, { id: 'checkout' });
    const isKnown = locations.some(({ id }) => id === location);
    void navigate(location !== null && isKnown ? paths.menu(location) : paths.menuStart(), { replace: true });
  });
  useEffect(() => leaveIfEmpty(), []);
}
