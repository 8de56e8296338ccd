import { useLayoutEffect, useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react';
import { say } from '@tiffin/domain/core';
import { classNames } from './class-names.ts';
import { IconButton } from './button.tsx';
import styles from './lists.module.css';

export interface SortableEntry {
  readonly id: string;
  /** The name announced when it moves. */
  readonly name: string;
  readonly content: ReactNode;
}

export interface SortableListProps {
  label: string;
  entries: readonly SortableEntry[];
  /** Called once after dragging, or at each step by key. */
  onMove: (from: number, to: number) => void;
}

type Control = 'handle' | 'up' | 'down';

/**
 * A list that people sort: by dragging a handle with mouse or finger, with the arrow keys on it, or with two buttons.
 * The new position is announced.
 */
export function SortableList({ label, entries, onMove }: SortableListProps) {
  const list = useRef<HTMLOListElement>(null);
  const [drag, setDrag] = useState<{ from: number; to: number } | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const focusAfterMove = useRef<{ id: string; control: Control } | null>(null);

  // Moving an element in the document loses the focus, so it is restored to the pressed button. At either end of the
  // list that button is disabled, and the handle gets the focus.
  useLayoutEffect(() => {
    if (!focusAfterMove.current) return;
    const { id, control } = focusAfterMove.current;
    const entry = list.current?.querySelector(`[data-entry="${CSS.escape(id)}"]`);
    const requested = entry?.querySelector<HTMLButtonElement>(`[data-control="${control}"]:enabled`);
    (requested ?? entry?.querySelector<HTMLButtonElement>('[data-control="handle"]'))?.focus();
    focusAfterMove.current = null;
  });

  function move(from: number, to: number, control: Control) {
    const entry = entries[from];
    if (!entry || to < 0 || to >= entries.length || to === from) return;
    focusAfterMove.current = { id: entry.id, control };
    onMove(from, to);
    const place = to + 1;
    setAnnouncement(say`${entry.name}, place ${place} of ${entries.length}`);
  }

  /** The gap between two rows, counted from the top, that a pointer at this height is nearest to. */
  function gapAt(y: number): number {
    const rows = [...(list.current?.children ?? [])];
    const gap = rows.findIndex((row) => {
      const { top, height } = row.getBoundingClientRect();
      return y < top + height / 2;
    });
    return gap === -1 ? rows.length : gap;
  }

  function onPointerMove(event: PointerEvent<HTMLButtonElement>) {
    if (!drag) return;
    const gap = gapAt(event.clientY);
    // `to` is the index after the move. Without the dragged row, the rows below it move up by one.
    setDrag({ ...drag, to: gap > drag.from ? gap - 1 : gap });
  }

  function onKeyDown(event: KeyboardEvent<HTMLButtonElement>, index: number) {
    const to = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: entries.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    move(index, to, 'handle');
  }

  return (
    <>
      <ol ref={list} aria-label={label} className="grid gap-2">
        {entries.map((entry, index) => (
          <li
            key={entry.id}
            data-entry={entry.id}
            className={classNames(
              styles.sortEntry,
              drag?.from === index && styles.lifted,
              drag && dropMark(drag, index),
            )}
          >
            <IconButton
              label={say`Move ${entry.name}`}
              data-control="handle"
              className={styles.handle}
              onKeyDown={(event) => onKeyDown(event, index)}
              onPointerDown={(event) => {
                event.currentTarget.setPointerCapture(event.pointerId);
                setDrag({ from: index, to: index });
              }}
              onPointerMove={onPointerMove}
              onPointerUp={() => {
                if (drag) move(drag.from, drag.to, 'handle');
                setDrag(null);
              }}
              onPointerCancel={() => setDrag(null)}
            >
              <GripVertical />
            </IconButton>
            <div className="grow min-width-0">{entry.content}</div>
            <IconButton
              label={say`Move ${entry.name} up`}
              data-control="up"
              disabled={index === 0}
              onClick={() => move(index, index - 1, 'up')}
            >
              <ArrowUp />
            </IconButton>
            <IconButton
              label={say`Move ${entry.name} down`}
              data-control="down"
              disabled={index === entries.length - 1}
              onClick={() => move(index, index + 1, 'down')}
            >
              <ArrowDown />
            </IconButton>
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </>
  );
}

/** The line at the edge of a row that shows where the dragged row will be. */
function dropMark({ from, to }: { readonly from: number; readonly to: number }, index: number): string | undefined {
  if (index !== to || to === from) return undefined;
  return to > from ? styles.below : styles.above;
}
