import { expect, test } from 'vitest';
import { HALIFAX } from '../core/time.ts';
import type { DayHours } from '../hours/index.ts';
import { readBookingFile } from './booking-file.ts';

const day: DayHours = { open: '11:30', close: '22:00', closed: false };
const late: DayHours = { open: '17:00', close: '02:00', closed: false };
const hours = {
  week: {
    monday: { ...day, closed: true },
    tuesday: day,
    wednesday: day,
    thursday: day,
    friday: late,
    saturday: day,
    sunday: day,
  },
  exceptions: [],
  zone: HALIFAX,
};
const now = new Date('2026-12-01T16:00:00Z');

function read(lines: readonly string[], country = 'CA') {
  const file = readBookingFile(new TextEncoder().encode(lines.join('\n')), {}, { hours, now, country });
  if (!file.ok) throw new Error(file.error.message);
  return file.value;
}

test.each([
  [
    'OpenTable',
    'Visit Date,Visit Time,Party Size,Guest First Name,Guest Last Name,Guest Phone,Guest Email,Guest Requests,Status',
    '2026-12-12,7:00 PM,4,Asha,Rao,902-555-0170,Asha@B.test,By the window,Confirmed',
    { name: 'Asha Rao', phone: '+19025550170', email: 'asha@b.test', notes: 'By the window', time: '19:00' },
  ],
  ['Resy', 'Reservation Date,Time,Num Seats,Guest', '12/12/2026,19:00:00,4,Asha Rao', { phone: '', time: '19:00' }],
  [
    'Tock',
    'Date,Time,Party size,Patron first name,Patron last name,Patron phone',
    '2026-12-12,7pm,4,Asha,Rao,9025550170',
    { phone: '+19025550170', time: '19:00' },
  ],
  ['Square', 'Start date,Start time,Client name,Covers', '2026-12-12,7:00 p.m.,Asha Rao,4', { time: '19:00' }],
  [null, 'date;heure;couverts;nom complet', '2026-12-12;19 h;4;Asha Rao', { time: '19:00' }],
  [null, 'date,party size,name', '2026-12-12 19:30,4,Asha Rao', { time: '19:30' }],
])('a file of %s gives bookings', (source, headings, row, booking) => {
  const { program, accepted, refused } = read([headings, row]);
  expect([program, accepted, refused]).toMatchObject([
    source,
    [{ name: 'Asha Rao', date: '2026-12-12', partySize: 4, ...booking }],
    [],
  ]);
});

test.each([
  ['2026-11-30,19:00,4,Asha', 'in the past'],
  ['2026-12-01,11:59,4,Asha', 'in the past'],
  ['2026-12-07,19:00,4,Asha', 'closed then'],
  ['2026-12-12,19:00,21,Asha', 'at most 20 guests'],
  ['2026-12-12,19:00,0,Asha', 'valid party size'],
  ['2026-12-12,19:00,,Asha', 'valid party size'],
  ['2026-12-12,,4,Asha', 'has no time'],
  ['2026-12-12,7,4,Asha', '“7” is not a time'],
  ['2026-12-12,25:00,4,Asha', '“25:00” is not a time'],
  ['2026-12-12T19:00:00Z,,4,Asha', 'is not a time'],
  ['2026-02-30,19:00,4,Asha', 'is not a date'],
  ['13/13/2026,19:00,4,Asha', 'is not a date'],
  ['soon,19:00,4,Asha', '“soon” is not a date'],
  ['2026-12-12,19:00,4,', 'Name is required'],
  ['2026-12-12,19:00,4,Asha,12', 'is not a phone number'],
  ['2026-12-12,19:00,4,Asha,,x', 'Invalid email'],
  ['2026-12-12,19:00,4,Asha,,,Cancelled by guest', 'Nobody is expected'],
  ['2026-12-12,19:00,4,Asha,,,No-show', 'Nobody is expected'],
])('the booking %j is refused: %s', (row, reason) => {
  const { accepted, refused } = read(['date,time,guests,name,phone,email,status', row]);
  expect([accepted, refused]).toMatchObject([[], [{ row: 2, reason: expect.stringContaining(reason) }]]);
});

const dates = (texts: readonly string[], country: string) =>
  read(['date,time,guests,name', ...texts.map((text, at) => `${text},19:00,2,Guest ${'abcd'[at]}`)], country);

test.each([
  ['US', ['03/04/2027'], ['2027-03-04']],
  ['GB', ['03/04/2027'], ['2027-04-03']],
  ['DE', ['3.4.27'], ['2027-04-03']],
  ['GB', ['03/04/2027', '03/13/2027'], ['2027-03-04', '2027-03-13']],
  ['US', ['03/04/2027', '13/03/2027'], ['2027-04-03', '2027-03-13']],
])('in %s the dates %j are %j: the file decides, then the country', (country, texts, days) => {
  expect(dates(texts, country).accepted.map(({ date }) => date)).toEqual(days);
});

test('a file with the day first and the month first refuses the dates that can be both', () => {
  const { accepted, refused } = dates(['13/03/2027', '03/13/2027', '03/04/2027', '05/05/2027'], 'US');
  expect(accepted.map(({ date }) => date)).toEqual(['2027-03-13', '2027-03-13', '2027-05-05']);
  expect(refused).toMatchObject([{ row: 4, reason: expect.stringContaining('can be two days') }]);
});

test('a workbook counts days and parts of a day', () => {
  const { accepted } = read(['date,time,guests,name', '46368,0.791666666666667,2,Asha', '46368.75,,2,Ravi']);
  expect(accepted).toMatchObject([
    { date: '2026-12-12', time: '19:00' },
    { date: '2026-12-12', time: '18:00' },
  ]);
});

test('a booking after midnight belongs to the evening before', () => {
  expect(read(['date,time,guests,name', '2026-12-12,00:30,2,Asha']).accepted).toMatchObject([
    { date: '2026-12-11', time: '00:30', startsAt: new Date('2026-12-12T04:30:00Z') },
  ]);
});

test('the second row of a contact and a time is refused; another time is another booking', () => {
  const rows = [',a@b.test', ',A@b.test', '902-555-0170,', ',c@b.test'];
  const { accepted, refused } = read([
    'date,time,guests,name,phone,email',
    ...rows.map((contact) => `2026-12-12,19:00,2,Asha,${contact}`),
    '2026-12-13,19:00,2,Asha,,a@b.test',
  ]);
  expect(accepted.map(({ row }) => row)).toEqual([2, 4, 5, 6]);
  expect(refused).toMatchObject([{ row: 3, reason: 'Row 2 is the same booking.' }]);
});

test('the columns of dates and numbers of guests are needed', () => {
  expect(read(['name,phone', 'Asha,902-555-0170'])).toMatchObject({ accepted: [], refused: [], rows: 1 });
});
