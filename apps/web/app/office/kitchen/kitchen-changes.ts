import { useEffect, useEffectEvent, useRef } from 'react';
import { sayNow, say } from '@tiffin/domain/core';
import { isInKitchen } from '@tiffin/domain/kitchen';
import { allergiesOf, CHANGED_FIELD_LABELS, lineChangeText } from '@tiffin/domain/order';
import { decidePrint, printedStateOf } from '@tiffin/domain/printing';
import { useLiveEvents } from '../../shared/live/live-events.ts';
import { toast } from '../../ui/toasts.ts';
import { orderCode, deliveryAlert, isOrder, type BoardOrder } from '../board/board-orders.ts';

const ALERT_MS = 20_000;

/** Alerts the kitchen when an order that it makes is changed, or when a dish is refunded or restored. */
export function useKitchenChanges(open: readonly BoardOrder[] | null, onChange: () => void): void {
  const previousOrders = useRef<ReadonlyMap<string, ShownTicket>>(new Map());
  const notify = useEffectEvent(onChange);
  useEffect(() => {
    if (!open) return;
    const cooking = open.filter(({ status, acceptedAt }) => isInKitchen(status, acceptedAt));
    for (const order of cooking) {
      const before = previousOrders.current.get(order.id);
      if (!before) continue;
      const text = changeText(order, before);
      if (text === null) continue;
      toast.warning(text, { duration: ALERT_MS });
      notify();
    }
    previousOrders.current = new Map(
      cooking.map((order) => [order.id, { state: printedStateOf(order), lastChange: lastChange(order) }]),
    );
  }, [open]);
}

/** Alerts the kitchen when an order that it makes is cancelled. */
export function useCancelAlert(cooking: readonly BoardOrder[]): void {
  useLiveEvents(['order.updated'], ({ data: { order } }) => {
    if (!isOrder(order) || order.status !== 'cancelled' || !cooking.some(({ id }) => id === order.id)) return;
    toast.warning(say`${orderCode(order)} was cancelled`, { duration: ALERT_MS });
  });
}

/** Announces that a guest waits outside in their car. */
export function useCurbsideArrivals(open: readonly BoardOrder[] | null, onHere: () => void): void {
  useAnnouncements(open, curbsideArrival, onHere);
}

/** Announces that a delivery failed, or came back paid. */
export function useDeliveryProblems(completed: readonly BoardOrder[] | null, onProblem: () => void): void {
  useAnnouncements(completed, deliveryProblemText, onProblem);
}

function curbsideArrival(order: BoardOrder): string | null {
  const { curbside } = order;
  return curbside?.hereAt ? say`${orderCode(order)} is outside: ${curbside.vehicle}` : null;
}

function deliveryProblemText(order: BoardOrder): string | null {
  const problem = deliveryAlert(order);
  return problem && say`${orderCode(order)}: ${problem.text}`;
}

/** Announces each new text about an order. The first texts are not new: they were announced before. */
function useAnnouncements(
  orders: readonly BoardOrder[] | null,
  textOf: (order: BoardOrder) => string | null,
  onNew: () => void,
): void {
  const known = useRef<ReadonlySet<string> | null>(null);
  const announce = useEffectEvent((text: string) => {
    toast.warning(text, { duration: ALERT_MS });
    onNew();
  });
  useEffect(() => {
    if (!orders) return;
    const texts = orders.flatMap((order) => textOf(order) ?? []);
    for (const text of texts) if (known.current?.has(text) === false) announce(text);
    known.current = new Set(texts);
  }, [orders, textOf]);
}

interface ShownTicket {
  /** What a printed ticket of it would say. */
  readonly state: string;
  readonly lastChange: string;
}

/** Identifies the last change. Its number in the list would not, because the list has a maximum length. */
function lastChange({ changes }: BoardOrder): string {
  return changes?.at(-1)?.at ?? '';
}

/** What the cook must know: the changes of the order, or what was refunded. */
function changeText(order: BoardOrder, before: ShownTicket): string | null {
  const code = orderCode(order);
  const since = order.changes?.filter(({ at }) => at > before.lastChange) ?? [];
  if (since.length > 0) {
    const changed = since.flatMap(({ lines }) => lines.map(lineChangeText));
    if (since.some(({ facts }) => facts.includes('note')))
      changed.push(order.specialInstructions || CHANGED_FIELD_LABELS.note);
    if (since.some(({ facts }) => facts.includes('allergies')))
      changed.unshift(allergiesOf(order).join('. ') || sayNow(CHANGED_FIELD_LABELS.allergies));
    return changed.length > 0 ? say`${code} was changed: ${changed.join(', ')}` : null;
  }
  const slip = decidePrint(order, before.state);
  if (slip === null || slip === 'ticket') return null;
  const { dropped, added } = slip;
  const dishes = (of: typeof dropped) => of.map(({ quantity, name }) => `${quantity} ${name}`).join(', ');
  const sentences = [
    dropped.length > 0 && say`${code}: do not cook ${dishes(dropped)}, refunded`,
    added.length > 0 && say`${code}: cook ${dishes(added)} after all`,
  ];
  return sentences.filter(Boolean).join('. ') || null;
}
