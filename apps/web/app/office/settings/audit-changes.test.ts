import { expect, test } from 'vitest';
import { fieldChanges } from './audit-changes.ts';

test('shows only what changed, with money formatted', () => {
  const before = { paymentStatus: 'paid', refundedCents: 0 };
  expect(fieldChanges(before, { paymentStatus: 'paid', refundedCents: 792 })).toEqual([
    { name: 'refunded', before: '$0.00', after: '$7.92' },
  ]);
  expect(fieldChanges({ price_cents: 1299 }, { price_cents: 1399 })).toEqual([
    { name: 'price', before: '$12.99', after: '$13.99' },
  ]);
});

test('shows a new record without empty fields and ids of people', () => {
  const takenBy = '5cc31efb-7b0a-4d65-9d0e-0b1c2d3e4f50';
  expect(fieldChanges(null, { total: 19.94, paymentMethod: 'cash', takenBy, note: null, tags: [] })).toEqual([
    { name: 'total', before: null, after: '$19.94' },
    { name: 'payment method', before: null, after: 'Cash' },
  ]);
  expect(fieldChanges(null, { tender: 'gift-card' })).toEqual([{ name: 'tender', before: null, after: 'Gift card' }]);
});

test('treats two spellings of a field as one', () => {
  expect(fieldChanges({ tax_label: 'HST', name: 'Truro' }, { taxLabel: 'GST', name: 'Truro' })).toEqual([
    { name: 'tax label', before: 'HST', after: 'GST' },
  ]);
});

test('names the limit of texts with its period, an hour', () => {
  expect(fieldChanges({ strangersTextsMost: 600 }, { strangersTextsMost: 300 })).toEqual([
    { name: 'most texts per hour to unconfirmed numbers', before: '600', after: '300' },
  ]);
});

test('names the order line that was marked', () => {
  expect(fieldChanges({ line: 2, done: false }, { line: 2, done: true })).toEqual([
    { name: 'line', before: null, after: '2' },
    { name: 'done', before: 'no', after: 'yes' },
  ]);
});

test('shows a removed value as none', () => {
  expect(fieldChanges({ tableNumber: '7', deletedAt: null }, { tableNumber: null, deletedAt: null })).toEqual([
    { name: 'table', before: '7', after: 'nothing' },
  ]);
});

test('shows only the new value where none was set before', () => {
  expect(fieldChanges({ status: 'confirmed', tableNumber: null }, { status: 'confirmed', tableNumber: '7' })).toEqual([
    { name: 'table', before: null, after: '7' },
  ]);
});

test('lists the parts of an object without ids, braces or raw timestamps', () => {
  const by = '5cc31efb-7b0a-4d65-9d0e-0b1c2d3e4f50';
  const pace = { by, kind: 'busy', plus: 20, until: '2026-11-21T23:17:00.000Z', reason: 'full house', service: null };
  const [change] = fieldChanges({ pace: [] }, { pace: [pace, { ...pace, kind: 'pause', plus: 0, reason: '' }] });
  expect(change?.after).toMatch(
    /^kind: busy, plus: 20, until: Nov 21, 2026.*, reason: full house; kind: pause, plus: 0, until: [^"{]*$/,
  );
});

const heat = { kitchenName: null, pricesBySize: {}, opensGroupId: null, isDefault: false, maxUnits: 1, allergens: [] };
const mild = { ...heat, id: 'mild', name: 'Mild', price: 0, isDefault: true };
const hot = { ...heat, id: 'hot', name: 'Hot', price: 0 };
const killer = { ...heat, id: 'heat-4', name: 'Killer', price: 1.25 };

test('names each changed option with its changes', () => {
  expect(fieldChanges({ options: [mild, hot] }, { options: [mild, { ...hot, price: 0.5, maxUnits: 2 }] })).toEqual([
    { name: 'Hot, most per dish', before: '1', after: '2' },
    { name: 'Hot, price', before: '$0.00', after: '$0.50' },
  ]);
  expect(fieldChanges({ options: [mild, hot] }, { options: [mild, hot, killer] })).toEqual([
    { name: 'Killer', before: null, after: 'most per dish: 1, price: $1.25' },
  ]);
  expect(fieldChanges({ options: [mild, hot] }, { options: [{ ...hot, name: 'Very hot' }] })).toEqual([
    { name: 'Very hot, name', before: 'Hot', after: 'Very hot' },
    { name: 'Mild', before: null, after: 'taken out' },
  ]);
  expect(fieldChanges({ options: [mild, hot] }, { options: [hot, mild] })).toEqual([
    { name: 'sequence', before: 'Mild, Hot', after: 'Hot, Mild' },
  ]);
});

test('formats the price of each size as money', () => {
  const sized = { ...hot, pricesBySize: { large: 0.75 } };
  expect(fieldChanges({ options: [hot] }, { options: [sized] })).toEqual([
    { name: 'Hot, price by size', before: 'nothing', after: 'large $0.75' },
  ]);
});
