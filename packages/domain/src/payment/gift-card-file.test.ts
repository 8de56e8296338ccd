import { expect, test } from 'vitest';
import { readGiftCardFile } from './gift-card-file.ts';

const read = (...lines: string[]) => {
  const file = readGiftCardFile(new TextEncoder().encode(lines.join('\n')), {}, '2026-11-20');
  if (!file.ok) throw new Error(file.error.message);
  return file.value;
};

test.each([
  ['Square', 'GAN,Balance,Status', '7783 3200 1111 2222,$25.50,Active', { code: '7783320011112222', balance: 2550 }],
  ['Toast', 'Card Number,Current Balance', '6006-4912-3456-7890-123,"1,200.00"', { balance: 120_000 }],
  [
    null,
    'numéro de carte,solde,courriel',
    'abcd-efgh-2345,"25,00 $",Asha@B.test',
    { code: 'ABCDEFGH2345', email: 'asha@b.test' },
  ],
  [null, 'code,balance,expires', '7783320011112222,25,2027-01-31', { balance: 2500 }],
])('a file of %s gives codes as they are printed, and balances', (source, headings, row, card) => {
  const { program, accepted, refused } = read(headings, row);
  expect([program, accepted, refused]).toMatchObject([source, [card], []]);
});

test.each([
  ['', 'This is not a code'],
  ['123456789', 'This is not a code'],
  ['0000000000', 'This is not a code'],
  ['7783#200011112222', 'This is not a code'],
  ['7.78332E+15', 'spreadsheet has shortened'],
  ['7783320011112222,', 'Nothing is left'],
  ['7783320011112222,0.00', 'Nothing is left'],
  ['7783320011112222,-5', '“-5” is not an amount'],
  ['7783320011112222,"1,234"', '“1,234” is not an amount'],
  ['7783320011112222,2000.01', 'More than 2000'],
  ['7783320011112222,20,2026-11-19', 'expired on 2026-11-19'],
  ['7783320011112222,20,11/19/27', 'is not a date like'],
  ['7783320011112222,20,,asha', 'Invalid email'],
])('the card %j is refused: %s', (row, reason) => {
  const { accepted, refused } = read(
    'code,balance,expires,email',
    `${row},20`.replace(/^(7783320011112222,.*),20$/, '$1'),
  );
  expect([accepted, refused]).toMatchObject([[], [{ row: 2, reason: expect.stringContaining(reason) }]]);
});

test('a second currency and the second row of a code are refused at their rows', () => {
  const rows = ['7783320011112222,CAD 20', '7783320011113333,€20', '7783-3200-1111-2222,$5'];
  expect(read('code,balance', ...rows)).toMatchObject({
    accepted: [{ row: 2, balance: 2000 }],
    refused: [
      { row: 3, name: '••••3333', reason: expect.stringContaining('is in EUR') },
      { row: 4, reason: 'Row 2 has the same code.' },
    ],
  });
});

test('a refused row does not show the code, because whoever has it can pay', () => {
  expect(JSON.stringify(read('code,balance', '7783320011112222,').refused)).not.toContain('7783320011112222');
});
