import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal, type Answers } from '../../testing/network.ts';
import { managedTruro } from '../../testing/samples.ts';
import { openOffice, typeIn } from '../../testing/show.tsx';

const television = {
  screenId: 'tv',
  locationId: 'truro',
  name: 'Counter TV',
  keyEnd: '4HXN',
  showsInitials: false,
  setUpBy: 'Kim Chen',
  setUpAt: '2026-11-20T15:00:00.000Z',
  lastUsedAt: '2026-11-20T22:00:00.000Z',
  refusedAt: null,
  isValid: true,
};

function opened(more: Answers = {}) {
  return openOffice('stations', {
    getAvailableLocations: { locations: [managedTruro] },
    getLocationMenuAdmin: { locationId: 'truro', categories: [], items: [] } as never,
    getOptionGroups: { groups: [] },
    getStations: { stations: [] },
    getPrinters: { printers: [] },
    getPickupScreens: { screens: [television] },
    ...more,
  });
}
const panel = async () => within(await screen.findByRole('region', { name: 'Pick-up screens' }));

test('lists each television with the end of its key, who set it up and its last use', async () => {
  opened();
  await expect(await panel()).toShow('Key ends in 4HXN, shows no names');
  await expect(await panel()).toShow(/^Set up .* by Kim Chen, last used/);
});

test('says when a key was used for something else, and when it needs a new one', async () => {
  opened({
    getPickupScreens: {
      screens: [{ ...television, refusedAt: '2026-11-20T22:10:00.000Z', isValid: false, lastUsedAt: null }],
    },
  });
  await expect(await panel()).toShow(/^Its key was used for something else, and refused/);
  await expect(await panel()).toShow('Needs a new key');
  await expect(await panel()).toShow(/not used yet$/);
});

test('creates a key, shows it once with the address of the screen, and says what it cannot do', async () => {
  const { press, sent, answer } = opened({ getPickupScreens: { screens: [] } });
  await expect(await panel()).toShow('No television yet.');
  answer({ addPickupScreen: { screen: television, key: 'TV-93KD-7R2W-4HXN' } });
  await press('Add a screen');
  await press('Create its key');
  await expect(screen).toShow('Please write a name.');
  await typeIn('Name', 'Counter TV');
  await press(/first letter/, 'switch');
  await press('Create its key');
  await expect(screen).toShow('TV-93KD-7R2W-4HXN');
  await expect(screen).toShow(/pickup-screen|pick-up screen/i);
  await expect(screen).toShow('It can change nothing. An attempt is refused and shown here.');
  expect(sent('addPickupScreen')).toEqual([{ locationId: 'truro', name: 'Counter TV', showsInitials: true }]);
  await press('Done');
  expect(screen.queryByText('TV-93KD-7R2W-4HXN')).toBeNull();
});

test('a key whose response was lost cannot be shown, and the page says what to do', async () => {
  const { press } = opened({ addPickupScreen: { screen: television, key: null } });
  await press('Add a screen');
  await typeIn('Name', 'Counter TV');
  await press('Create its key');
  await expect(screen).toShow('Its key cannot be shown again. Disconnect it and add a new one.');
});

test('disconnects a television after a confirmation, and says when that failed', async () => {
  const { press, sent, answer } = opened({ removePickupScreen: refusal('permission-denied') });
  await press('Disconnect Counter TV');
  await expect(screen).toShow('Disconnect Counter TV?');
  await press('Disconnect');
  await expect(screen).toShow('The screen was not disconnected');
  answer({ removePickupScreen: { screenId: 'tv' } });
  await press('Disconnect Counter TV');
  await press('Disconnect');
  await expect(screen).toShow('Counter TV is disconnected');
  expect(sent('removePickupScreen')).toEqual([{ screenId: 'tv' }, { screenId: 'tv' }]);
});

test('says when the list could not be loaded', async () => {
  opened({ getPickupScreens: refusal('conflict') });
  await expect(await panel()).toShow('The pick-up screens could not be loaded');
});
