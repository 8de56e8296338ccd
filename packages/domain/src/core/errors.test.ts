import { expect, test } from 'vitest';
import { failure, failures, Refusal, refuse, statusOf, type FailureCode } from './errors.ts';
import { err, ok } from './result.ts';

const codes = Object.keys(failures) as FailureCode[];

test.each(codes)('%s has a status of a refusal or an outage, and words', (code) => {
  expect(statusOf(code)).toBeGreaterThanOrEqual(400);
  expect(statusOf(code)).toBeLessThan(600);
  expect(failures[code][1].trim()).not.toBe('');
  expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/);
});

test('a failure says the words of the table unless it has better ones', () => {
  expect(failure('order-not-found')).toEqual({ code: 'order-not-found', message: 'Order not found' });
  expect(failure('not-found', 'No such table')).toEqual({ code: 'not-found', message: 'No such table' });
  expect(failure('conflict', undefined, { now: 'ready' })).toEqual({
    code: 'conflict',
    message: 'Somebody else changed this at the same time.',
    details: { now: 'ready' },
  });
});

test('a refusal is an error that carries its failure', () => {
  const refusal = refuse('item-unavailable', 'Butter Chicken is no longer available.', { id: 'butter-chicken' });
  expect(refusal).toBeInstanceOf(Refusal);
  expect(refusal).toBeInstanceOf(Error);
  expect(refusal.name).toBe('Refusal');
  expect(refusal.message).toBe('Butter Chicken is no longer available.');
  expect(refusal.failure.details).toEqual({ id: 'butter-chicken' });
});

test('a result is a value or a failure', () => {
  expect(ok(3)).toEqual({ ok: true, value: 3 });
  expect(err(failure('not-found'))).toEqual({ ok: false, error: { code: 'not-found', message: 'Not found.' } });
});
