import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { KitchenView } from './kitchen-view.ts';

const FREEZE_MS = 4_000;

interface Frozen {
  /** The station and category that are shown. */
  readonly screen: string;
  readonly views: readonly KitchenView[];
  /** How to undo the presses, by the order's id, the last one at the end. */
  readonly undos: ReadonlyMap<string, () => void>;
}

const NO_UNDOS: Frozen['undos'] = new Map();

/**
 * After a press nothing on the screen moves for a moment, so that a second press reaches no other ticket. A ticket that
 * left keeps its place. Each press begins the time anew. A press without an `undo` removes that of its ticket.
 */
export function useFrozenTickets(views: readonly KitchenView[], screen: string) {
  const [frozen, setFrozen] = useState<Frozen | null>(null);
  const current = frozen?.screen === screen ? frozen : null;
  const shown = useMemo(() => (current ? inPlace(current.views, views) : views), [current, views]);
  const latest = useRef(shown);
  useEffect(() => {
    latest.current = shown;
  }, [shown]);
  useEffect(() => {
    if (!frozen) return undefined;
    const timer = setTimeout(() => setFrozen(null), FREEZE_MS);
    return () => clearTimeout(timer);
  }, [frozen]);
  const freeze = useCallback(
    (orderId: string, undo: (() => void) | null) =>
      setFrozen((before) => {
        const undos = new Map(before?.undos);
        undos.delete(orderId);
        if (undo) undos.set(orderId, undo);
        return { screen, views: latest.current, undos };
      }),
    [screen],
  );
  const present = useMemo(() => new Set(views.map(({ order }) => order.id)), [views]);
  return { shown, present, freeze, undos: current?.undos ?? NO_UNDOS };
}

/** The tickets in the places they had. New ones come last. */
function inPlace(before: readonly KitchenView[], now: readonly KitchenView[]): readonly KitchenView[] {
  const byId = new Map(now.map((view) => [view.order.id, view]));
  const known = new Set(before.map(({ order }) => order.id));
  return [...before.map((view) => byId.get(view.order.id) ?? view), ...now.filter(({ order }) => !known.has(order.id))];
}
