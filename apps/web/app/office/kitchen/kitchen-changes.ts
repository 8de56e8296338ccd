import { useEffect, useEffectEvent, useRef } from 'react';
import { sayNow, say } from '@tiffin/domain/core';
import { isInKitchen } from '@tiffin/domain/kitchen';
import { allergiesOf, CHANGED_FIELD_LABELS, lineChangeText } from '@tiffin/domain/order';
import { decidePrint, printedStateOf } from '@tiffin/domain/printing';
import { toast } from '../../ui/toasts.ts';
import { codeOf, deliveryAlert, type BoardOrder } from '../board/board-orders.ts';

const LONG_MS = 20_000;

/** Alerts the kitchen when a dish is refunded or restored. */
export function useKitchenChanges(open: readonly BoardOrder[] | null, onChange: () => void): void {
  const previousOrders = useRef<ReadonlyMap<string, ShownTicket>>(new Map());
  const notify = useEffectEvent(onChange);
  useEffect(() => {
    if (!open) return;
    const cooking = open.filter(({ status, acceptedAt }) => isInKitchen(status, acceptedAt));
    for (const order of cooking) {
      const before = previousOrders.current.get(order.id);
      if (!before) continue;
      const words = changeWords(order, before);
      if (words === null) continue;
      toast.warning(words, { duration: LONG_MS });
      notify();
    }
    previousOrders.current = new Map(
      cooking.map((order) => [order.id, { state: printedStateOf(order), changes: changesOf(order) }]),
    );
  }, [open]);
}

export function useCurbsideArrivals(open: readonly BoardOrder[] | null, onHere: () => void): void {
  useAnnouncements(open, curbsideArrival, onHere);
}

/** Announces that a delivery failed, or came back paid. */
export function useDeliveryProblems(completed: readonly BoardOrder[] | null, onProblem: () => void): void {
  useAnnouncements(completed, deliveryProblemText, onProblem);
}

function curbsideArrival({ orderId, curbside }: BoardOrder): string | null {
  return curbside?.hereAt ? say`${codeOf(orderId)} is outside: ${curbside.vehicle}` : null;
}

function deliveryProblemText(order: BoardOrder): string | null {
  const problem = deliveryAlert(order);
  return problem && say`${codeOf(order.orderId)}: ${problem.text}`;
}

/** Announces each new text about an order. What is there at first was announced before. */
function useAnnouncements(
  orders: readonly BoardOrder[] | null,
  textOf: (order: BoardOrder) => string | null,
  onNew: () => void,
): void {
  const known = useRef<ReadonlySet<string> | null>(null);
  const announce = useEffectEvent((text: string) => {
    toast.warning(text, { duration: LONG_MS });
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
  readonly state: string;
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
