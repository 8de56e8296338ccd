import { useEffect } from 'react';
import { toast } from '../../../ui/toasts.ts';
import type { PrintableOrder } from './jobs.ts';
import { printNewTickets } from './new-tickets.ts';
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
