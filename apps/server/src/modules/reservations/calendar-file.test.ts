import fc from 'fast-check';
import { expect, test } from 'vitest';
import { calendarFile, type CalendarEvent } from './calendar-file.ts';

const dinner: CalendarEvent = {
  reservationId: 'RES-TRU-20270313-KQWX',
  host: 'sizzleandspice.test',
  restaurant: 'Sizzle & Spice',
  location: 'Truro Heights',
  address: '395 Truro Heights Road',
  partySize: 4,
  startsAt: new Date('2027-03-13T22:00:00Z'),
  updatedAt: new Date('2027-03-01T12:00:00Z'),
  sequence: 3,
  organizer: { name: 'Sizzle & Spice', email: 'truro@sizzleandspice.test' },
  attendee: null,
  isCancelled: false,
  manageUrl: 'https://sizzleandspice.test/reservations/RES-TRU-20270313-KQWX?token=t0k3n',
  phone: '(902) 555-0123',
};
const unfolded = (file: string) => file.replaceAll('\r\n ', '').split('\r\n');

test('writes a reservation as a calendar event', () => {
  expect(unfolded(calendarFile(dinner))).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Tiffin//Reservations//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    'UID:RES-TRU-20270313-KQWX@sizzleandspice.test',
    'SEQUENCE:3',
    'DTSTAMP:20270301T120000Z',
    'DTSTART:20270313T220000Z',
    'DTEND:20270313T233000Z',
    String.raw`SUMMARY:Sizzle & Spice\, table for 4`,
    String.raw`LOCATION:Truro Heights\, 395 Truro Heights Road`,
    String.raw`DESCRIPTION:Reservation RES-TRU-20270313-KQWX\, 4 guests\nPhone (902) 555-0123\nSee or cancel it: https://sizzleandspice.test/reservations/RES-TRU-20270313-KQWX?token=t0k3n`,
    'ORGANIZER;CN="Sizzle & Spice":mailto:truro@sizzleandspice.test',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'TRIGGER:-PT2H',
    'DESCRIPTION:Sizzle & Spice',
    'END:VALARM',
    'URL;VALUE=URI:https://sizzleandspice.test/reservations/RES-TRU-20270313-KQWX?token=t0k3n',
    'STATUS:CONFIRMED',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
});

test('marks a cancelled reservation, uses the singular for one guest and omits a missing link', () => {
  const lines = unfolded(calendarFile({ ...dinner, isCancelled: true, partySize: 1, manageUrl: null }));
  expect(lines).toContain('STATUS:CANCELLED');
  expect(lines.some((line) => line.startsWith('URL'))).toBe(false);
  expect(lines.find((line) => line.startsWith('DESCRIPTION'))).toContain('1 guest\\n');
});

const asha = { name: 'Asha "Ash"\r\nRao', email: 'asha@example.test' };

test.each([
  [{ attendee: asha }, 'REQUEST'],
  [{ attendee: asha, isCancelled: true }, 'CANCEL'],
  [{ attendee: null }, 'PUBLISH'],
  [{ attendee: asha, organizer: null }, 'PUBLISH'],
])('the event %j has the method %s, the guest as its attendee, and an alarm unless it is cancelled', (more, method) => {
  const event = { ...dinner, ...more };
  const lines = unfolded(calendarFile(event));
  expect(lines).toContain(`METHOD:${method}`);
  const attendee = lines.find((line) => line.startsWith('ATTENDEE'));
  expect(attendee).toBe(
    event.attendee
      ? 'ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE;CN="Asha  Ash   Rao":MAILTO:asha@example.test'
      : undefined,
  );
  expect(lines.includes('BEGIN:VALARM')).toBe(!event.isCancelled);
  expect(lines.some((line) => line.startsWith('ORGANIZER'))).toBe(event.organizer !== null);
});

test('folds every line to 75 bytes, allows no injected line and can be unfolded completely', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (name) => {
      const file = calendarFile({ ...dinner, restaurant: name, location: `a\r\nATTENDEE:${name}` });
      for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
      const names = unfolded(file).map((line) => /^[A-Z]+/.exec(line)?.[0] ?? '');
      expect(names).toEqual(unfolded(calendarFile(dinner)).map((line) => /^[A-Z]+/.exec(line)?.[0] ?? ''));
    }),
  );
});

test.each(['Łukasz', '李雷', 'ਗੁਰਪ੍ਰੀਤ', 'محمد'])(
  'a restaurant and a location named %s stay whole in folded lines',
  (name) => {
    const long = `${name} `.repeat(12).trim();
    const file = calendarFile({ ...dinner, restaurant: long, location: long });
    for (const line of Buffer.from(file).toString('latin1').split('\r\n')) expect(line.length).toBeLessThanOrEqual(75);
    expect(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(file))).toBe(file);
    expect(unfolded(file)).toContain(`SUMMARY:${long}\\, table for 4`);
    expect(unfolded(file)).toContain(`LOCATION:${long}\\, 395 Truro Heights Road`);
  },
);
