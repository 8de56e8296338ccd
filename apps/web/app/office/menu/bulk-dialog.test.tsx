import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal, type Answers } from '../../testing/network.ts';
import { editedCategory, editedDal, menuToEdit } from '../../testing/samples.ts';
import { field, openOffice, typeIn } from '../../testing/show.tsx';

const dal = { ...editedDal, version: 3 };
const naan = { ...dal, id: 'naan', menuItemId: 'naan', name: 'Garlic Naan', price: 4, category: 'breads', version: 7 };
const answers: Answers = {
  ...menuToEdit([dal, naan], [editedCategory(dal.category, 'Curries'), editedCategory('breads', 'Breads')]),
  editMenuItems: { items: [], version: 2 },
};
async function edit(more: Answers = {}) {
  const office = openOffice('menu', { ...answers, ...more });
  await office.press('Select Dal Tadka', 'checkbox');
  await office.press('Select all 2');
  await office.press('Edit…');
  await expect(screen).toShow('Change 2 dishes');
  return office;
}

test('raises prices by a percentage, rounds them, previews them and sends exactly the previewed ones', async () => {
  const office = await edit();
  await typeIn('By how much', '7,5');
  await office.user.selectOptions(await field('Round to'), 'Ending in .95');
  const preview = screen.getByLabelText('Before and after');
  await waitFor(() => expect(preview.textContent).toMatch(/Dal Tadka\$10\.00 \$10\.95.*Garlic Naan\$4\.00 \$3\.95/));
  await office.press('Change 2 dishes');
  await expect(screen).toShow('2 dishes changed');
  expect(office.sent('editMenuItems')).toEqual([
    {
      locationId: 'truro',
      items: [
        { itemId: dal.id, version: 3 },
        { itemId: 'naan', version: 7 },
      ],
      change: { price: { percent: 7.5, ending: '.95' } },
    },
  ]);
});

test('plans prices from a day on, refuses a day that is over at its field, and keeps what was typed', async () => {
  const office = await edit({ editMenuItems: refusal('invalid-argument', 'Choose a day after today.') });
  await typeIn('By how much', '10');
  await typeIn(/^From which day/, '2020-01-01');
  await office.press('Change 2 dishes');
  await expect(screen).toShow('Choose a day after today.');
  expect(office.sent('editMenuItems')).toEqual([]);
  await typeIn(/^From which day/, '2099-12-01');
  await office.press('Change 2 dishes');
  await waitFor(() => expect(office.sent('editMenuItems')).toHaveLength(1));
  expect(await field(/^From which day/)).toHaveProperty('value', '2099-12-01');
  office.answer({ editMenuItems: { items: [], version: 2 } });
  await office.press('Change 2 dishes');
  await expect(screen).toShow('2 dishes changed');
  expect(office.sent('editMenuItems').at(-1)).toMatchObject({
    change: { nextPrice: { percent: 10, ending: '', from: '2099-12-01' } },
  });
});

test('sets a category or tax class and skips dishes that already have it', async () => {
  const office = await edit();
  await office.press('Category', 'radio');
  await office.user.selectOptions(
    within(screen.getByRole('dialog', { name: 'Change 2 dishes' })).getByRole('combobox'),
    'Breads',
  );
  await expect(screen).toShow('1 dish stays the same.');
  await office.press('Change 1 dish');
  expect(office.sent('editMenuItems')).toMatchObject([
    { items: [{ itemId: dal.id, version: 3 }], change: { category: 'breads' } },
  ]);
});

test('shows an invalid amount at its field and sends nothing', async () => {
  const office = await edit();
  await office.press('Amount', 'radio');
  await typeIn('By how much', 'ten');
  await expect(screen).toShow('An amount up to $1,000.00.');
  expect(office.sent('editMenuItems')).toEqual([]);
});

test('names the dishes another person changed in the meantime, and changes nothing', async () => {
  const words = 'Changed by somebody else in the meantime: Garlic Naan. Please check again.';
  const office = await edit({ editMenuItems: refusal('conflict', words) });
  await typeIn('By how much', '5');
  await office.press('Change 2 dishes');
  await expect(screen).toShow(words);
});
