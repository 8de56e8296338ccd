import { runAlone } from '../../../shared/page/run-alone.ts';
import { storedText } from '../../../shared/offline/text-storage.ts';
import { shortHash, say } from '@tiffin/domain/core';
import {
  allergiesOf,
  kitchenChange,
  portionsToCook,
  type portionsToCookByLine,
  type KitchenChange,
} from '@tiffin/domain/order';
import { printAllergySlip, printChangeSlip, printKitchenTicket, type PrintableOrder } from './print-jobs.ts';
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
    if (order?.status === 'cancelled') setCancelled((before) => [...before, order].slice(-REMEMBERED));
  });
  useEffect(() => {
    if (!orders || !printer || ticketsSince === null) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isUnmounted = false;
    const printThem = async () => {
      if ((await printNewTickets([...orders, ...cancelled], ticketsSince)) || isUnmounted) return;
      toast.error(say`Kitchen tickets are waiting`, {
        id: 'tickets-wait',
        description: say`Check that the printer is switched on and plugged in, and has paper. They are printed as soon as it is back.`,
      });
      timer = setTimeout(() => void printThem(), RETRY_MS);
    };
    void printThem();
    return () => {
      isUnmounted = true;
      clearTimeout(timer);
    };
  }, [orders, cancelled, printer, ticketsSince]);
}

/** More orders than a kitchen gets in a day. */
const REMEMBERED = 500;
const saved = storedText('tiffin_printed_tickets');

export interface PrintedTicket {
  /** The refunded quantities, as 'line:quantity,line:quantity'. */
  readonly refunded: string;
  /** A hash of the allergies, because they are health data. Undefined if an earlier version printed the ticket. */
  readonly allergies: string | undefined;
  /** What it tells to cook, as 'line:quantity,…'. Undefined if an earlier version printed the ticket. */
  readonly portions?: string | undefined;
}

type Printed = ReadonlyMap<string, PrintedTicket>;

/** Each entry is 'id|refunded|allergies|portions'. */
function printed(): Printed {
  const entries = (saved.read() ?? '').split(' ').filter((entry) => entry !== '');
  return new Map(
    entries.map((entry) => {
      const [id = '', refunded = '', allergies, portions] = entry.split('|');
      return [id, { refunded, allergies, portions }];
    }),
  );
}

function remember(all: Printed): void {
  const entries = [...all].map(([id, { refunded, allergies, portions }]) =>
    [id, refunded, ...(allergies === undefined ? [] : [allergies, portions ?? ''])].join('|'),
  );
  saved.write(entries.slice(-REMEMBERED).join(' '));
}

type CookedOrder = Pick<PrintableOrder, 'id' | 'status' | 'changes'> & {
  readonly items: Parameters<typeof portionsToCookByLine>[0];
};

function refundedOf({ items }: CookedOrder): string {
  return items
    .filter((item) => portionsToCook(item) < item.quantity)
    .map((item) => `${item.line}:${item.quantity - portionsToCook(item)}`)
    .join();
}

/** Nothing of a cancelled order is cooked. */
function portionsOf({ status, items }: CookedOrder): string {
  return status === 'cancelled' ? '' : items.map((item) => `${item.line}:${portionsToCook(item)}`).join();
}

/** The dishes on the paper that are not to be cooked any more. A line that was removed is named by its change. */
function voidsOf(order: CookedOrder, portions: string): KitchenChange['dropped'] {
  const now = new Map(readLines(portionsOf(order)));
  const removed = order.changes?.flatMap(({ lines }) => lines) ?? [];
  return readLines(portions).flatMap(([line, was]) => {
    const quantity = was - (now.get(line) ?? 0);
    const name = [...removed, ...order.items].findLast((each) => each.line === line)?.name ?? '';
    return quantity > 0 ? [{ name, quantity }] : [];
  });
}

function readLines(text: string): [line: number, quantity: number][] {
  return text === '' ? [] : text.split(',').map((entry) => entry.split(':').map(Number) as [number, number]);
}

function hashAllergies(order: Parameters<typeof allergiesOf>[0]): string {
  return shortHash(JSON.stringify(allergiesOf(order)));
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

/** Change slips for printed tickets: dishes that were refunded, voided or restored. */
export function slipsToPrint<O extends CookedOrder>(
  orders: readonly O[],
  done: Printed,
): readonly { readonly order: O; readonly change: KitchenChange }[] {
  return orders.flatMap((order) => {
    const { refunded, portions } = done.get(order.id) ?? {};
    if (refunded === undefined || !(isInKitchen(order) || order.status === 'cancelled')) return [];
    const printedRefunds = new Map(readLines(refunded));
    const before = new Map(order.items.map(({ line, quantity }) => [line, quantity - (printedRefunds.get(line) ?? 0)]));
    const { dropped, back } = kitchenChange(order.items, before) ?? { dropped: [], back: [] };
    const voided = portions ? voidsOf(order, portions) : dropped;
    return voided.length + back.length > 0 ? [{ order, change: { dropped: voided, back } }] : [];
  });
}

/** Printed orders in the kitchen whose allergies the guest stated, or changed, after the ticket was printed. */
export function allergySlipsToPrint<O extends CookedOrder & Parameters<typeof allergiesOf>[0]>(
  orders: readonly O[],
  done: Printed,
): readonly O[] {
  return orders.filter(isInKitchen).filter((order) => {
    const before = done.get(order.id)?.allergies;
    return before !== undefined && allergiesOf(order).length > 0 && before !== hashAllergies(order);
  });
}

/**
 * Prints each new order's ticket and each slip once per device, even with two windows open. An order is stored
 * as printed before it is sent to the printer: a second ticket would be cooked twice, while a missing ticket is still
 * on the board. Returns false when the printer failed; the remaining jobs wait.
 */
export function printNewTickets(orders: readonly PrintableOrder[], since: string): Promise<boolean> {
  return runAlone('tiffin_printed_tickets', async () => {
    const once = async (id: string, ticket: Partial<PrintedTicket>, print: () => Promise<boolean>) => {
      const before = printed();
      const unknown = { refunded: '', allergies: undefined, portions: undefined };
      remember(new Map([...before, [id, { ...(before.get(id) ?? unknown), ...ticket }]]));
      const isPrinted = await print();
      if (!isPrinted) remember(before);
      return isPrinted;
    };
    for (const order of ticketsToPrint(orders, since, printed())) {
      const ticket = { refunded: refundedOf(order), allergies: hashAllergies(order), portions: portionsOf(order) };
      if (!(await once(order.id, ticket, () => printKitchenTicket(order)))) return false;
    }
    for (const order of allergySlipsToPrint(orders, printed())) {
      if (!(await once(order.id, { allergies: hashAllergies(order) }, () => printAllergySlip(order)))) return false;
    }
    for (const { order, change } of slipsToPrint(orders, printed())) {
      const ticket = { refunded: refundedOf(order), portions: portionsOf(order) };
      if (!(await once(order.id, ticket, () => printChangeSlip(order, change)))) return false;
    }
    return true;
  });
}
