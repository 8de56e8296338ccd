import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addMinutes, HALIFAX } from '../../core/time.ts';
import { readHours, type OpeningHours } from '../../hours/index.ts';
import { lastOrders } from './last-orders.ts';
import { promiseReadyTime } from './promise.ts';

const NAMES = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const daily = (open: string, close: string, closed = false): OpeningHours => {
  const read = readHours(Object.fromEntries(NAMES.map((name) => [name, { open, close, closed }])), [], HALIFAX);
  if (!read.ok) throw new Error('these hours can be read');
  return read.value;
};
/** A time on Friday, 20 November in Halifax, which is four hours behind UTC. */
const friday = (time: string) => addMinutes(new Date(`2026-11-20T${time}:00Z`), 4 * 60);
const hours = daily('11:30', '22:00');

test('an order of 20 minutes is possible until 20 minutes before closing, and a busy kitchen ends earlier', () => {
  const nextOpening = new Date('2026-11-21T15:30:00Z');
  expect(lastOrders(friday('20:00'), { hours, quote: 20, plus: 0 })).toEqual({ at: friday('21:40'), nextOpening });
  expect(lastOrders(friday('20:00'), { hours, quote: 20, plus: 15 })?.at).toEqual(friday('21:25'));
});

test('a closed kitchen has no last orders', () => {
  expect(lastOrders(friday('22:00'), { hours, quote: 20, plus: 0 })).toBeNull();
  expect(lastOrders(friday('20:00'), { hours: daily('11:30', '22:00', true), quote: 20, plus: 0 })).toBeNull();
});

test('an order is promised for today until the last orders, and refused after them', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 629 }),
      fc.integer({ min: 1, max: 90 }),
      fc.constantFrom(0, 15, 60),
      (minutesOpen, quote, plus) => {
        const now = addMinutes(friday('11:30'), minutesOpen);
        const promised = promiseReadyTime(now, {
          quote,
          plus,
          hours,
          learned: null,
          pausedUntil: null,
          isActive: true,
          agreesToWait: false,
          by: 'guest',
          wantedFor: null,
          capacity: null,
        });
        const last = lastOrders(now, { hours, quote, plus });
        expect(promised.ok).toBe(last !== null && now <= last.at);
      },
    ),
  );
});
