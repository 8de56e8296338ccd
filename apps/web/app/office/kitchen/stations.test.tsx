import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal, type Answers } from '../../testing/network.ts';
import { managedTruro } from '../../testing/samples.ts';
import { openOffice, typeIn } from '../../testing/show.tsx';

const grill = {
  stationId: 'grill',
  locationId: 'truro',
  name: 'Grill',
  kind: 'cook' as const,
  isDefault: false,
  fallbackId: 'bar',
  categories: ['breads'],
  itemIds: ['paneer-tikka'],
  options: [{ groupId: 'extras', optionId: 'papad' }],
  seenAt: '2026-11-20T22:00:00.000Z',
  isOnline: false,
  openDishes: 3,
  version: 2,
};
const bar = { ...grill, stationId: 'bar', name: 'Bar', fallbackId: null, categories: [], itemIds: [], options: [] };

function opened(more: Answers = {}) {
  return openOffice('stations', {
    getAvailableLocations: { locations: [managedTruro] },
    getLocationMenuAdmin: {
      locationId: 'truro',
      categories: [
        { id: 'breads', name: 'Breads' },
        { id: 'drinks', name: 'Drinks' },
      ],
      items: [
        { id: 'paneer-tikka', name: 'Paneer Tikka' },
        { id: 'samosa', name: 'Samosa' },
      ],
    } as never,
    getOptionGroups: {
      groups: [{ id: 'extras', name: 'Extras', options: [{ id: 'papad', name: 'Papad' }] }],
    } as never,
    getStations: { stations: [grill, bar] },
    getPrinters: { printers: [] },
    getPickupScreens: { screens: [] },
    ...more,
  });
}

test('lists what goes to each station, its open dishes and whether a screen shows it', async () => {
  opened();
  const panel = within(await screen.findByRole('region', { name: 'Grill' }));
  await expect(panel).toShow('Breads, Paneer Tikka, option Papad');
  expect(panel.getByText('3 open dishes')).toBeTruthy();
  expect(panel.getByText('If offline: Bar')).toBeTruthy();
  expect(panel.getByText(/^No screen since/)).toBeTruthy();
});

test('a station that no screen has shown says so, and without a pass its dishes are shown among everything', async () => {
  opened({ getStations: { stations: [grill, { ...bar, isOnline: true, wasSeen: false }] } });
  const panel = within(await screen.findByRole('region', { name: 'Bar' }));
  await expect(panel).toShow('No screen has shown it yet');
  expect(panel.queryByText('Screen online')).toBeNull();
  expect(panel.getByText('If offline: Everything')).toBeTruthy();
});

test('adds a station with a category and a dish', async () => {
  const { press, sent, user } = opened({
    getStations: { stations: [] },
    saveStation: { station: { ...bar, name: 'Fryer' } },
  });
  await expect(screen).toShow('One screen shows everything');
  await press('New station');
  await press('Save station');
  await expect(screen).toShow('Please write a name.');
  await typeIn('Name on screens', 'Fryer');
  await user.click(await screen.findByLabelText('Drinks'));
  await user.selectOptions(screen.getByLabelText('Add a dish'), 'Samosa');
  await press('Save station');
  await expect(screen).toShow('Fryer is saved');
  expect(sent('saveStation')).toEqual([
    {
      locationId: 'truro',
      name: 'Fryer',
      kind: 'cook',
      isDefault: false,
      fallbackId: null,
      categories: ['drinks'],
      itemIds: ['samosa'],
      options: [],
    },
  ]);
});

test('a rule that another station has is refused with its name; a change by somebody else is shown', async () => {
  const { press, answer } = opened({
    saveStation: refusal('already-exists', '“drinks” already goes to Bar. Remove it there first.'),
  });
  await press('Edit Grill');
  await press('Save station');
  await expect(screen).toShow(/already goes to Bar/);
  answer({ saveStation: refusal('conflict', undefined, { station: { ...grill, name: 'Tandoor', version: 3 } }) });
  await press('Save station');
  await expect(screen).toShow('Somebody else changed this station. This is how it is now.');
  expect(screen.getByDisplayValue('Tandoor')).toBeTruthy();
});

test('deleting a station with open dishes asks where they go', async () => {
  const { press, sent, answer } = opened({ deleteStation: refusal('not-found', 'This station was deleted.') });
  await press('Edit Grill');
  await press('Delete station');
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete Grill?' }));
  await expect(dialog).toShow(/^3 dishes are still open/);
  await press('Delete station');
  await expect(screen).toShow(/The station was not deleted/);
  answer({ deleteStation: { stationId: 'grill', movedTo: 'bar', movedDishes: 3 } });
  await press('Delete station');
  await expect(screen).toShow('Grill is deleted');
  expect(sent('deleteStation').at(-1)).toEqual({ stationId: 'grill', moveTo: 'bar' });
});

test('stations that cannot be loaded say so, and trying again helps', async () => {
  const { press, answer } = opened({ getStations: refusal('permission-denied') });
  await expect(screen).toShow('The stations could not be loaded');
  answer({ getStations: { stations: [grill] } });
  await press('Try Again');
  expect(await screen.findByRole('region', { name: 'Grill' })).toBeTruthy();
});
