import { stored } from '../../../shared/offline/stored.ts';
import { kitchenChange, toCook, type cookingList, type KitchenChange } from '@tiffin/domain/order';
import { printChangeSlip, printKitchenTicket, type PrintableOrder } from './print-jobs.ts';
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
    let removed = false;
    const printThem = async () => {
      if ((await printNewTickets(orders, ticketsSince)) || removed) return;
      toast.error(texts.ticketsWait, { id: 'tickets-wait', description: texts.ticketsWaitText });
      timer = setTimeout(() => void printThem(), RETRY_MS);
    };
    void printThem();
    return () => {
      removed = true;
      clearTimeout(timer);
    };
  }, [orders, printer, ticketsSince]);
}

/** More than a day's orders of one kitchen. */
const REMEMBERED = 500;
const saved = stored('tiffin_printed_tickets');

/** What was printed here: each order with what of it was refunded by then, as 'line:quantity,line:quantity'. */
type Printed = ReadonlyMap<string, string>;

function printed(): Printed {
  const entries = (saved.read() ?? '').split(' ').filter((entry) => entry !== '');
  return new Map(entries.map((entry) => [entry.split('|')[0] ?? '', entry.split('|')[1] ?? '']));
}

function remember(all: Printed): void {
  const entries = [...all].map(([id, refunded]) => (refunded === '' ? id : `${id}|${refunded}`));
  saved.write(entries.slice(-REMEMBERED).join(' '));
}

type Cooked = Pick<PrintableOrder, 'id' | 'status'> & { readonly items: Parameters<typeof cookingList>[0] };

function refundedOf({ items }: Cooked): string {
  return items
    .filter((item) => toCook(item) < item.quantity)
    .map((item) => `${item.line}:${item.quantity - toCook(item)}`)
    .join();
}

function isInKitchen({ status }: Pick<PrintableOrder, 'status'>): boolean {
  return status === 'pending' || status === 'preparing';
}

/** With something to cook, placed since tickets come by themselves, and not printed on this device; oldest first. */
export function ticketsToPrint<O extends Cooked & Pick<PrintableOrder, 'orderTime'>>(
  orders: readonly O[],
  since: string,
  done: Pick<Printed, 'has'>,
): readonly O[] {
  return orders
    .filter((order) => isInKitchen(order) && order.items.some((item) => toCook(item) > 0))
    .filter((order) => Date.parse(order.orderTime) >= Date.parse(since) && !done.has(order.id))
    .toSorted((a, b) => Date.parse(a.orderTime) - Date.parse(b.orderTime));
}

/** What hangs on the rail and is no longer true: dishes were refunded, or are to be cooked after all. */
export function slipsToPrint<O extends Cooked>(
  orders: readonly O[],
  done: Printed,
): readonly { readonly order: O; readonly change: KitchenChange }[] {
  return orders.filter(isInKitchen).flatMap((order) => {
    const refunded = done.get(order.id);
    if (refunded === undefined || refunded === refundedOf(order)) return [];
    const removed = new Map(
      refunded.split(',').map((entry) => [Number(entry.split(':')[0]), Number(entry.split(':')[1])]),
    );
    const before = new Map(order.items.map(({ line, quantity }) => [line, quantity - (removed.get(line) ?? 0)]));
    const change = kitchenChange(order.items, before);
    return change ? [{ order, change }] : [];
  });
}

/**
 * Every new order's ticket, and a slip for what changes on it, once on this device, even with two
 * windows open. Remembered before it is sent: a second ticket would be cooked twice, a missing one still
 * stands on the board. False: the printer failed, and what is left waits.
 */
export function printNewTickets(orders: readonly PrintableOrder[], since: string): Promise<boolean> {
  return navigator.locks.request('tiffin_printed_tickets', async () => {
    const once = async (order: PrintableOrder, print: () => Promise<boolean>) => {
      const before = printed();
      remember(new Map([...before, [order.id, refundedOf(order)]]));
      const isPrinted = await print();
      if (!isPrinted) remember(before);
      return isPrinted;
    };
    for (const order of ticketsToPrint(orders, since, printed())) {
      if (!(await once(order, () => printKitchenTicket(order)))) return false;
    }
    for (const { order, change } of slipsToPrint(orders, printed())) {
      if (!(await once(order, () => printChangeSlip(order, change)))) return false;
    }
    return true;
  });
}
