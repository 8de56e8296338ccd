import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal, type Answers } from '../../testing/network.ts';
import { managedTruro } from '../../testing/samples.ts';
import { openOffice, typeIn } from '../../testing/show.tsx';

const counter = {
  readerId: 'r1',
  locationId: managedTruro.id,
  name: 'Counter 1',
  device: 'WisePOS E',
  serial: 'WSC513',
  addedAt: '2026-11-20T22:00:00.000Z',
};

async function opened(more: Answers = {}) {
  const office = openOffice('locations', {
    getAllLocations: { locations: [managedTruro] },
    getReaders: { readers: [], canAdd: true },
    ...more,
  });
  await office.press(`Card readers of ${managedTruro.name}`);
  return office;
}

test('adds a card reader by code and name, the first one with its town, and lists it', async () => {
  const { press, sent, answer } = await opened({ registerReader: { reader: counter } });
  await press('Add a reader');
  for (const words of ['type the code', 'give the reader a name', 'the town of the location']) {
    await expect(screen).toShow(new RegExp(words));
  }
  expect(sent('registerReader')).toEqual([]);
  await typeIn(/^Code on the reader/, 'maple-otter-sun');
  await typeIn(/^Name/, 'Counter 1');
  await typeIn(/^Town/, 'Truro');
  answer({ getReaders: { readers: [counter], canAdd: true } });
  await press('Add a reader');
  await expect(screen).toShow('WisePOS E, WSC513');
  expect(sent('registerReader')).toEqual([
    { locationId: managedTruro.id, code: 'maple-otter-sun', name: 'Counter 1', city: 'Truro' },
  ]);
  // Only the first reader needs the town.
  await waitFor(() => expect(screen.queryByLabelText(/^Town/)).toBeNull());
});

test('a wrong code shows an error and keeps the input', async () => {
  const words = 'The payment provider refused: The registration code is invalid or has expired.';
  const { press } = await opened({
    getReaders: { readers: [counter], canAdd: true },
    registerReader: refusal('failed-precondition', words),
  });
  await typeIn(/^Code on the reader/, 'maple-otter-sun');
  await typeIn(/^Name/, 'Patio');
  await press('Add a reader');
  await expect(screen).toShow(words);
  expect(screen.getByDisplayValue('maple-otter-sun')).toBeTruthy();
});

test('removes a card reader after a confirmation, but not one with a pending payment', async () => {
  const { press, sent, answer } = await opened({
    getReaders: { readers: [counter], canAdd: true },
    removeReader: refusal('failed-precondition', 'This reader is busy with a payment of order TRU-1. Cancel it first.'),
  });
  await press('Remove Counter 1');
  await press('Remove');
  await expect(screen).toShow('This reader is busy with a payment of order TRU-1. Cancel it first.');
  answer({ removeReader: { readerId: 'r1' }, getReaders: { readers: [], canAdd: true } });
  await press('Remove Counter 1');
  await press('Remove');
  await expect(screen).toShow('No card reader yet.');
  expect(sent('removeReader')).toEqual([{ readerId: 'r1' }, { readerId: 'r1' }]);
});

test('a provider without card readers says so, and a failed list can be retried', async () => {
  const { press, answer } = await opened({ getReaders: refusal('permission-denied') });
  await expect(screen).toShow('The card readers could not be loaded');
  answer({ getReaders: { readers: [], canAdd: false } });
  await press('Try Again');
  await expect(screen).toShow('The card provider in use has no card readers. Connect Stripe to add one.');
  expect(screen.queryByText('Add a reader')).toBeNull();
});
