import { expect, test } from 'vitest';
import { TICKET_LIMITS } from '../order/ticket.ts';
import { exceptionsProblem, ticketLimitsProblem, zoneProblem } from './check-settings.ts';

test('soon comes before late', () => {
  expect(ticketLimitsProblem(TICKET_LIMITS)).toBeNull();
  expect(ticketLimitsProblem({ ...TICKET_LIMITS, acceptLate: TICKET_LIMITS.acceptSoon })?.details).toEqual({
    field: 'acceptLate',
  });
  expect(ticketLimitsProblem({ ...TICKET_LIMITS, passSoon: 20 })?.details).toEqual({ field: 'passLate' });
});

const christmas = { date: '2026-12-25', closed: true, open: null, close: null };
const eve = { date: '2026-12-24', closed: false, open: '11:30', close: '15:00' };

test.each([
  ['none', [], undefined],
  ['a closed day and one with other hours', [christmas, eve], undefined],
  ['a night that ends after midnight', [{ ...eve, open: '18:00', close: '02:00' }], undefined],
  ['a date that is none', [{ ...christmas, date: '2026-13-01' }], 'Invalid date'],
  ['a date twice', [eve, { ...eve, open: '12:00' }], '2026-12-24 is listed twice'],
  ['no closing time', [{ ...eve, close: null }], '2026-12-24 needs an opening and a closing time'],
  ['a time that is none', [{ ...eve, open: '9am' }], '2026-12-24 needs an opening and a closing time'],
])('exceptions with %s', (_what, exceptions, words) => {
  expect(exceptionsProblem(exceptions)?.message).toBe(words);
});

test('a zone is one that clocks know', () => {
  expect(zoneProblem('America/Halifax')).toBeNull();
  expect(zoneProblem('Atlantis/Centre')?.message).toBe('This time zone is not known');
});
