import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { outage, type Answers } from '../../testing/network.ts';
import { managedTruro } from '../../testing/samples.ts';
import { openOffice, typeIn } from '../../testing/show.tsx';

const printer = {
  printerId: 'p1',
  locationId: 'truro',
  name: 'Wok',
  kind: 'star' as const,
  prints: 'tickets' as const,
  stationId: null,
  paper: 80 as const,
  ownLetters: false,
  keyEnd: 'abcd',
  setUpBy: 'Kim Chen',
  setUpAt: '2026-11-20T12:00:00.000Z',
  lastPolledAt: '2026-11-20T22:00:00.000Z',
  isOnline: true,
  trouble: null,
  isValid: true,
  waiting: 0,
  unconfirmed: [],
};

const opened = (...printers: object[]) =>
  openOffice('stations', {
    getAvailableLocations: { locations: [managedTruro] },
    getLocationMenuAdmin: { locationId: 'truro', categories: [], items: [] },
    getOptionGroups: { groups: [] },
    getStations: { stations: [] },
    getPickupScreens: { screens: [] },
    getPrinters: { printers },
  } as unknown as Answers);
const panel = async () => within(await screen.findByRole('region', { name: 'Printers on the network' }));

test.each([
  ['Ready', {}],
  ['Out of paper', { trouble: 'Out of paper' }],
  ['Not answering', { isOnline: false }],
  ['Not set up yet', { lastPolledAt: null }],
  ['Needs a new address', { isValid: false }],
])('the state of a printer is read as “%s”', async (words, changes) => {
  opened({ ...printer, ...changes });
  await expect(await panel()).toShow(words);
});

test('a manager sets up a printer, sees its address once, and orders a test page', async () => {
  const { press, sent, answer } = opened({ ...printer, waiting: 2, unconfirmed: ['TRU-1'] });
  await expect(await panel()).toShow(/2 tickets wait/);
  answer({ printOrder: { printerId: 'p1' } });
  await press('Print again');
  expect(sent('printOrder')).toEqual([{ printerId: 'p1', orderId: 'TRU-1' }]);
  answer({ testPrinter: { printerId: 'p1' } });
  await press('Test page');
  await expect(screen).toShow('The test page is printed when Wok asks next');
  await press('Add a printer');
  await typeIn('Name', 'Till');
  await press('Epson', 'radio');
  await press('58 mm', 'radio');
  await press(/Print all letters/, 'switch');
  answer({ addPrinter: outage() });
  await press('Create its address');
  await expect(screen).toShow('The printer was not set up');
  answer({ addPrinter: { printer, address: 'https://x.example/api/epson-print/key' } });
  await press('Create its address');
  await expect(screen).toShow('https://x.example/api/epson-print/key');
  expect(sent('addPrinter').at(-1)).toEqual({
    locationId: 'truro',
    name: 'Till',
    kind: 'epson',
    prints: 'tickets',
    paper: 58,
    ownLetters: true,
  });
});
