import { storedText } from '../../../shared/offline/text-storage.ts';
import { kitchenChange, portionsToCook, type portionsToCookByLine, type KitchenChange } from '@tiffin/domain/order';
import { printChangeSlip, printKitchenTicket, type PrintableOrder } from './print-jobs.ts';
import { useEffect } from 'react';
import { toast } from '../../../ui/toasts.ts';
import { usePrinter } from './printer-store.ts';
import { texts } from './texts.ts';

const RETRY_MS = 20_000;

/** Prints the kitchen tickets of new orders automatically while mounted, if this device is set to do so. */
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

/** More orders than a kitchen gets in a day. */
const REMEMBERED = 500;
const saved = storedText('tiffin_printed_tickets');

/**
 * The orders printed on this device, each with its refunded quantities at that time, as
 * 'line:quantity,line:quantity'.
 */
type Printed = ReadonlyMap<string, string>;

function printed(): Printed {
  const entries = (saved.read() ?? '').split(' ').filter((entry) => entry !== '');
  return new Map(entries.map((entry) => [entry.split('|')[0] ?? '', entry.split('|')[1] ?? '']));
}

function remember(all: Printed): void {
  const entries = [...all].map(([id, refunded]) => (refunded === '' ? id : `${id}|${refunded}`));
  saved.write(entries.slice(-REMEMBERED).join(' '));
}

type CookedOrder = Pick<PrintableOrder, 'id' | 'status'> & {
  readonly items: Parameters<typeof portionsToCookByLine>[0];
};

function refundedOf({ items }: CookedOrder): string {
  return items
    .filter((item) => portionsToCook(item) < item.quantity)
    .map((item) => `${item.line}:${item.quantity - portionsToCook(item)}`)
    .join();
}

function isInKitchen({ status }: Pick<PrintableOrder, 'status'>): boolean {
  return status === 'pending' || status === 'preparing';
}

/**
 * Orders with something to cook that were placed since automatic printing began and were not printed on this device,
 * oldest first.
 */
export function ticketsToPrint<O extends CookedOrder & Pick<PrintableOrder, 'orderTime'>>(
  orders: readonly O[],
  since: string,
  done: Pick<Printed, 'has'>,
): readonly O[] {
  return orders
    .filter((order) => isInKitchen(order) && order.items.some((item) => portionsToCook(item) > 0))
    .filter((order) => Date.parse(order.orderTime) >= Date.parse(since) && !done.has(order.id))
    .toSorted((a, b) => Date.parse(a.orderTime) - Date.parse(b.orderTime));
}

/** Change slips for printed tickets: dishes that were refunded or restored. */
export function slipsToPrint<O extends CookedOrder>(
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
 * Prints each new order's ticket and each change slip once per device, even with two windows open. An order is stored
 * as printed before it is sent to the printer: a second ticket would be cooked twice, while a missing ticket is still
 * on the board. Returns false when the printer failed; the remaining jobs wait.
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
