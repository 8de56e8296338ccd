import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { KitchenView } from './kitchen-view.ts';

const HOLD_MS = 4_000;

interface Hold {
  /** The screen that it is for: a station. */
  readonly screen: string;
  readonly views: readonly KitchenView[];
  /** How to undo the presses, by order, the last one at the end. */
  readonly undos: ReadonlyMap<string, () => void>;
}

const NO_UNDOS: Hold['undos'] = new Map();

/**
 * After a press nothing on the screen moves for a moment, so that a second press reaches no other ticket. A ticket that
 * left keeps its place. Each press begins the time anew.
 */
export function useHeldTickets(views: readonly KitchenView[], screen: string) {
  const [hold, setHold] = useState<Hold | null>(null);
  const current = hold?.screen === screen ? hold : null;
  const shown = useMemo(() => (current ? inPlace(current.views, views) : views), [current, views]);
  const latest = useRef(shown);
  useEffect(() => {
    latest.current = shown;
  }, [shown]);
  useEffect(() => {
    if (!hold) return undefined;
    const timer = setTimeout(() => setHold(null), HOLD_MS);
    return () => clearTimeout(timer);
  }, [hold]);
  const holdTicket = useCallback(
    (orderId: string, undo: (() => void) | null) =>
      setHold((before) => {
        const undos = new Map(before?.undos);
        undos.delete(orderId);
        if (undo) undos.set(orderId, undo);
        return { screen, views: latest.current, undos };
      }),
    [screen],
  );
  const here = useMemo(() => new Set(views.map(({ order }) => order.id)), [views]);
  return { shown, here, holdTicket, undos: current?.undos ?? NO_UNDOS };
}

/** The tickets in the places they had. New ones come last. */
function inPlace(before: readonly KitchenView[], now: readonly KitchenView[]): readonly KitchenView[] {
  const byId = new Map(now.map((view) => [view.order.id, view]));
  const known = new Set(before.map(({ order }) => order.id));
  return [...before.map((view) => byId.get(view.order.id) ?? view), ...now.filter(({ order }) => !known.has(order.id))];
}
