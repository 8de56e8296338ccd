import { expect, test } from 'vitest';
import { localDate } from '../core/time.ts';
import { graceUntilDate, isFiscalMove, maySettleBill, mayTakeMoney, type MoneyLocation } from './may-take-money.ts';

const GATINEAU: MoneyLocation = {
  country: 'CA',
  region: 'QC',
  postalCode: 'J8X 2K1',
  timeZone: 'America/Toronto',
  fiscalSince: null,
  graceUntil: null,
  tillDeclaration: null,
};
const DECLARED = { tillDeclaration: 'Our accountant wrote that none is needed' };
const MADRID = {
  ...GATINEAU,
  ...DECLARED,
  country: 'ES',
  region: 'Madrid',
  postalCode: '28013',
  timeZone: 'Europe/Madrid',
};
const LAGOS = { ...GATINEAU, country: 'NG', region: 'Lagos', postalCode: '', timeZone: 'Africa/Lagos' };
const TRURO = { ...GATINEAU, region: 'NS', postalCode: 'B2N 1A1', timeZone: 'America/Halifax' };

test.each([
  ['Truro', TRURO, '2026-12-02', 'free', true, null],
  ['Lagos, not looked up', LAGOS, '2026-12-02', 'refused', false, null],
  ['Lagos, with an empty declaration', { ...LAGOS, tillDeclaration: '' }, '2026-12-02', 'refused', false, null],
  ['Lagos, declared', { ...LAGOS, ...DECLARED }, '2026-12-02', 'free', true, null],
  ['Lagos in its grace period', { ...LAGOS, graceUntil: '2026-12-15' }, '2026-12-02', 'grace', true, '2026-12-16'],
  ['Gatineau, declared all the same', { ...GATINEAU, ...DECLARED }, '2026-12-02', 'refused', false, null],
  ['Madrid, not declared', { ...MADRID, tillDeclaration: null }, '2026-12-31', 'refused', false, null],
  ['Gatineau', GATINEAU, '2026-12-02', 'refused', false, null],
  [
    'Gatineau in its grace period',
    { ...GATINEAU, graceUntil: '2026-12-15' },
    '2026-12-15',
    'grace',
    true,
    '2026-12-16',
  ],
  ['Gatineau after it', { ...GATINEAU, graceUntil: '2026-12-15' }, '2026-12-16', 'refused', false, null],
  ['Madrid before the rule', MADRID, '2026-12-31', 'notice', true, '2027-01-01'],
  ['Madrid under the rule', MADRID, '2027-01-01', 'refused', false, null],
  [
    'a self-employed owner in Madrid',
    { ...MADRID, legalForm: 'self-employed' },
    '2027-01-01',
    'notice',
    true,
    '2027-07-01',
  ],
] as const)('%s', (_name, location, date, state, mayTake, refusedFrom) => {
  expect(mayTakeMoney(location, date)).toMatchObject({ state, mayTake, refusedFrom });
});

test('in Madrid the gate closes at midnight in Madrid', () => {
  const at = (instant: string) => mayTakeMoney(MADRID, localDate(new Date(instant), MADRID.timeZone)).mayTake;
  expect(at('2026-12-31T22:59:59Z')).toBe(true);
  expect(at('2026-12-31T23:00:00Z')).toBe(false);
});

test.each([
  [
    'placed before the move',
    { ...GATINEAU, fiscalSince: new Date('2026-12-02T14:00:00Z') },
    '2026-12-02T13:59:59Z',
    true,
  ],
  [
    'placed after the move',
    { ...GATINEAU, fiscalSince: new Date('2026-12-02T14:00:00Z') },
    '2026-12-02T14:00:00Z',
    false,
  ],
  ['placed in the grace period', { ...GATINEAU, graceUntil: '2026-12-01' }, '2026-12-01T20:00:00Z', true],
  ['placed before the rule started', MADRID, '2026-12-31T22:59:00Z', true],
  ['placed under the rule', MADRID, '2026-12-31T23:00:00Z', false],
])('a bill %s may be settled later: %s', (_when, location, placed, mayTake) => {
  const times = { placedAt: new Date(placed), now: new Date('2027-02-01T12:00:00Z') };
  expect(maySettleBill(location, times).mayTake).toBe(mayTake);
});

test('only a move to other rules is a fiscal move', () => {
  const on = '2026-12-02';
  expect(isFiscalMove(TRURO, GATINEAU, on)).toBe(true);
  expect(isFiscalMove(TRURO, { ...TRURO, region: 'ON', postalCode: 'M5V 2T6' }, on)).toBe(false);
  expect(isFiscalMove(GATINEAU, { ...GATINEAU, postalCode: 'H2X 1Y4' }, on)).toBe(false);
  expect(isFiscalMove(TRURO, { ...TRURO, country: 'PT', region: '' }, on)).toBe(true);
});

test('a grace period ends 14 days after the rule became known', () => {
  expect(graceUntilDate('2026-12-02')).toBe('2026-12-16');
  expect(graceUntilDate('2026-12-25')).toBe('2027-01-08');
});
