import { screen, waitFor } from '@testing-library/react';
import { printedStateOf } from '@tiffin/domain/printing';
import { expect, test, vi } from 'vitest';
import type { Answer } from '../../../shared/api/api.ts';
import { outage } from '../../../testing/network.ts';
import { dalForOne, ordersOf } from '../../../testing/samples.ts';
import { openOffice, sendLiveEvent } from '../../../testing/show.tsx';

type Order = Answer<'getOrderDetails'>['order'];

const CUT = '\u001DV';
const REMEMBERED = 'tiffin_printed_tickets';
const SINCE = '2026-11-20T21:00:00.000Z';
const EARLIER = '2026-11-20T20:00:00.000Z';

function order(code: string, more: Partial<Order> = {}): Order {
  const id = `TRU-20261120-${code}`;
  return { ...dalForOne, id, orderId: id, billId: id, status: 'preparing', ...more };
}
const milk: Partial<Order> = { allergies: [{ code: 'milk' }] };
const naan = { ...dalForOne.items[0], line: 2, id: 'naan', name: 'Naan', quantity: 2 } as Order['items'][number];

/** A printer at a serial cable that prints new orders' tickets. */
function connectPrinter() {
  const printer = { sent: '', isPlugged: true };
  const port = {
    getInfo: () => ({}),
    open: async () => {
      if (!printer.isPlugged) throw new DOMException('Failed to open serial port.', 'NetworkError');
    },
    close: () => Promise.resolve(),
    get writable() {
      return new WritableStream<Uint8Array>({
        write: (bytes) => void (printer.sent += String.fromCharCode(...bytes)),
      });
    },
  };
  Object.defineProperty(navigator, 'serial', { configurable: true, value: { getPorts: async () => [port] } });
  const cable = { way: 'serial', baudRate: 9600, vendorId: null, productId: null };
  localStorage.setItem('tiffin_printer', JSON.stringify({ printer: cable, ticketsSince: SINCE }));
  /** Waits for so many tickets and slips. */
  const papers = async (count: number) => {
    await waitFor(() => expect(printer.sent.split(CUT)).toHaveLength(count + 1));
    const all = printer.sent.split(CUT).slice(0, -1);
    printer.sent = '';
    return all;
  };
  return { printer, papers };
}

const updates = (changed: Order) => sendLiveEvent('order.updated', { locationId: 'truro', order: changed });
const open = (...orders: Order[]) =>
  openOffice('orders', { getLocationOrders: ({ status }) => ordersOf(status === 'completed' ? [] : orders) });
const codesIn = (papers: readonly string[]) => papers.map((paper) => /TRU-\d+-([A-Z]{5})/.exec(paper)?.[1]);

test('a tablet prints each new order once, oldest first, and slips with what changes', async () => {
  const { papers, printer } = connectPrinter();
  const [first, second] = [order('FIRST'), order('NEXTY', { orderTime: '2026-11-20T22:05:00.000Z' })];
  open(second, first, order('OLDER', { orderTime: EARLIER }));
  expect(codesIn(await papers(2))).toEqual(['FIRST', 'NEXTY']);
  const more = { ...first, version: 2, items: [...first.items, naan] };
  updates(more);
  const [slip = ''] = await papers(1);
  expect(slip).toContain('COOK ALSO');
  expect(slip).toContain('2 Naan');
  expect(slip).not.toContain('Placed');
  updates({ ...more, version: 3, ...milk });
  expect((await papers(1))[0]).toContain('NEW ALLERGY');
  updates({ ...more, version: 4, ...milk, status: 'cancelled' });
  expect((await papers(1))[0]).toContain('DO NOT COOK');
  expect(printer.sent).toBe('');
});

test('an order that is older than automatic printing gets no ticket, but an allergy stated later is printed', async () => {
  const { papers } = connectPrinter();
  const older = order('OLDER', { orderTime: EARLIER });
  open(older, order('NEWER'));
  expect(codesIn(await papers(1))).toEqual(['NEWER']);
  updates({ ...older, version: 2, ...milk });
  const [slip = ''] = await papers(1);
  for (const words of ['OLDER', 'NEW ALLERGY', 'Milk']) expect(slip).toContain(words);
});

test('tickets wait while the printer is off, and an allergy that is stated meanwhile is on the ticket', async () => {
  const { papers, printer } = connectPrinter();
  printer.isPlugged = false;
  const first = order('FIRST');
  open(first);
  await expect(screen).toShow('Kitchen tickets are waiting');
  expect(localStorage.getItem(REMEMBERED)).toBe('');
  printer.isPlugged = true;
  updates({ ...first, version: 2, ...milk });
  const [ticket = ''] = await papers(1);
  for (const words of ['Placed', 'ALLERGY', 'Milk']) expect(ticket).toContain(words);
  expect(ticket).not.toContain('NEW ALLERGY');
});

test('while the server cannot be reached a tablet prints what it knows, and the rest when the connection is back', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { papers, printer } = connectPrinter();
  printer.isPlugged = false;
  const { answer } = open(order('FIRST'));
  await expect(screen).toShow('Kitchen tickets are waiting');
  answer({ getLocationOrders: outage(), getUnconfirmedTickets: outage() });
  printer.isPlugged = true;
  await vi.advanceTimersByTimeAsync(20_000);
  expect(codesIn(await papers(1))).toEqual(['FIRST']);
  const missed = order('MISSY', { orderTime: '2026-11-20T22:05:00.000Z' });
  sendLiveEvent('order.created', { locationId: 'truro', order: missed });
  expect(codesIn(await papers(1))).toEqual(['MISSY']);
});

test('an updated tablet prints none of the tickets that the previous version remembers, and their changes', async () => {
  const { papers, printer } = connectPrinter();
  const open500 = Array.from({ length: 500 }, (_, at) => order(`OLD${String.fromCharCode(65 + (at % 26))}${at}`));
  const [known = order(''), refunded = known, bare = known, ...rest] = open500;
  const [allergies = ''] = printedStateOf(known).split('|');
  localStorage.setItem(
    REMEMBERED,
    [
      ...rest.map(({ id }) => `${id}||${allergies}|1:1`),
      `${known.id}||${allergies}|1:1`,
      `${refunded.id}|1:1|${allergies}|1:0`,
      // A still earlier version.
      bare.id,
    ].join(' '),
  );
  const taken = { ...refunded, items: refunded.items.map((item) => ({ ...item, refundedQuantity: 1 })) };
  open(known, taken, bare, ...rest.slice(-5), order('NEWER'));
  expect(codesIn(await papers(1))).toEqual(['NEWER']);
  updates({ ...known, version: 2, items: [...known.items, naan], ...milk });
  const [slip = ''] = await papers(1);
  for (const words of ['NEW ALLERGY', 'COOK ALSO', '2 Naan']) expect(slip).toContain(words);
  updates({ ...bare, version: 2, ...milk });
  expect((await papers(1))[0]).toContain('NEW ALLERGY');
  expect(printer.sent).toBe('');
});

test('what a tablet remembers still says to the previous version, in another window, that a ticket is printed', async () => {
  const { papers } = connectPrinter();
  const first = order('FIRST', { items: [...dalForOne.items, naan] });
  open(first);
  await papers(1);
  const [id, , allergies, portions] = (localStorage.getItem(REMEMBERED) ?? '').split('|');
  expect([id, allergies]).toEqual([first.id, printedStateOf(first).split('|')[0]]);
  expect(portions?.split(',').map((entry) => entry.split(':').slice(0, 2).map(Number))).toEqual([
    [1, 1],
    [2, 2],
  ]);
});

test('an order whose ticket the till printed offline gets no second ticket, but slips with what changes', async () => {
  const { papers } = connectPrinter();
  const sold = order('TAKEN', { offlineNumber: 'B-17', ticketPrinted: true });
  open(sold, order('NEXTY', { orderTime: '2026-11-20T22:05:00.000Z' }));
  expect(codesIn(await papers(1))).toEqual(['NEXTY']);
  updates({ ...sold, version: 2, items: [...sold.items, naan] });
  const [slip = ''] = await papers(1);
  expect(slip).toContain('COOK ALSO');
  // The number that the guest and the ticket in the kitchen have.
  expect(slip).toContain('B-17');
});
