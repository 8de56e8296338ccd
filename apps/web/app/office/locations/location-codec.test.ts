import { DEFAULT_WEEK, UNCONFIGURED_DAY, type WeekHours } from '@tiffin/domain/hours';
import { PARTY_PROBLEM } from '@tiffin/domain/reservation';
import { expect, test } from 'vitest';
import { managedTruro } from '../../testing/samples.ts';
import { locationForm } from './location-codec.ts';
import type { ManagedLocation } from './location-data.ts';

const location: ManagedLocation = {
  ...managedTruro,
  hours: null,
  hoursExceptions: [{ date: '2026-12-25', closed: true, open: null, close: null, note: 'Christmas' }],
};
const draft = locationForm.draftOf(location);
const updatesOf = (typed: Partial<typeof draft>) => locationForm.updatesOf(location, { ...draft, ...typed });

test('an untouched location sends nothing, not even default hours', () => {
  expect(updatesOf({})).toEqual({});
  expect(locationForm.problemsOf(draft)).toEqual({});
  expect(draft.hours).toBeNull();
});

test('a new location takes no orders yet, and offers takeout at the default hours in the time zone of its address', () => {
  expect(locationForm.sentOf(locationForm.initialDraft)).toMatchObject({
    isActive: false,
    features: ['Takeout'],
    hours: DEFAULT_WEEK,
    ticketLimits: null,
    slotRules: [],
    capacity: null,
  });
  const address = { country: 'CA', region: 'NS', postalCode: 'B2N 1A1' };
  expect(locationForm.sentOf({ ...locationForm.initialDraft, ...address }).timeZone).toBe('America/Halifax');
});

test('the order prefix is three letters in any case', () => {
  expect(updatesOf({ code: ' trx ' })).toEqual({ code: 'TRX' });
  expect(updatesOf({ code: '' })).toEqual({ code: null });
  expect(locationForm.problemsOf({ ...draft, code: 'T1' })).toEqual({ code: 'Three letters, A to Z' });
});

test('a Canadian location has a province, which its postal code can determine', () => {
  const nowhere = { ...draft, region: '', postalCode: 'unknown' };
  expect(locationForm.problemsOf(nowhere)).toEqual({ region: 'Province is required' });
  expect(locationForm.problemsOf({ ...nowhere, postalCode: 'H2X 1Y4' })).toEqual({});
  expect(locationForm.problemsOf({ ...nowhere, country: 'PT' })).toEqual({});
  expect(locationForm.sentOf({ ...nowhere, postalCode: 'H2X 1Y4' }).region).toBe('QC');
});

test('hours are stored once edited, and a missing day gets the hours that applied', () => {
  const closed = { ...DEFAULT_WEEK.monday, closed: true };
  const week: WeekHours = { ...DEFAULT_WEEK, monday: closed };
  expect(updatesOf({ hours: week })).toEqual({ hours: week });
  const partly = locationForm.draftOf({ ...location, hours: { monday: closed } });
  expect(partly.hours).toMatchObject({ monday: closed, tuesday: UNCONFIGURED_DAY });
});

test('dates are sent in order, and closed ones without times', () => {
  const hoursExceptions = [
    { date: '2026-12-31', closed: false, open: '17:00', close: '01:00', note: ' New Year ' },
    { date: '2026-12-24', closed: true, open: '11:00', close: '12:00', note: '' },
  ];
  expect(updatesOf({ hoursExceptions }).hoursExceptions).toEqual([
    { date: '2026-12-24', closed: true, open: null, close: null, note: null },
    { date: '2026-12-31', closed: false, open: '17:00', close: '01:00', note: 'New Year' },
  ]);
});

test('a tax rate is typed in percent and stored exactly', () => {
  expect(updatesOf({ taxRateOverride: '14.975' })).toEqual({ taxRateOverride: 0.14975 });
  expect(locationForm.draftOf({ ...location, taxRateOverride: 0.14975 }).taxRateOverride).toBe('14.975');
});

test('reports invalid hours, minutes and rates', () => {
  const { initialDraft } = locationForm;
  expect(
    locationForm.problemsOf({
      ...initialDraft,
      taxRateOverride: 'many',
      ticketLimits: { ...initialDraft.ticketLimits, areUsual: false, acceptLate: '2' },
      hours: { ...DEFAULT_WEEK, friday: { open: '', close: '22:00', closed: false } },
      hoursExceptions: [{ date: '', closed: true, open: '', close: '', note: '' }],
    }),
  ).toEqual({
    hours: 'Every day needs an opening and a closing time',
    hoursExceptions: 'Invalid date',
    ticketLimits: 'Late must come after soon',
    taxRateOverride: 'A number from 0 to 100',
  });
  const limits = { ...initialDraft.ticketLimits, areUsual: false, dueSoon: 'x' };
  expect(locationForm.problemsOf({ ...initialDraft, ticketLimits: limits })).toEqual({
    ticketLimits: 'A whole number of minutes',
  });
});

test('typed limits are not sent while the defaults are used, and reappear when the box is unchecked', () => {
  const limits = { ...draft.ticketLimits, areUsual: false, passLate: '20' };
  expect(updatesOf({ ticketLimits: limits })).toEqual({
    ticketLimits: { acceptSoon: 3, acceptLate: 5, dueSoon: 5, passSoon: 10, passLate: 20 },
  });
  expect(updatesOf({ ticketLimits: { ...limits, areUsual: true } })).toEqual({});
});

test('sends kitchen slot limits as numbers, drops rules without a limit, and refuses half an order', () => {
  const rule = { service: null, days: [], mostOrders: '8', mostUnits: '' };
  expect(updatesOf({ slotRules: [rule, { ...rule, mostOrders: ' ' }] })).toEqual({
    slotRules: [{ service: null, days: [], mostOrders: 8, mostUnits: null }],
  });
  expect(locationForm.problemsOf({ ...draft, slotRules: [{ ...rule, mostUnits: '2.5' }] })).toEqual({
    slotRules: 'Most orders and units are whole numbers from 1, or empty for no limit',
  });
  expect(locationForm.problemsOf({ ...draft, slotRules: [{ ...rule, mostOrders: '0' }] })).toHaveProperty('slotRules');
});

test('merges another person’s changes, and asks where both changed the same field', () => {
  const owned = { ...location, version: 4, manager: 'Theirs', phone: '(902) 555-0199' };
  const merged = locationForm.merged(location, { ...draft, manager: 'Mine', capacity: '70' }, owned);
  expect(merged.changes.map(({ field, clashes }) => [field, clashes])).toEqual([
    ['manager', true],
    ['phone', false],
  ]);
  expect(locationForm.updatesOf(owned, merged.draft)).toEqual({ manager: 'Mine', capacity: 70 });
  expect(locationForm.updatesOf(owned, { ...merged.draft, manager: 'Theirs' })).toEqual({ capacity: 70 });
});

test.each([
  ['hours', { ...DEFAULT_WEEK, monday: { ...DEFAULT_WEEK.monday, closed: true } }, /^Mon Closed, Tue 11:30–22:00, /],
  ['hours', null, /^—$/],
  ['hoursExceptions', draft.hoursExceptions, /^2026-12-25$/],
  ['ticketLimits', { ...draft.ticketLimits, areUsual: false }, /^3 \/ 5 \/ 5 \/ 10 \/ 15$/],
  ['taxRateOverride', '14.975', /^14\.975 %$/],
  ['isActive', true, /^Yes$/],
] as const)('a conflict shows %s %j as: %s', (field, value, pattern) => {
  expect(locationForm.wordsOf(field, value)).toMatch(pattern);
});

const { charges } = draft;
const service = { ...charges.service, isOn: true, percent: '15', fromPartySize: ' 8 ' };

test('charges that are in use are sent with their own fields, and others are not sent', () => {
  expect(updatesOf({ charges })).toEqual({});
  const smallOrder = { ...charges['small-order'], isOn: true, amount: '2', below: '20.50' };
  const bag = { ...charges.bag, amount: '0.25' };
  const typed = { service: { ...service }, bag, 'small-order': smallOrder };
  const terms = { taxClass: 'charge', isVoluntary: false, staffMayRemove: true };
  expect(updatesOf({ charges: typed }).charges).toEqual([
    { ...terms, kind: 'service', orderTypes: ['dine-in'], percent: 15, fromPartySize: 8 },
    { ...terms, kind: 'small-order', orderTypes: ['pickup', 'delivery'], amount: 2, below: 20.5 },
  ]);
  const ofStaff = { ...charges, service: { ...service, goesToStaff: true } };
  expect(updatesOf({ charges: ofStaff }).charges).toMatchObject([{ kind: 'service', goesToStaff: true }]);
});

test.each([
  ['no percentage', { percent: '' }, 'Service: Enter the percentage.'],
  ['a percentage above 100', { percent: '150' }, 'Service: Enter the percentage.'],
  ['words for the party', { fromPartySize: 'many' }, PARTY_PROBLEM],
  ['no kind of order', { orderTypes: [] }, 'Service: Choose at least one kind of order.'],
  ['nothing, while it is off', { isOn: false, percent: '' }, undefined],
])('a service charge with %s is refused: %s', (_what, typed, problem) => {
  const { charges: shown } = locationForm.problemsOf({
    ...draft,
    charges: { ...charges, service: { ...service, ...typed } },
  });
  expect(shown).toBe(problem);
});

test('an amount that cannot be read is refused with the name of its charge', () => {
  const bag = { ...charges.bag, isOn: true, amount: 'ten' };
  expect(locationForm.problemsOf({ ...draft, charges: { ...charges, bag } })).toEqual({
    charges: 'Bag: Enter the amount.',
  });
});
