import { stored } from '../../../shared/offline/stored.ts';
import { printKitchenTicket, type PrintableOrder } from './jobs.ts';
import { useEffect } from 'react';
import { toast } from '../../../ui/toasts.ts';
import { usePrinter } from './printer-store.ts';
import { texts } from './texts.ts';

const RETRY_MS = 20_000;

/** While it is there, new orders' kitchen tickets come by themselves where this device is told so. */
export function useNewTickets(orders: readonly PrintableOrder[] | null): void {
  const { printer, ticketsSince } = usePrinter();
  useEffect(() => {
    if (!orders || !printer || ticketsSince === null) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let gone = false;
    const printThem = async () => {
      if ((await printNewTickets(orders, ticketsSince)) || gone) return;
      toast.error(texts.ticketsWait, { id: 'tickets-wait', description: texts.ticketsWaitText });
      timer = setTimeout(() => void printThem(), RETRY_MS);
    };
    void printThem();
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [orders, printer, ticketsSince]);
}

/** More than a day's orders of one kitchen. */
const REMEMBERED = 500;
const kept = stored('tiffin_printed_tickets');

function printed(): readonly string[] {
  return (kept.read() ?? '').split(' ').filter((id) => id !== '');
}

/** Still to be cooked, placed since tickets come by themselves, and not printed on this device; oldest first. */
export function ticketsToPrint<O extends Pick<PrintableOrder, 'id' | 'status' | 'orderTime'>>(
  orders: readonly O[],
  since: string,
  done: readonly string[],
): readonly O[] {
  return orders
    .filter(({ id, status, orderTime }) => {
      const isToCook = status === 'pending' || status === 'preparing';
      return isToCook && Date.parse(orderTime) >= Date.parse(since) && !done.includes(id);
    })
    .toSorted((a, b) => Date.parse(a.orderTime) - Date.parse(b.orderTime));
}

/**
 * Every new order's ticket, once on this device, even with two windows open. Remembered before it is
 * sent: a second ticket would be cooked twice, a missing one still stands on the board. False: the
 * printer failed, and what is left waits.
 */
export function printNewTickets(orders: readonly PrintableOrder[], since: string): Promise<boolean> {
  return navigator.locks.request('tiffin_printed_tickets', async () => {
    for (const order of ticketsToPrint(orders, since, printed())) {
      kept.write([...printed(), order.id].slice(-REMEMBERED).join(' '));
      if (!(await printKitchenTicket(order))) {
        kept.write(
          printed()
            .filter((id) => id !== order.id)
            .join(' '),
        );
        return false;
      }
    }
    return true;
  });
}
