import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal, type Answers } from '../../../testing/network.ts';
import { editedDal, menuToEdit } from '../../../testing/samples.ts';
import { field, openOffice, typeIn } from '../../../testing/show.tsx';

const edited = { ...editedDal, onlyInDayparts: false, dayparts: [] };
const lunch = {
  id: 'lunch',
  name: 'Lunch',
  days: ['monday' as const],
  from: '11:30',
  until: '15:00',
  locationId: 'truro',
  used: 0,
  version: 3,
};
const answers: Answers = {
  getDayparts: { dayparts: [lunch] },
  ...menuToEdit([edited, { ...edited, id: 'naan', menuItemId: 'naan', name: 'Naan' }]),
};
const LUNCH = 'Lunch, Mon, 11:30 a.m. to 3:00 p.m.';
async function hours(more: Answers = {}) {
  const office = openOffice('menu', { ...answers, ...more });
  await office.press('More for Dal Tadka');
  await office.press('When it is sold…', 'menuitem');
  await expect(screen).toShow(LUNCH);
  return office;
}

test('a dish can be sold only at lunch with a lunch price, and a missing price is shown at its field first', async () => {
  const { press, sent } = await hours({ setDishHours: { items: [edited], version: 2 } });
  await press('Only at these times', 'radio');
  await press('Save');
  await expect(screen).toShow('Choose when it is sold, or sell it always.');
  await press(LUNCH, 'checkbox');
  await typeIn('Price at Lunch', 'abc');
  await press('Save');
  await expect(screen).toShow('An amount above $0.00.');
  await typeIn('Price at Lunch', '11.95');
  await press('Save');
  await expect(screen).toShow('Hours of Dal Tadka saved');
  expect(sent('setDishHours')).toEqual([
    { locationId: 'truro', itemIds: ['dal'], onlyInDayparts: true, dayparts: [{ daypartId: 'lunch', price: 11.95 }] },
  ]);
});

test('an always-sold dish needs a lunch price, and unsaved input is not discarded without asking', async () => {
  const { press, sent } = await hours();
  await press(LUNCH, 'checkbox');
  await press('Save');
  await expect(screen).toShow('Enter a price for this time, or untick it.');
  expect(sent('setDishHours')).toEqual([]);
  await press('Close');
  await expect(screen).toShow('Discard what you typed?');
});

test('a dish with sizes gets dayparts without prices', async () => {
  const sizes = {
    id: 'plate',
    name: 'Plate',
    kind: 'one',
    min: 1,
    max: 1,
    included: 0,
    eachExtra: 0,
    isSize: true,
    options: [],
    version: 1,
    usedBy: [],
  };
  const sized = { ...edited, optionGroups: [{ groupId: 'plate' }] };
  const { press, sent } = await hours({
    getOptionGroups: { groups: [sizes] } as never,
    getLocationMenuAdmin: { ...answers.getLocationMenuAdmin, items: [sized] } as never,
    setDishHours: { items: [edited], version: 2 },
  });
  await press('Only at these times', 'radio');
  await press(LUNCH, 'checkbox');
  await typeIn('Price at Lunch', '11.95');
  await press('Save');
  await expect(screen).toShow(/Dal Tadka has a price for each size/);
  expect(sent('setDishHours')).toEqual([]);
  await typeIn('Price at Lunch', '');
  await press('Save');
  await expect(screen).toShow('Hours of Dal Tadka saved');
});

test('shows the server’s refusal and keeps the dialog open', async () => {
  const words = 'A daypart was deleted in the meantime. Please choose again.';
  const { press } = await hours({ setDishHours: refusal('conflict', words) });
  await press('Only at these times', 'radio');
  await press(LUNCH, 'checkbox');
  await press('Save');
  await expect(screen).toShow(words);
});

test('several selected dishes get the same dayparts', async () => {
  const { press, sent } = openOffice('menu', { ...answers, setDishHours: { items: [], version: 2 } });
  await press('Select Dal Tadka', 'checkbox');
  await press('Select Naan', 'checkbox');
  await press('Hours…');
  await press('Only at these times', 'radio');
  await press(LUNCH, 'checkbox');
  await press('Save');
  await expect(screen).toShow('Hours of 2 dishes saved');
  expect(sent('setDishHours')).toMatchObject([
    { itemIds: ['dal', 'naan'], dayparts: [{ daypartId: 'lunch', price: null }] },
  ]);
});

test('adds a daypart with its days and hours, and sends none without a name', async () => {
  const { press, sent } = await hours({ saveDaypart: { daypart: { ...lunch, id: 'dinner', name: 'Dinner' } } });
  await press('Add a daypart');
  await press('Save Daypart');
  await expect(screen).toShow('Name is required');
  await typeIn('Name', 'Dinner');
  await typeIn('From', '17:00');
  await typeIn(/^Until/, '21:30');
  await press('Sunday', 'checkbox');
  await press('Save Daypart');
  await expect(screen).toShow('Dinner saved');
  expect(sent('saveDaypart')).toMatchObject([
    {
      locationId: 'truro',
      name: 'Dinner',
      from: '17:00',
      until: '21:30',
      days: expect.not.arrayContaining(['sunday']),
    },
  ]);
});

test('shows what another person saved of a daypart beside the typed name, which stays', async () => {
  const { press } = await hours({
    saveDaypart: refusal('conflict', undefined, { daypart: { ...lunch, name: 'Midday', version: 4 } }),
  });
  await press('Edit Lunch');
  await typeIn('Name', 'Noon');
  await press('Save Daypart');
  await expect(screen).toShow('Somebody else changed this daypart in the meantime.');
  await expect(screen).toShow('Midday');
  expect((await field('Name')).value).toBe('Noon');
  await press('Take theirs', 'radio');
  expect((await field('Name')).value).toBe('Midday');
});

test('deletes a daypart without dishes, and says so after its row is gone', async () => {
  const parts = [lunch];
  const { press } = await hours({
    getDayparts: () => ({ dayparts: [...parts] }),
    deleteDaypart: () => {
      parts.length = 0;
      return { daypartId: 'lunch' };
    },
  });
  await press('Delete Lunch');
  await expect(screen).toShow('Lunch deleted');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Delete Lunch' })).toBeNull());
});

test('a daypart with dishes is not deleted, and shows the server’s message', async () => {
  const words = '2 dishes are in “Lunch”. Please take them out first.';
  const { press } = await hours({ deleteDaypart: refusal('failed-precondition', words) });
  await press('Delete Lunch');
  await expect(screen).toShow(words);
});

test('shows an error with a retry when the dayparts cannot be loaded', async () => {
  const { press, sent } = openOffice('menu', { ...answers, getDayparts: refusal('permission-denied') });
  await press('More for Dal Tadka');
  await press('When it is sold…', 'menuitem');
  await expect(screen).toShow('The dayparts could not be loaded');
  const before = sent('getDayparts').length;
  await press('Try Again');
  expect(sent('getDayparts').length).toBeGreaterThan(before);
});
