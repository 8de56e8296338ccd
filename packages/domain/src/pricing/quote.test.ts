import { expect, test } from 'vitest';
import { cents } from '../core/money.ts';
import { addMinutes, HALIFAX } from '../core/time.ts';
import { WEEKDAYS } from '../hours/index.ts';
import type { DishHours } from '../menu/index.ts';
import type { GroupOption } from '../options/index.ts';
import { missingItemText, quoteFromMenu, type MenuDish, type RequestedLine } from './quote.ts';
import { plainGroup, plainOption } from '../testing/options.ts';

/** A local time on Friday, 20 November in Halifax, which is four hours behind UTC. */
const friday = (time: string) => addMinutes(new Date(`2026-11-20T${time}:00Z`), 4 * 60);
const lunch = (price: number | null, onlyThen: boolean): DishHours => ({
  zone: HALIFAX,
  onlyThen,
  parts: [
    {
      id: 'lunch',
      name: 'Lunch',
      days: WEEKDAYS,
      from: '11:30',
      until: '15:00',
      price: price === null ? null : cents(price),
    },
  ],
});
const option = (id: string, price: number, more: Partial<GroupOption> = {}) =>
  plainOption(id, { price: cents(price), ...more });
const bread = plainGroup(
  'bread',
  [option('naan', 150), option('rice', 0), option('dosa', 250, { hours: lunch(null, true) })],
  { name: 'Bread' },
);
const dish = (id: string, more: Partial<MenuDish> = {}): [string, MenuDish] => [
  id,
  { id, locationId: 'truro', name: id, price: cents(1200), isAvailable: true, ...more },
];
const menu = new Map([
  dish('thali', { hours: lunch(995, true) }),
  dish('curry', { hours: lunch(995, false) }),
  dish('soup', { hours: lunch(null, true) }),
  dish('buffet', { hours: lunch(995, true), isAvailable: false }),
  dish('special', { hours: lunch(995, true), soldOutUntil: friday('20:00') }),
  dish('samosa', { soldOutUntil: friday('20:00') }),
  dish('dal', { optionGroups: [bread] }),
  dish('wine', { taxClass: 'liquor' }),
  dish('water', { taxClass: 'meal' }),
  dish('gone', { locationId: 'new-glasgow', isAvailable: false, soldOutUntil: friday('20:00') }),
]);
const quoted = (lines: readonly RequestedLine[], time: string, more: object = {}) =>
  quoteFromMenu(lines, menu, { locationId: 'truro', orderedFor: friday(time), ...more });
const one = (id: string, more: Partial<RequestedLine> = {}): RequestedLine => ({ id, quantity: 1, ...more });
const chosen = (optionId: string) => ({ options: [{ groupId: 'bread', optionId, units: 1 }] });

/** The unit price, or the reason why the dish is refused. */
const costs = (line: RequestedLine, time: string, more: object = {}) => {
  const answer = quoted([line], time, more);
  return answer.ok ? answer.value[0]?.unitPrice : answer.error.message;
};

test.each([
  ['thali', '12:00', 995],
  ['thali', '14:59', 995],
  ['thali', '15:00', 'thali is not sold at that time. It is sold at Lunch, 11:30 a.m. to 3:00 p.m.'],
  ['curry', '12:00', 995],
  ['curry', '18:00', 1200],
  ['soup', '12:00', 1200],
  ['soup', '18:00', 'soup is not sold at that time. It is sold at Lunch, 11:30 a.m. to 3:00 p.m.'],
  ['special', '12:00', 'special is sold out.'],
  // An unavailable dish cannot be ordered at any hour.
  ['buffet', '12:00', 'buffet is no longer available.'],
  ['buffet', '18:00', 'buffet is no longer available.'],
  ['gone', '12:00', 'gone is no longer available.'],
])('%s at %s costs %s', (id, time, answer) => {
  expect(costs(one(id), time)).toBe(answer);
});

test('of several reasons for refusing a dish, the longest lasting is reported', () => {
  const reason = (id: string) => {
    const answer = quoted([one(id)], '18:00');
    return answer.ok ? null : answer.error.details?.['items'];
  };
  expect(reason('gone')).toEqual([{ id: 'gone', name: 'gone', reason: 'elsewhere' }]);
  expect(reason('buffet')).toEqual([{ id: 'buffet', name: 'buffet', reason: 'unavailable' }]);
  expect(reason('samosa')).toEqual([{ id: 'samosa', name: 'samosa', reason: 'sold-out' }]);
  expect(reason('thali')).toMatchObject([{ reason: 'unavailable', served: 'Lunch, 11:30 a.m. to 3:00 p.m.' }]);
});

test('a dish ordered at lunch keeps its lunch price in the evening', () => {
  expect(costs(one('thali'), '18:00', { hoursAt: friday('12:00') })).toBe(995);
  expect(costs(one('dal', chosen('dosa')), '18:00', { hoursAt: friday('12:00') })).toBe(1450);
  expect(costs(one('dal', chosen('dosa')), '18:00')).toBe('"dosa" is no longer available.');
  // A sold-out dish is refused whenever it was ordered.
  expect(costs(one('samosa'), '18:00', { hoursAt: friday('21:00') })).toBe('samosa is sold out.');
});

test('the till can sell sold-out dishes, but no other unavailable ones', () => {
  expect(costs(one('samosa'), '18:00', { sellAnyway: ['samosa'] })).toBe(1200);
  expect(costs(one('samosa'), '18:00', { sellAnyway: ['thali'] })).toBe('samosa is sold out.');
  expect(costs(one('buffet'), '18:00', { sellAnyway: ['buffet'] })).toBe('buffet is no longer available.');
});

test('open items cost what the till typed, and dishes beside them cost the menu price', () => {
  const cake = { id: 'open:cake', name: 'Cake', quantity: 2, open: { price: cents(750) } };
  const corkage = { id: 'open:corkage', quantity: 1, open: { price: cents(1500), taxClass: 'liquor' as const } };
  const answer = quoted([cake, corkage, one('curry', { name: 'Free curry' })], '18:00');
  expect(answer).toEqual({
    ok: true,
    value: [
      { ...cake, unitPrice: 750 },
      { ...corkage, name: 'open:corkage', unitPrice: 1500, taxClass: 'liquor' },
      { id: 'curry', name: 'curry', quantity: 1, unitPrice: 1200 },
    ],
  });
});

test('a line names its tax class only if it is not a meal', () => {
  const answer = quoted([one('wine'), one('water'), one('curry')], '18:00');
  expect(answer.ok && answer.value.map((line) => line.taxClass ?? 'unsaid')).toEqual(['liquor', 'unsaid', 'unsaid']);
});

test('a dish with options includes their price, and the chosen options are recorded', () => {
  const answer = quoted([one('dal', chosen('naan')), one('curry')], '18:00');
  expect(answer.ok && answer.value).toMatchObject([
    { name: 'dal', unitPrice: 1350, choices: [{ group: 'bread', id: 'naan', units: 1, unitPrice: 150 }] },
    { name: 'curry', unitPrice: 1200 },
  ]);
  expect(answer.ok && answer.value[1]).not.toHaveProperty('choices');
});

test('for invalid options every line is listed, with the field of the first one', () => {
  const foreign = { options: [{ groupId: 'size', optionId: 'large', units: 1 }] };
  const answer = quoted([one('curry'), one('dal', { options: [] }), one('dal', foreign)], '18:00');
  expect(answer).toEqual({
    ok: false,
    error: {
      code: 'option-missing',
      message: 'Choose at least 1 for "Bread"',
      details: {
        field: 'items.1.options',
        items: [
          { line: 2, id: 'dal', name: 'dal', groupId: 'bread', message: 'Choose at least 1 for "Bread"' },
          {
            line: 3,
            id: 'dal',
            name: 'dal',
            groupId: 'size',
            optionId: 'large',
            message: 'One of these choices does not belong to "dal". Please choose again.',
          },
        ],
      },
    },
  });
  // An unavailable dish is reported before wrong options.
  const removed = quoted([one('dal', { options: [] }), one('samosa')], '18:00');
  expect(removed.ok ? null : removed.error.message).toBe('samosa is sold out.');
});

test('with tracked stock the message names how many are left', () => {
  const samosa = { id: 'samosa', name: 'Samosa', reason: 'sold-out' } as const;
  expect([{ left: 3 }, { left: 0 }, {}].map((more) => missingItemText({ ...samosa, ...more }))).toEqual([
    'Only 3 left of Samosa.',
    'Samosa is sold out.',
    'Samosa is sold out.',
  ]);
});

test.each([
  ['Naan', 'naan', 'naan'],
  ['the capitals and accents of others', 'CRÈME  Brûlée!', 'Creme brulee'],
  ['a dish that is sold out', 'Soup', 'soup'],
])('a typed item with the name of a dish is refused: %s', (_what, typedName, dishName) => {
  const soldOutUntil = dishName === 'soup' ? addMinutes(friday('13:00'), 60) : null;
  const here = new Map([dish('d1', { name: dishName, soldOutUntil })]);
  const line = {
    id: `open:${typedName}`,
    name: typedName,
    quantity: 1,
    open: { price: cents(1), taxClass: 'meal', isCooked: true },
  };
  const answer = quoteFromMenu([line as RequestedLine], here, { locationId: 'truro', orderedFor: friday('13:00') });
  expect(answer.ok ? null : [answer.error.message, answer.error.details?.['field']]).toEqual([
    `“${dishName}” is on the menu: choose the dish.`,
    'items.0.name',
  ]);
});

test('a typed item may have the name of a dish that is not sold here or not now', () => {
  const here = new Map([
    dish('elsewhere', { name: 'Cake', locationId: 'new-glasgow' }),
    dish('hidden', { name: 'Cake', isAvailable: false }),
    dish('other', { name: 'Cheesecake' }),
  ]);
  const line = {
    id: 'open:cake',
    name: 'Cake',
    quantity: 1,
    open: { price: cents(900), taxClass: 'meal', isCooked: true },
  };
  const answer = quoteFromMenu([line as RequestedLine], here, { locationId: 'truro', orderedFor: friday('13:00') });
  expect(answer).toMatchObject({ ok: true, value: [{ name: 'Cake', unitPrice: 900 }] });
});
