import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decidePrint, printedStateOf, type PrintedOrder } from './kitchen-print.ts';

type Order = PrintedOrder;
type Line = Order['items'][number];

const line = (number: number, quantity: number, more: Partial<Line> = {}): Line => ({
  line: number,
  name: `dish ${number}`,
  quantity,
  spiceLevelName: '',
  ...more,
});
const order = (more: Partial<Order> = {}): Order => ({
  status: 'pending',
  items: [line(1, 2), line(2, 1)],
  specialInstructions: '',
  ...more,
});
const removed = { changes: [{ lines: [{ line: 2, name: 'dish 2', by: -1, spice: '' }] }] };
const large = { group: 'size', groupName: 'Size', id: 'large', name: 'Large', units: 1, unitPrice: 0 };
const milk = { allergies: [{ code: 'milk' as const }] };

/** 'ticket', or the parts of the slip in words. */
function inWords(print: ReturnType<typeof decidePrint>): string {
  if (print === null || print === 'ticket') return print ?? 'nothing';
  const dishes = (of: readonly { readonly name: string; readonly quantity: number }[]) =>
    of.map(({ name, quantity }) => `${quantity} ${name}`).join(', ');
  const parts = [
    print.isCancelled && 'cancelled',
    print.hasNewAllergies && 'allergies',
    print.dropped.length > 0 && `drop ${dishes(print.dropped)}`,
    print.added.length > 0 && `add ${dishes(print.added)}`,
    print.changed.length > 0 && `change ${dishes(print.changed)}`,
    print.hasNewNote && 'note',
  ];
  return parts.filter(Boolean).join('; ');
}

test.each<[string, Partial<Order>, string]>([
  ['a new order', {}, 'ticket'],
  ['an order in preparation', { status: 'preparing' }, 'ticket'],
  ['a ready order', { status: 'ready' }, 'nothing'],
  ['a completed order', { status: 'completed' }, 'nothing'],
  ['a cancelled order', { status: 'cancelled' }, 'nothing'],
  ['an order without dishes here', { items: [] }, 'nothing'],
  ['a refunded order', { items: [line(1, 2, { refundedQuantity: 2 })] }, 'nothing'],
])('before the first ticket, %s prints %3$s', (_what, more, expected) => {
  expect(inWords(decidePrint(order(more), null))).toBe(expected);
});

test.each<[string, Partial<Order>, Partial<Order>, string]>([
  ['the same order', {}, {}, 'nothing'],
  ['a started order', {}, { status: 'preparing' }, 'nothing'],
  ['a refunded portion', {}, { items: [line(1, 2, { refundedQuantity: 1 }), line(2, 1)] }, 'drop 1 dish 1'],
  ['a restored portion', { items: [line(1, 2, { refundedQuantity: 1 }), line(2, 1)] }, {}, 'add 1 dish 1'],
  ['a removed dish', {}, { items: [line(1, 2)], ...removed }, 'drop 1 dish 2'],
  ['a cancelled order', {}, { status: 'cancelled' }, 'cancelled; drop 2 dish 1, 1 dish 2'],
  ['an added dish', {}, { items: [line(1, 2), line(2, 1), line(3, 4)] }, 'add 4 dish 3'],
  ['more of a dish', {}, { items: [line(1, 5), line(2, 1)] }, 'add 3 dish 1'],
  ['fewer of a dish', {}, { items: [line(1, 1), line(2, 1)] }, 'drop 1 dish 1'],
  ['another heat level', {}, { items: [line(1, 2, { spiceLevelName: 'Hot' }), line(2, 1)] }, 'change 2 dish 1'],
  ['another note of a dish', {}, { items: [line(1, 2, { note: 'no salt' }), line(2, 1)] }, 'change 2 dish 1'],
  [
    'other options and another quantity',
    {},
    { items: [line(1, 3, { options: [large] }), line(2, 1)] },
    'change 3 dish 1',
  ],
  ['an allergy stated late', {}, milk, 'allergies'],
  ['an allergy in a late note', {}, { specialInstructions: 'I cannot eat peanuts' }, 'allergies'],
  ['an allergy of a dish', {}, { items: [line(1, 2, milk), line(2, 1)] }, 'allergies'],
  ['another allergy', milk, { allergies: [{ code: 'eggs' }] }, 'allergies'],
  ['an allergy that was withdrawn', milk, {}, 'nothing'],
  ['another note', {}, { specialInstructions: 'Ring twice' }, 'note'],
  ['a note that was withdrawn', { specialInstructions: 'Ring twice' }, {}, 'note'],
  ['an allergy and dishes', {}, { ...milk, ...removed, items: [line(1, 3)] }, 'allergies; drop 1 dish 2; add 1 dish 1'],
  ['a ready order that changed', {}, { status: 'ready', ...milk, items: [line(1, 1)] }, 'nothing'],
  ['a cancelled order with a new allergy', {}, { status: 'cancelled', ...milk }, 'cancelled; drop 2 dish 1, 1 dish 2'],
  ['a cancelled order whose slip is printed', { status: 'cancelled' }, { status: 'cancelled' }, 'nothing'],
  ['the first dish for a station', { items: [] }, {}, 'ticket'],
])('after a ticket, %s prints %4$s', (_what, before, after, expected) => {
  const now = order(after);
  expect(inWords(decidePrint(now, printedStateOf(order(before))))).toBe(expected);
  expect(inWords(decidePrint(now, printedStateOf(now)))).toBe('nothing');
});

test('a dish that moves to another station is named on the slip of the first one', () => {
  const here = { ...order(), items: [line(1, 2)] };
  expect(inWords(decidePrint(here, printedStateOf(order()), order().items))).toBe('drop 1 dish 2');
});

test('what is unknown about the paper: the whole ticket again, and all dishes off a cancelled one', () => {
  expect(inWords(decidePrint(order(), 'cook 3f9ab2'))).toBe('ticket');
  expect(inWords(decidePrint(order({ status: 'cancelled' }), 'cook 3f9ab2'))).toBe(
    'cancelled; drop 2 dish 1, 1 dish 2',
  );
  expect(inWords(decidePrint(order({ status: 'ready' }), 'cook 3f9ab2'))).toBe('nothing');
});

test('what an earlier version stored of a ticket is compared as far as it goes', () => {
  const [allergies = ''] = printedStateOf(order()).split('|');
  const stored = `${allergies}|1:2,2:1`;
  const hot = order({ items: [line(1, 2, { spiceLevelName: 'Hot' }), line(2, 1)], specialInstructions: 'Ring twice' });
  expect(inWords(decidePrint(hot, stored))).toBe('nothing');
  expect(inWords(decidePrint(order({ items: [line(1, 1), line(2, 1)], ...milk }), stored))).toBe(
    'allergies; drop 1 dish 1',
  );
});

test('a stored state has nothing that a guest wrote, and no space', () => {
  const personal = {
    specialInstructions: 'Peanuts kill me',
    allergyNote: 'EpiPen in bag',
    items: [line(1, 1, { note: 'for Zoë' })],
  };
  expect(printedStateOf(order(personal))).toMatch(/^\w+\|1:1:\w+\|\w+$/);
});

test('whatever the changes, a cook who follows ticket and slips cooks what the order says', () => {
  const lines = fc.uniqueArray(
    fc.record({
      line: fc.integer({ min: 1, max: 4 }),
      quantity: fc.integer({ min: 1, max: 5 }),
      refundedQuantity: fc.nat(5),
    }),
    { selector: (each) => each.line, maxLength: 4 },
  );
  fc.assert(
    fc.property(fc.array(lines, { minLength: 1, maxLength: 6 }), fc.boolean(), (states, isCancelled) => {
      const everyLine = [1, 2, 3, 4].map((number) => line(number, 1));
      let printed: string | null = null;
      let toCook = new Map<string, number>();
      const add = (name: string, quantity: number) => toCook.set(name, (toCook.get(name) ?? 0) + quantity);
      const portions = ({ quantity, refundedQuantity = 0 }: Line) => Math.max(0, quantity - refundedQuantity);
      const orders = states.map((items) => order({ items: items.map((each) => line(each.line, each.quantity, each)) }));
      const last = orders.at(-1);
      if (isCancelled && last) orders.push({ ...last, status: 'cancelled' });
      for (const now of orders) {
        const print = decidePrint(now, printed, everyLine);
        if (print === null) continue;
        printed = printedStateOf(now);
        if (print === 'ticket') toCook = new Map(now.items.map((item) => [item.name, portions(item)]));
        else {
          for (const { name, quantity } of print.dropped) add(name, -quantity);
          for (const { name, quantity } of print.added) add(name, quantity);
        }
      }
      const now = orders.at(-1);
      const expected = now?.status === 'cancelled' ? [] : (now?.items ?? []);
      const wanted = new Map(expected.map((item) => [item.name, portions(item)]));
      const cooked = (dishes: ReadonlyMap<string, number>) => new Map([...dishes].filter(([, count]) => count !== 0));
      expect(cooked(toCook)).toEqual(cooked(wanted));
    }),
  );
});
