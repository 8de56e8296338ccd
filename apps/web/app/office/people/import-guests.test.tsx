import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal, type Answers } from '../../testing/network.ts';
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
  added: [{ row: 2, name: 'Asha', email: 'asha@b.test', points: 0, agreedOn: null }],
  known: 1,
  refused: [{ row: 4, name: 'Ravi', reason: 'Invalid email format' }],
};
const imported = { importId: 'i1', at: '2026-11-20T12:00:00.000Z', by: 'Olive', added: 1, points: 12 };
const answers: Answers = {
  getUsers: { users: [], total: 0, nextCursor: null },
  getUserAnalytics: refusal('conflict'),
  getGuestImports: { imports: [] },
  previewGuestImport: plan,
  importGuests: imported,
  undoGuestImport: { removed: 1, stayed: 0 },
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
  answer({ previewGuestImport: { ...plan, added: [{ ...plan.added[0], points: 12 }] } as never });
  await user.selectOptions(screen.getByLabelText('Balance'), 'points');
  await expect(screen).toShow('asha@b.test, points: 12');
  answer({ getGuestImports: { imports: [imported] } });
  await press('Import guests: 1');
  await expect(screen).toShow('1 guest imported');
  await press('Undo what is unused');
  await expect(screen).toShow('Removed: 1. Used since, so they stay: 0.');
  expect(sent('importGuests')).toMatchObject([{ columns: ['email', 'points'], token: 't1' }]);
});

test('a file without a column of addresses asks for it, and imports nobody', async () => {
  const { press, sent } = await chooseFile({
    previewGuestImport: { ...plan, added: [], columns: [{ ...columns[1], heading: 'Contact' }] } as never,
  });
  await expect(screen).toShow('Please choose which column has the email addresses.');
  await expect(screen).toShow('Nobody in this file is new.');
  await press(/^Import guests: 0/);
  expect(sent('importGuests')).toEqual([]);
});

test('a file that the server cannot read says why', async () => {
  await chooseFile({ previewGuestImport: refusal('invalid-argument', 'This file is empty.') });
  await expect(screen).toShow('This file is empty.');
});
