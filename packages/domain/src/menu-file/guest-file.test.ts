import { expect, test } from 'vitest';
import { readGuestFile } from './guest-file.ts';

const read = (...lines: string[]) => {
  const file = readGuestFile(new TextEncoder().encode(lines.join('\n')), {}, '2026-11-20');
  if (!file.ok) throw new Error(file.error.message);
  return file.value;
};

/** The headings of a customer export of Square, as its support pages list them. */
const SQUARE =
  'Reference ID,First Name,Last Name,Email Address,Phone Number,Nickname,Company Name,Birthday,Memo,Square Customer ID,Creation Source,First Visit,Last Visit,Transaction Count,Lifetime Spend,Email Subscription Status';

test('an export of Square gives names, addresses and phone numbers, and no consent, because it has no dates', () => {
  const { program, accepted, refused, ignoredColumns } = read(
    SQUARE,
    ',Asha,Menon,Asha@Example.test,(902) 555-0144,,,,likes window,S1,Terminal,,,4,$80.00,subscribed',
  );
  expect([program, refused]).toEqual(['Square', []]);
  expect(accepted).toEqual([
    { row: 2, email: 'asha@example.test', name: 'Asha Menon', phone: '+19025550144', points: 0, agreedOn: null },
  ]);
  expect(ignoredColumns).toContain('Memo');
});

test.each([
  ['', 'no email address'],
  ['asha', 'Invalid email'],
  [`${'a'.repeat(94)}@b.test`, 'email address is too long'],
  ['a@b.test,Asha,123', '“123” is not a phone number'],
  ['a@b.test,www.shop.test', 'web address'],
  ['a@b.test,Asha,,"1,5"', '“1,5” is not a number of points'],
  ['a@b.test,Asha,,-3', 'is not a number of points'],
  ['a@b.test,Asha,,2.5', 'is not a number of points'],
  ['a@b.test,Asha,,,maybe', '“maybe” is neither yes nor no'],
  ['a@b.test,Asha,,,yes,03/04/2024', 'is not a date like'],
  ['a@b.test,Asha,,,yes,2024-02-31', 'is not a date like'],
  ['a@b.test,Asha,,,yes,2026-11-21', 'is in the future'],
])('the row %j is refused: %s', (row, reason) => {
  const { accepted, refused } = read('email,name,phone,points,offers,consent date', row === '' ? ',Asha' : row);
  expect([accepted, refused]).toEqual([
    [],
    [{ row: 2, name: expect.any(String), reason: expect.stringContaining(reason) }],
  ]);
});

test.each([
  ['yes,2024-03-31', '2024-03-31'],
  ['yes,2024-03-31T10:00:00Z', '2024-03-31'],
  ['yes,', null],
  ['no,2024-03-31', null],
  [',2024-03-31', null],
  ['unsubscribed,2024-03-31', null],
])('the consent %j counts from %s', (cells, agreedOn) => {
  expect(read('email,name,offers,consent date', `a@b.test,Asha,${cells}`).accepted).toMatchObject([{ agreedOn }]);
});

test('the second row of an address is refused, and 1,250.00 points are read', () => {
  const { accepted, refused } = read('email,points', 'asha@b.test,"1,250.00"', 'ASHA@b.test,5');
  expect(accepted).toMatchObject([{ name: 'asha', points: 1250 }]);
  expect(refused).toMatchObject([{ row: 3, reason: expect.stringContaining('Row 2') }]);
});

test('a file whose addresses no heading names shows its columns and no guests', () => {
  const { columns, accepted, refused } = read('contact,name', 'asha@b.test,Asha');
  expect([columns.map(({ meaning }) => meaning), accepted, refused]).toEqual([['', 'name'], [], []]);
});
