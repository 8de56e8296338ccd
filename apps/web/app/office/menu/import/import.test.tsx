import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { refusal, type Answers } from '../../../testing/network.ts';
import { editedDal, menuToEdit } from '../../../testing/samples.ts';
import { field, openOffice, typeIn } from '../../../testing/show.tsx';

const place = (id: string, name: string) => ({ id, name, isActive: true, timeZone: 'America/Halifax' });
const plan = {
  token: 'seen.1',
  encoding: 'UTF-8' as const,
  separator: ';',
  decimal: ',' as const,
  rows: 4,
  glutenDishes: [] as string[],
  columns: [
    { heading: 'Item', samples: ['Dal Tadka', 'Rose Lassi'], values: 2, target: 'name', isSure: true },
    { heading: 'Group', samples: ['Drinks'], values: 1, target: 'category', isSure: false },
    { heading: 'Supplier', samples: [], values: 0, target: null, isSure: true },
  ],
  targets: [
    { id: 'name', label: 'Name' },
    { id: 'category', label: 'Category' },
    { id: 'description', label: 'Description' },
  ],
  places: [
    {
      locationId: 'truro',
      name: 'Truro Heights',
      added: [{ row: 3, name: 'Rose Lassi', category: 'drinks', price: 5.99 }],
      changed: [
        {
          row: 2,
          itemId: 'dal',
          name: 'Dal Tadka',
          changes: [{ field: 'price', label: 'Price', before: '13.00', after: '13.49' }],
        },
      ],
      same: 1,
      refused: [],
      missing: ['Goat Curry'],
    },
  ],
  refused: [{ row: 5, name: '', reason: 'This row has a price and no name.' }],
  newCategories: ['Drinks'],
  newGroups: [],
  unknownGroups: ['Toppings'],
  changes: 2,
};
const taken = {
  importId: 'i-1',
  at: '2026-11-20T22:44:00.000Z',
  by: 'Anjali Rao',
  undoUntil: '2026-11-20T23:44:00.000Z',
  locationIds: ['truro'],
  added: 1,
  changed: 1,
};
const answers: Answers = {
  ...menuToEdit([editedDal], []),
  getAvailableLocations: { locations: [place('truro', 'Truro Heights'), place('new-glasgow', 'New Glasgow')] },
  getMenuImports: { imports: [] },
  previewMenuImport: plan,
  importMenu: taken,
};
async function open(more: Answers = {}) {
  const office = openOffice('menu', { ...answers, ...more });
  await office.press('Import or Export');
  await expect(screen).toShow('Import or export a menu');
  return office;
}
async function choose(office: Awaited<ReturnType<typeof open>>, content = 'Item;Price\nDal Tadka;13,49') {
  await office.user.upload(await field('choose a file'), new File([content], 'menu.csv', { type: 'text/csv' }));
}

test('an empty file is reported and not uploaded', async () => {
  const office = await open();
  await choose(office, '');
  await expect(screen).toShow('This file is empty. Please choose another one.');
  expect(office.sent('previewMenuImport')).toEqual([]);
});

test('previews changes: new dishes, before and after, and refused rows with their row number', async () => {
  const office = await open();
  await choose(office);
  await expect(screen).toShow('What would change');
  await expect(screen).toShow('menu.csv, 4 rows, UTF-8, semicolons, comma as decimal');
  expect(office.sent('previewMenuImport')).toEqual([
    { file: btoa('Item;Price\nDal Tadka;13,49'), locationIds: ['truro'] },
  ]);
  const changed = screen.getByRole('checkbox', { name: 'Import Dal Tadka, row 2' }).closest('li');
  expect(changed?.textContent).toMatch(/Price: \$13\.00 \$13\.49/);
  await office.press('New 1', 'radio');
  await expect(screen).toShow('$5.99, drinks');
  await office.press('Refused 1', 'radio');
  await expect(screen).toShow('This row has a price and no name.');
  await expect(screen).toShow('row 5');
  await expect(screen).toShow(/1 dish of the menu is not in the file/);
  await expect(screen).toShow('New categories: Drinks.');
  await expect(screen).toShow(/Option groups that do not exist yet: Toppings/);
  expect(office.sent('importMenu')).toEqual([]);
});

test('a missing option group can be created from the preview, which then reloads', async () => {
  const saved = {
    id: 'toppings',
    name: 'Toppings',
    kitchenName: null,
    kind: 'some' as const,
    min: 0,
    max: 4,
    included: 0,
    eachExtra: 0,
    isSize: false,
    options: [],
    version: 1,
    usedBy: [],
  };
  const office = await open({ saveOptionGroup: { group: saved } });
  await choose(office);
  await office.press('Create “Toppings”');
  const form = within(await screen.findByRole('dialog', { name: 'New option group' }));
  expect(form.getByRole<HTMLInputElement>('textbox', { name: /^Name \(|^Name$/ }).value).toBe('Toppings');
  await office.press('Add an option');
  await typeIn('Name of option 1', 'Olives');
  office.answer({ previewMenuImport: { ...plan, unknownGroups: [] } });
  await office.press('Save group');
  await waitFor(() => expect(screen.queryByText(/Option groups that do not exist/)).toBeNull());
  expect(office.sent('saveOptionGroup')).toMatchObject([{ name: 'Toppings', options: [{ name: 'Olives' }] }]);
  const looks = office.sent('previewMenuImport');
  expect([looks.length, looks[1]?.['file']]).toEqual([2, looks[0]?.['file']]);
});

test('after an import with missing option groups, the file can be previewed again with one press', async () => {
  const office = await open();
  await choose(office);
  await office.press('Import 2 changes');
  await expect(screen).toShow(/Option groups that do not exist yet: Toppings/);
  await office.press('Check the file again');
  await expect(screen).toShow('What would change');
  expect(office.sent('previewMenuImport')).toHaveLength(2);
});

test('one press imports and another undoes it', async () => {
  const office = await open({ undoMenuImport: { importId: 'i-1', removed: 1, restored: 1 } });
  await choose(office);
  await office.press('Import 2 changes');
  await expect(screen).toShow('2 changes imported');
  await expect(screen).toShow(/1 dish added, 1 changed\. 1 row was refused\./);
  await expect(screen).toShow(/Undo works until 7:44/);
  expect(office.sent('importMenu')).toMatchObject([
    { token: 'seen.1', leaveOut: [], locationIds: ['truro'], columns: ['name', 'category', null] },
  ]);
  await office.press('Undo all 2');
  await expect(screen).toShow('Undone. The menu is as it was before.');
  expect(office.sent('undoMenuImport')).toEqual([{ importId: 'i-1' }]);
});

test('unticked rows are left out, and with none ticked the import is disabled', async () => {
  const office = await open();
  await choose(office);
  await office.press('Import Dal Tadka, row 2', 'checkbox');
  await office.press('Import 1 change');
  expect(office.sent('importMenu')).toMatchObject([{ leaveOut: [2] }]);
});

test('a guessed column is marked and can be reassigned', async () => {
  const office = await open();
  await choose(office);
  await expect(screen).toShow('A guess');
  await expect(screen).toShow('Not used');
  await office.user.selectOptions(await field('“Group” is imported as'), 'Description');
  await waitFor(() =>
    expect(office.sent('previewMenuImport').at(-1)).toMatchObject({ columns: ['name', 'description', null] }),
  );
});

test('imports into several locations at once, and needs at least one', async () => {
  const office = await open();
  await office.press('New Glasgow', 'checkbox');
  await choose(office);
  await expect(screen).toShow('What would change');
  expect(office.sent('previewMenuImport')).toMatchObject([{ locationIds: ['truro', 'new-glasgow'] }]);
  await office.press('Stop, change nothing');
  await expect(screen).toShow('Menu Management');
  await office.press('Import or Export');
  await office.press('Truro Heights', 'checkbox');
  await expect(screen).toShow('Please choose a location.');
});

test('shows the server’s message for a bad file, and a retry after a lost connection', async () => {
  const office = await open({ previewMenuImport: refusal('invalid-argument', 'This file has 50,000 rows.') });
  await choose(office);
  await expect(screen).toShow('This file has 50,000 rows.');
  office.answer({ previewMenuImport: plan });
  await office.press('Try Again');
  await expect(screen).toShow('What would change');
});

test('a file over five megabytes is not uploaded', async () => {
  const office = await open();
  await choose(office, 'x'.repeat(5 * 1024 * 1024 + 1));
  await expect(screen).toShow(/larger than 5 MB/);
  expect(office.sent('previewMenuImport')).toEqual([]);
});

test('shows changes another person made first, and asks to confirm the new preview', async () => {
  const words = 'Arjun Patel imported 405 changes in the meantime. These are the current differences.';
  const now = { ...plan, token: 'seen.2', changes: 1, places: [{ ...plan.places[0], changed: [] }] };
  const office = await open({ importMenu: refusal('conflict', words, { plan: now }) });
  await choose(office);
  await office.press('Import 2 changes');
  await expect(screen).toShow(new RegExp(words));
  office.answer({ importMenu: taken });
  await office.press('Import 1 change');
  await expect(screen).toShow('2 changes imported');
  expect(office.sent('importMenu').map(({ token }) => token)).toEqual(['seen.1', 'seen.2']);
});

test('a failed import changes nothing and shows an error', async () => {
  const office = await open({
    importMenu: refusal('conflict', 'A category was deleted at the same time. Please check again.'),
  });
  await choose(office);
  await office.press('Import 2 changes');
  await expect(screen).toShow(/The file could not be imported\. Nothing was changed\. A category was deleted/);
  expect(screen.getByRole('button', { name: 'Import 2 changes' })).toBeTruthy();
});

test('an import of the last hour can be undone, except for dishes edited since, which are named', async () => {
  const words = 'Changed by hand since then: Dal Tadka. Undoing the import would lose those changes.';
  const office = await open({
    getMenuImports: { imports: [taken] },
    undoMenuImport: refusal('failed-precondition', words),
  });
  await expect(screen).toShow(/Anjali Rao, 6:44.*: 2 changes/);
  await office.press('Undo all 2');
  await expect(screen).toShow(new RegExp(words));
});

test('exports menus under the server’s file name, and shows an error on failure', async () => {
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const file = () =>
    new Response('id,name\r\n', {
      headers: { 'content-disposition': 'attachment; filename="menu-truro-2026-11-20.csv"', 'x-row-count': '33' },
    });
  const office = await open({ getMenuCsv: file });
  await office.press('Download CSV');
  await expect(screen).toShow('33 dishes exported');
  expect(office.sent('getMenuCsv')).toEqual([{ locationIds: 'truro' }]);
  expect(saved).toHaveBeenCalledOnce();
  office.answer({ getMenuCsv: () => refusal('permission-denied') });
  await office.press('Download CSV');
  await expect(screen).toShow('The menu could not be exported.');
  saved.mockRestore();
});

test('an empty menu can start from a starter menu, previewed like any file', async () => {
  const none = { locationId: 'truro', items: [], categories: [], version: 1 };
  const office = openOffice('menu', { ...answers, getLocationMenuAdmin: none });
  await office.press('From a file, or from a sample menu');
  await office.press('Coffee shop');
  await expect(screen).toShow('What would change');
  expect(atob(String(office.sent('previewMenuImport')[0]?.['file']))).toMatch(/Filter Coffee/);
});

test('columns whose values would be ignored are named, and “gluten” is asked once', async () => {
  const planWithQuestions = {
    ...plan,
    glutenDishes: ['Naan', 'Roti'],
    columns: plan.columns.map((column) => (column.target === null ? { ...column, values: 398 } : column)),
  };
  const office = await open({ previewMenuImport: planWithQuestions });
  await choose(office);
  await expect(screen).toShow('One column would be ignored');
  await expect(screen).toShow(/“Supplier” \(398 values\)/);
  await expect(screen).toShow('Your file says “gluten” for 2 dishes');
  await office.press('Rye', 'checkbox');
  await waitFor(() => expect(office.sent('previewMenuImport')).toHaveLength(2));
  expect(office.sent('previewMenuImport')[1]).toMatchObject({ gluten: ['rye'] });
});

test('a dish whose allergens nobody stated is confirmed in the review, and nothing is set by its text', async () => {
  const unstated = { ...editedDal, allergens: null, description: 'Slow, with butter.' };
  const office = openOffice('menu', {
    ...answers,
    ...menuToEdit([unstated], []),
    updateMenuItem: { item: { ...unstated, allergens: ['milk'] }, version: 9 },
  });
  await expect(screen).toShow('1 dish: confirm');
  await office.press('Confirm now');
  await expect(screen).toShow('“butter”?');
  await office.press('Confirm, next dish');
  await expect(screen).toShow('Choose what it contains, or press “None of these”.');
  expect(office.sent('updateMenuItem')).toEqual([]);
  await office.press(/^Milk/, 'checkbox');
  await office.press('Confirm, next dish');
  await waitFor(() =>
    expect(office.sent('updateMenuItem')).toMatchObject([{ itemId: unstated.id, updates: { allergens: ['milk'] } }]),
  );
});
