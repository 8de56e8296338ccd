import { expect, test } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { eventPayload, conflictingVersion } from './event-payload.ts';

interface Dish {
  readonly id: string;
  readonly version: number;
}
const naan: Dish = { id: 'naan', version: 2 };

test.each<[string, Record<string, unknown>, Dish | null]>([
  ['a dish', { item: naan }, naan],
  ['nothing', {}, null],
  ['an explicit null', { item: null }, null],
  ['a text', { item: 'naan' }, null],
  ['half a dish', { item: { id: 'naan' } }, null],
])('%s is a valid payload', (_what, data, found) => {
  expect(eventPayload<Dish>(data, 'item', 'id', 'version')).toBe(found);
});

test('only a conflict contains the concurrently saved version', () => {
  const refused = (code: string) => new ApiError({ code, status: 409, message: '', details: { item: naan } });
  expect(conflictingVersion<Dish>(refused('conflict'), { name: 'item', fields: ['version'] })).toBe(naan);
  expect(conflictingVersion<Dish>(refused('invalid-transition'), { name: 'item', fields: ['version'] })).toBeNull();
  expect(conflictingVersion<Dish>(new Error('conflict'), { name: 'item', fields: ['version'] })).toBeNull();
});
