import { useEffect, useEffectEvent, useRef } from 'react';
import { sayNow, say } from '@tiffin/domain/core';
import {
  allergiesOf,
  CHANGED_FIELD_LABELS,
  portionsToCookByLine,
  kitchenChange,
  lineChangeText,
} from '@tiffin/domain/order';
import { toast } from '../../ui/toasts.ts';
import { codeOf, type BoardOrder } from './board-orders.ts';

const LONG_MS = 20_000;

/** Alerts the kitchen when a dish is refunded or restored. */
export function useKitchenChanges(open: readonly BoardOrder[] | null, onChange: () => void): void {
  const previousOrders = useRef<ReadonlyMap<string, ShownTicket>>(new Map());
  const notify = useEffectEvent(onChange);
  useEffect(() => {
    if (!open) return;
    const cooking = open.filter(({ status }) => status === 'preparing');
    for (const order of cooking) {
      const before = previousOrders.current.get(order.id);
      if (!before) continue;
      const words = changeWords(order, before);
      if (words === null) continue;
      toast.warning(words, { duration: LONG_MS });
      notify();
    }
    previousOrders.current = new Map(
      cooking.map((order) => [order.id, { list: portionsToCookByLine(order.items), changes: changesOf(order) }]),
    );
  }, [open]);
}

/** Announces that a curbside guest has arrived. */
export function useCurbsideArrivals(open: readonly BoardOrder[] | null, onHere: () => void): void {
  const previousIds = useRef<ReadonlySet<string> | null>(null);
  const notify = useEffectEvent(onHere);
  useEffect(() => {
    if (!open) return;
    const here = open.filter(({ curbside }) => curbside?.hereAt);
    for (const order of here) {
      if (previousIds.current === null || previousIds.current.has(order.id)) continue;
      toast.info(say`${codeOf(order.orderId)} is outside: ${order.curbside?.vehicle ?? ''}`, { duration: LONG_MS });
      notify();
    }
    previousIds.current = new Set(here.map(({ id }) => id));
  }, [open]);
}

interface ShownTicket {
  readonly list: ReadonlyMap<number, number>;
  readonly changes: string;
}

/** Identifies the last change by its time, because the list of changes has a maximum length. */
function changesOf({ changes }: BoardOrder): string {
  return changes?.at(-1)?.at ?? '';
}

/** What the cook must know: the changes of the order, or what was refunded. */
function changeWords(order: BoardOrder, before: ShownTicket): string | null {
  const code = codeOf(order.orderId);
  const since = order.changes?.filter(({ at }) => at > before.changes) ?? [];
  if (since.length > 0) {
    const what = since.flatMap(({ lines }) => lines.map(lineChangeText));
    if (since.some(({ facts }) => facts.includes('note')))
      what.push(order.specialInstructions || CHANGED_FIELD_LABELS.note);
    if (since.some(({ facts }) => facts.includes('allergies')))
      what.unshift(allergiesOf(order).join('. ') || sayNow(CHANGED_FIELD_LABELS.allergies));
    return what.length > 0 ? say`${code} was changed: ${what.join(', ')}` : null;
  }
  const change = kitchenChange(order.items, before.list);
  if (!change) return null;
  const { dropped, back } = change;
  const dishes = (of: typeof back) => of.map(({ quantity, name }) => `${quantity} ${name}`).join(', ');
  const sentences = [
    dropped.length > 0 && say`${code}: do not cook ${dishes(dropped)}, refunded`,
    back.length > 0 && say`${code}: cook ${dishes(back)} after all`,
  ];
  return sentences.filter(Boolean).join('. ');
}
