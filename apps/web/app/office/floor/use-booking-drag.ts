import { useRef, useState, type MouseEvent, type PointerEvent } from 'react';

/** A pointer that moves less than this presses, and does not drag. */
const DRAG_PIXELS = 8;

interface BookingDrag {
  readonly reservationId: string;
  readonly right: number;
  readonly down: number;
  /** The table under the pointer; empty for the row of bookings without a table. */
  readonly overTableId: string | null;
}

/**
 * Drags bookings with a mouse or a finger. Where one can be dropped has `data-table` with the id of the table; the
 * dragged element follows the pointer.
 */
export function useBookingDrag(onDrop: (reservationId: string, tableId: string) => void) {
  const [drag, setDrag] = useState<BookingDrag | null>(null);
  const start = useRef<{ readonly x: number; readonly y: number } | null>(null);
  /** The click that follows a drag must not press the dragged element. */
  const ignoresClick = useRef(false);

  function tableUnder({ clientX, clientY, currentTarget }: PointerEvent<HTMLElement>): string | null {
    const below = document.elementsFromPoint(clientX, clientY).filter((element) => !currentTarget.contains(element));
    const row = below.flatMap((element) => element.closest<HTMLElement>('[data-table]') ?? [])[0];
    return row?.dataset['table'] ?? null;
  }
  function end() {
    start.current = null;
    setDrag(null);
  }
  const dragProps = (reservationId: string, tableId: string) => ({
    'data-dragged': drag?.reservationId === reservationId,
    style: drag?.reservationId === reservationId ? { translate: `${drag.right}px ${drag.down}px` } : undefined,
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return;
      ignoresClick.current = false;
      start.current = { x: event.clientX, y: event.clientY };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (!start.current) return;
      const [right, down] = [event.clientX - start.current.x, event.clientY - start.current.y];
      if (!drag && Math.hypot(right, down) < DRAG_PIXELS) return;
      setDrag({ reservationId, right, down, overTableId: tableUnder(event) });
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      const target = drag ? tableUnder(event) : null;
      ignoresClick.current = drag !== null;
      end();
      if (target !== null && target !== tableId) onDrop(reservationId, target);
    },
    onPointerCancel: end,
    onClickCapture(event: MouseEvent) {
      if (!ignoresClick.current) return;
      ignoresClick.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  });
  return { overTableId: drag?.overTableId ?? null, dragProps };
}
