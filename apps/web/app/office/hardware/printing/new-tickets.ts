import { runAlone } from '../../../shared/page/run-alone.ts';
import { storedText } from '../../../shared/offline/text-storage.ts';
import { say } from '@tiffin/domain/core';
import { decidePrint, printedStateOf } from '@tiffin/domain/printing';
import { printForKitchen, type PrintableOrder } from './print-jobs.ts';
import { useEffect, useState } from 'react';
import { eventPayload } from '../../../shared/live/event-payload.ts';
import { useLiveEvents } from '../../../shared/live/live-events.ts';
import { toast } from '../../../ui/toasts.ts';
import { usePrinter } from './printer-store.ts';

const RETRY_MS = 20_000;

/** Prints the kitchen tickets of new orders automatically while mounted, if this device is set to do so. */
export function useNewTickets(orders: readonly PrintableOrder[] | null): void {
  const { printer, ticketsSince } = usePrinter();
  // A cancelled order leaves the list, but its ticket hangs in the kitchen.
  const [cancelled, setCancelled] = useState<readonly PrintableOrder[]>([]);
  useLiveEvents(['order.updated'], ({ data }) => {
    const order = eventPayload<PrintableOrder>(data, 'order', 'id', 'status', 'items');
    if (order?.status === 'cancelled') setCancelled((before) => [...before, order].slice(-MAX_STORED_ORDERS));
  });
  useEffect(() => {
    if (!orders || !printer || ticketsSince === null) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isUnmounted = false;
    const printWaiting = async () => {
      if ((await printNewTickets([...orders, ...cancelled], ticketsSince)) || isUnmounted) return;
      toast.error(say`Kitchen tickets are waiting`, {
        id: 'tickets-wait',
        description: say`Check that the printer is switched on and plugged in, and has paper. They are printed as soon as it is back.`,
      });
      timer = setTimeout(() => void printWaiting(), RETRY_MS);
    };
    void printWaiting();
    return () => {
      isUnmounted = true;
      clearTimeout(timer);
    };
  }, [orders, cancelled, printer, ticketsSince]);
}

/** More orders than a kitchen gets in a day. */
const MAX_STORED_ORDERS = 500;
const saved = storedText('tiffin_printed_tickets');

/**
 * The printed state of each order, stored as 'id||state'. An earlier version, which may be open in another window, has a
 * further field between the bars.
 */
function readPrinted(): ReadonlyMap<string, string> {
  const entries = (saved.read() ?? '').split(' ').filter((entry) => entry !== '');
  return new Map(
    entries.map((entry) => {
      const [id = '', _refunded, ...state] = entry.split('|');
      return [id, state.join('|')];
    }),
  );
}

function storePrinted(printed: ReadonlyMap<string, string>): void {
  const entries = [...printed].map(([id, state]) => `${id}||${state}`);
  saved.write(entries.slice(-MAX_STORED_ORDERS).join(' '));
}

/**
 * Prints each new order's ticket and each slip once per device, even with two windows open. An order is stored
 * as printed before it is sent to the printer: a second ticket would be cooked twice, while a missing ticket is still
 * on the board. Returns false when the printer failed; the remaining jobs wait.
 */
function printNewTickets(orders: readonly PrintableOrder[], since: string): Promise<boolean> {
  return runAlone('tiffin_printed_tickets', async () => {
    for (const order of orders.toSorted((a, b) => Date.parse(a.orderTime) - Date.parse(b.orderTime))) {
      const before = readPrinted();
      const state = before.get(order.id) ?? null;
      // It is older than automatic printing, the till that sold it offline has printed it, or an early version stored only
      // that it was printed.
      const isOlder = Date.parse(order.orderTime) < Date.parse(since);
      const isOnPaper = state === null ? isOlder || order.ticketPrinted === true : !state.includes('|');
      const paper = isOnPaper ? null : decidePrint(order, state);
      if (!paper && !isOnPaper) continue;
      storePrinted(new Map([...before, [order.id, printedStateOf(order)]]));
      if (!paper || (await printForKitchen(order, paper))) continue;
      storePrinted(before);
      return false;
    }
    return true;
  });
}
