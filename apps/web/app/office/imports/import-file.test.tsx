import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal, type Answers } from '../../testing/network.ts';
import { admin, rootData, staff } from '../../testing/samples.ts';
import { field, openOffice } from '../../testing/show.tsx';

const columns = [
  { heading: 'Email', meaning: 'email', samples: ['asha@b.test'] },
  { heading: 'Balance', meaning: '', samples: ['12'] },
];
const plan = {
  token: 't1',
  rows: 3,
  program: null,
  columns,
  ignoredColumns: ['Balance'],
  added: [{ row: 2, name: 'Asha', text: 'asha@b.test, points: 0' }],
  notes: ['Known here, so they do not change: 1.'],
  refused: [{ row: 4, name: 'Ravi', reason: 'Invalid email format' }],
};
const imported = {
  importId: 'i1',
  at: '2026-11-20T12:00:00.000Z',
  by: 'Olive',
  added: 1,
  summary: 'Guests: 1, points: 12',
};
const answers: Answers = {
  getUsers: { users: [], total: 0, nextCursor: null },
  getUserAnalytics: refusal('conflict'),
  getFileImports: { imports: [] },
  previewFileImport: plan,
  importFile: imported,
  undoFileImport: { removed: 1, stayed: 0 },
};

async function chooseFile(more: Answers = {}) {
  const office = openOffice('users', { ...answers, ...more });
  await office.press('Import guests');
  await office.user.upload(await field('choose a file'), new File(['email\nasha@b.test'], 'guests.csv'));
  return office;
}

test('the owner says what a column means, sees every row, imports, and undoes it', async () => {
  const { press, answer, sent, user } = await chooseFile();
  await expect(screen).toShow('Invalid email format');
  await expect(screen).toShow('Known here, so they do not change: 1.');
  answer({ previewFileImport: { ...plan, added: [{ ...plan.added[0], text: 'asha@b.test, points: 12' }] } as never });
  await user.selectOptions(screen.getByLabelText('Balance'), 'points');
  await expect(screen).toShow('asha@b.test, points: 12');
  answer({ getFileImports: { imports: [imported] } });
  await press('Import guests: 1');
  await expect(screen).toShow('Imported. Guests: 1, points: 12');
  await press('Undo what is unused');
  await expect(screen).toShow('Removed: 1. Used since, so they stay: 0.');
  expect(sent('importFile')).toMatchObject([
    { kind: 'guests', locationId: null, columns: ['email', 'points'], token: 't1' },
  ]);
});

test('a file without a column of addresses asks for it, and imports nobody', async () => {
  const { press, sent } = await chooseFile({
    previewFileImport: { ...plan, added: [], columns: [{ ...columns[1], heading: 'Contact' }] } as never,
  });
  await expect(screen).toShow('Please choose which column has the email addresses.');
  await expect(screen).toShow('Nothing in this file is new.');
  await press(/^Import guests: 0/);
  expect(sent('importFile')).toEqual([]);
});

test('a file that the server cannot read says why', async () => {
  await chooseFile({ previewFileImport: refusal('invalid-argument', 'This file is empty.') });
  await expect(screen).toShow('This file is empty.');
});

test('the owner imports gift cards for a location, after choosing both columns', async () => {
  const cards = [
    { heading: 'Code', meaning: 'code', samples: ['7783000011112222'] },
    { heading: 'Left', meaning: '', samples: ['$12'] },
  ];
  const cardPlan = { ...plan, columns: cards, added: [], notes: [], refused: [] };
  const locations = ['truro', 'glasgow'].map((id) => Object.assign({}, rootData.locations[0], { id, name: id }));
  const cardAnswers: Answers = {
    getGiftCards: { giftCards: [], nextCursor: null },
    getFileImports: { imports: [] },
    previewFileImport: cardPlan,
    importFile: { ...imported, summary: 'Gift cards: 1' },
  };
  const office = openOffice('gift-cards', cardAnswers, admin, rootData.site, locations);
  await office.press('Import gift cards');
  await office.user.selectOptions(await field('Location'), 'glasgow');
  await office.user.upload(await field('choose a file'), new File(['Code,Left'], 'cards.csv'));
  await expect(screen).toShow('Please choose which columns have the codes and the balances.');
  const added = [{ row: 2, name: '••••2222', text: '$12.00' }];
  office.answer({ previewFileImport: { ...cardPlan, added } });
  await office.user.selectOptions(screen.getByLabelText('Left'), 'balance');
  await expect(screen).toShow('$12.00');
  await office.press('Import gift cards: 1');
  await expect(screen).toShow('Imported. Gift cards: 1');
  expect(office.sent('importFile')).toMatchObject([
    { kind: 'gift-cards', locationId: 'glasgow', columns: ['code', 'balance'] },
  ]);
});

test('the owner imports bookings from the page of reservations, after choosing the columns, and undoes it', async () => {
  const bookingPlan = {
    ...plan,
    columns: [
      { heading: 'When', meaning: '', samples: ['2026-12-12'] },
      { heading: 'Covers', meaning: 'partySize', samples: ['4'] },
    ],
    added: [],
    notes: ['Beyond what is free, and taken because they were promised: 1.'],
    refused: [{ row: 3, name: 'Ravi', reason: 'This booking is in the past.' }],
  };
  const bookingAnswers: Answers = {
    getAllReservations: { reservations: [], total: 0, nextCursor: null, asOf: imported.at },
    getFileImports: { imports: [] },
    previewFileImport: bookingPlan,
    importFile: { ...imported, summary: 'Bookings: 1' },
    undoFileImport: { removed: 1, stayed: 0 },
  };
  const office = openOffice('reservations?view=list', bookingAnswers);
  await office.press('Import bookings');
  await office.user.upload(await field('choose a file'), new File(['When,Covers'], 'bookings.csv'));
  await expect(screen).toShow('Please choose which columns have the dates and the numbers of guests.');
  await expect(screen).toShow('This booking is in the past.');
  await expect(screen).toShow('Beyond what is free, and taken because they were promised: 1.');
  const added = [{ row: 2, name: 'Asha', text: 'December 12, 2026 at 7:00 p.m., 4 guests' }];
  office.answer({ previewFileImport: { ...bookingPlan, added } });
  await office.user.selectOptions(screen.getByLabelText('When'), 'date');
  await expect(screen).toShow('December 12, 2026 at 7:00 p.m., 4 guests');
  office.answer({ getFileImports: { imports: [{ ...imported, summary: 'Bookings: 1' }] } });
  await office.press('Import bookings: 1');
  await expect(screen).toShow('Imported. Bookings: 1');
  await office.press('Undo what is unused');
  await expect(screen).toShow('Removed: 1. Used since, so they stay: 0.');
  expect(office.sent('importFile')).toMatchObject([
    { kind: 'bookings', locationId: rootData.locations[0]?.id, columns: ['date', 'partySize'] },
  ]);
});

test('a host who is no admin sees no button to import bookings', async () => {
  const list = { reservations: [], total: 0, nextCursor: null, asOf: imported.at };
  openOffice('reservations?view=list', { getAllReservations: list }, staff);
  await expect(screen).toShow('Reservation Management');
  expect(screen.queryByRole('button', { name: 'Import bookings' })).toBeNull();
});
