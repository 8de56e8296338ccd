import { useEffect, useEffectEvent, useRef } from 'react';
import { cookingList, kitchenChange } from '@tiffin/domain/order';
import { toast } from '../../ui/toasts.ts';
import { codeOf, type BoardOrder } from './board-orders.ts';
import { texts } from './texts.ts';

const LONG_MS = 20_000;

/** Whoever is cooking it hears that a dish was refunded, or must be cooked after all. */
export function useKitchenChanges(open: readonly BoardOrder[] | null, onChange: () => void): void {
  const known = useRef<ReadonlyMap<string, ReadonlyMap<number, number>>>(new Map());
  const tell = useEffectEvent(onChange);
  useEffect(() => {
    if (!open) return;
    const cooking = open.filter(({ status }) => status === 'preparing');
    for (const order of cooking) {
      const before = known.current.get(order.id);
      const change = before && kitchenChange(order.items, before);
      if (!change) continue;
      toast.warning(texts.kitchenChange(codeOf(order.orderId), change), { duration: LONG_MS });
      tell();
    }
    known.current = new Map(cooking.map((order) => [order.id, cookingList(order.items)]));
  }, [open]);
}
