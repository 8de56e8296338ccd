import { expect, test } from 'vitest';
import { takenOfflineText } from './ticket-layout.ts';

const order = { orderTime: '2026-11-20T16:40:00.000Z', locationInfo: { timeZone: 'America/Halifax' } };

test.each([
  [
    'that its till printed',
    { offlineNumber: 'A-4', ticketPrinted: true },
    'Taken offline at 12:40 p.m.: the till printed its ticket.',
  ],
  [
    'that no till printed',
    { offlineNumber: 'A-4', ticketPrinted: false },
    'Taken offline at 12:40 p.m.: ask whether the kitchen was told.',
  ],
  ['that its till prints now', { offlineNumber: 'A-4' }, null],
  ['that was taken with the server', { offlineNumber: null, ticketPrinted: false }, null],
])('the kitchen reads of an order %s what is known of it', (_what, fields, text) => {
  expect(takenOfflineText({ ...order, ...fields })).toBe(text);
});
