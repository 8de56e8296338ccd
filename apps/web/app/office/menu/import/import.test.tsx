import { screen } from '@testing-library/react';
import { strToU8, zipSync } from 'fflate';
import { expect, test, vi } from 'vitest';
import { refusal, type Answers } from '../../../testing/network.ts';
import { editedDal, menuToEdit } from '../../../testing/samples.ts';
import { field, openOffice } from '../../../testing/show.tsx';

const workbook = (rows: string) =>
  zipSync({
    'xl/workbook.xml': strToU8('<workbook xmlns:r="r"><sheets><sheet r:id="rId1"/></sheets></workbook>'),
    'xl/_rels/workbook.xml.rels': strToU8(
      '<Relationships><Relationship Id="rId1" Target="sheet.xml"/></Relationships>',
    ),
    'xl/sheet.xml': strToU8(`<worksheet><sheetData>${rows}</sheetData></worksheet>`),
  });

const place = (id: string, name: string) => ({ id, name, isActive: true, timeZone: 'America/Halifax' });
const plan = {
  token: 'seen.1',
  rows: 4,
  program: null,
  columns: [
    { heading: 'Item', meaning: 'name', samples: ['Dal Tadka', 'Rose Lassi'] },
    { heading: 'Price', meaning: 'price', samples: ['13.49', '5.99'] },
    { heading: 'Supplier', meaning: '', samples: ['FS-2'] },
  ],
  newGroups: [],
  unknownGroups: [],
  ignoredColumns: ['Supplier'],
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

test('a workbook is uploaded as the CSV of its first sheet, and a damaged one says how to save it', async () => {
  const office = await open();
  const upload = async (content: BlobPart) =>
    office.user.upload(await field('choose a file'), new File([content], 'Menu.XLSX'));
  await upload('Name,Price');
  await expect(screen).toShow(/This workbook could not be read\. Please save it as “CSV UTF-8”/);
  await upload(workbook('<row r="2000000000"><c><v>1</v></c></row>'));
  await expect(screen).toShow(/This workbook has text below row 20,000 or beyond column 100\. Please delete it there/);
  expect(office.sent('previewMenuImport')).toEqual([]);
  await upload(workbook(`<row r="1"><c t="inlineStr"><is><t>Name</t></is></c></row>`));
  await expect(screen).toShow('What would change');
  expect(office.sent('previewMenuImport')).toMatchObject([{ file: btoa('\xef\xbb\xbfName\r\n') }]);
});

test('an empty file is reported and not uploaded', async () => {
  const office = await open();
  await choose(office, '');
  await expect(screen).toShow('This file is empty. Please choose another one.');
  expect(office.sent('previewMenuImport')).toEqual([]);
});

test('previews changes: new dishes, before and after, refused rows and ignored columns', async () => {
  const office = await open();
  await choose(office);
  await expect(screen).toShow('What would change');
  await expect(screen).toShow('menu.csv, 4 rows');
  await expect(screen).toShow(/These columns would be ignored: Supplier\./);
  expect(office.sent('previewMenuImport')).toEqual([
    { file: btoa('Item;Price\nDal Tadka;13,49'), locationIds: ['truro'] },
  ]);
  const changed = screen.getByText('row 2').closest('li');
  expect(changed?.textContent).toMatch(/Price: \$13\.00 \$13\.49/);
  await office.press('New 1', 'radio');
  await expect(screen).toShow('$5.99, drinks');
  await office.press('Refused 1', 'radio');
  await expect(screen).toShow('This row has a price and no name.');
  await expect(screen).toShow('row 5');
  await expect(screen).toShow(/1 dish of the menu is not in the file/);
  await expect(screen).toShow('New categories: Drinks.');
  expect(office.sent('importMenu')).toEqual([]);
});

test('a person corrects what a column means, and the meaning moves there', async () => {
  const office = await open();
  await choose(office);
  await expect(screen).toShow('Dal Tadka · Rose Lassi');
  await office.user.selectOptions(await field('Supplier'), 'Category');
  expect(office.sent('previewMenuImport')[1]).toMatchObject({ columns: ['name', 'price', 'category'] });
  await office.user.selectOptions(await field('Supplier'), 'Name');
  expect(office.sent('previewMenuImport')[2]).toMatchObject({ columns: ['', 'price', 'name'] });
  await office.user.type(await field('Category of new dishes without one'), 'Drinks');
  await office.press('Use this category');
  expect(office.sent('previewMenuImport')[3]).toMatchObject({ columns: ['', 'price', 'name'], category: 'Drinks' });
  await office.press('Import 2 changes');
  await expect(screen).toShow('2 changes imported');
  expect(office.sent('importMenu')).toMatchObject([{ columns: ['', 'price', 'name'], category: 'Drinks' }]);
});

test('a file whose columns are not known asks for the names first', async () => {
  const columns = plan.columns.map((column) => ({ ...column, meaning: '' }));
  const office = await open({ previewMenuImport: { ...plan, columns, places: [], changes: 0 } });
  await choose(office);
  await expect(screen).toShow(/Please choose which column has the names of the dishes/);
  await expect(screen).toShow('Other columns: 3');
});

test('a correction that could not be read keeps the plan and is tried again', async () => {
  const office = await open();
  await choose(office);
  await expect(screen).toShow('What would change');
  office.answer({ previewMenuImport: refusal('invalid-argument', 'Row 7 is too long.') });
  await office.user.selectOptions(await field('Supplier'), 'Category');
  await expect(screen).toShow(/Row 7 is too long/);
  expect(screen.getByRole('button', { name: 'Import 2 changes' })).toBeTruthy();
  office.answer({ previewMenuImport: { ...plan, token: 'seen.2', changes: 1 } });
  await office.press('Try Again');
  await expect(screen).toShow('Import 1 change');
});

test('a list is pasted, and an empty one asks for it', async () => {
  const office = await open();
  await office.press('Read the list');
  expect(office.sent('previewMenuImport')).toEqual([]);
  await office.user.click(await field('List of dishes'));
  await office.user.paste('Dal Tadka 13.49');
  await office.press('Read the list');
  await expect(screen).toShow('Pasted list, 4 rows');
  expect(office.sent('previewMenuImport')).toEqual([
    { file: btoa('Dal Tadka 13.49'), locationIds: ['truro'], isPasted: true },
  ]);
});

test('the plan of an older server, without columns and groups, is shown and imported', async () => {
  const { columns: _c, program: _p, newGroups: _n, unknownGroups: _u, ...older } = plan;
  const office = await open({ previewMenuImport: older as typeof plan });
  await choose(office);
  await office.press('Import 2 changes');
  await expect(screen).toShow('2 changes imported');
});

test('the preview names the program, new sizes, and option groups that do not exist', async () => {
  const office = await open({
    previewMenuImport: {
      ...plan,
      places: plan.places.map((each) => ({
        ...each,
        changed: [],
        added: [{ row: 2, name: 'Chai', category: 'drinks', price: 3, sizes: 'Small 3.00; Large 4.50' }],
      })),
      program: 'Square',
      newGroups: ['Size: Small, Large'],
      unknownGroups: ['Toppings'],
    },
  });
  await choose(office);
  await expect(screen).toShow('menu.csv, Square, 4 rows');
  await expect(screen).toShow('Sizes that become option groups: Size: Small, Large.');
  await expect(screen).toShow('Small 3.00; Large 4.50, drinks');
  await expect(screen).toShow(/dishes would be imported without them: Toppings\./);
  expect(screen.queryByText(/These columns would be ignored/)).toBeNull();
});

test('a file of which no dish can be imported is not called a menu that matches', async () => {
  const refused = [{ row: 2, name: 'Dal', reason: 'A new dish needs a category.' }];
  const places = plan.places.map((each) => ({ ...each, added: [], changed: [], same: 0, refused }));
  const office = await open({ previewMenuImport: { ...plan, changes: 0, places } });
  await choose(office);
  await expect(screen).toShow(/^Nothing can be imported yet/);
  expect(screen.queryByText(/already matches/)).toBeNull();
});

test('an owner who came from the set-up reads what was refused, and goes on at the next step', async () => {
  const office = openOffice('menu?import=set-up', { ...answers });
  await expect(screen).toShow('Import or export a menu');
  await choose(office);
  await office.press('Import 2 changes');
  await expect(screen).toShow('2 changes imported');
  await expect(screen).toShow('Refused: 1');
  await expect(screen).toShow('This row has a price and no name.');
  // A link to the step of the menu would ask for a first dish again.
  expect(screen.getByRole('link', { name: 'Back to the set-up' }).getAttribute('href')).toBe('/admin/set-up');
});

test('one press imports and another undoes it', async () => {
  const office = await open({ undoMenuImport: { importId: 'i-1', removed: 1, restored: 1 } });
  await choose(office);
  await office.press('Import 2 changes');
  await expect(screen).toShow('2 changes imported');
  await expect(screen).toShow(/1 dish added, 1 changed\. 1 row was refused\./);
  await expect(screen).toShow(/Undo works until 7:44/);
  expect(office.sent('importMenu')).toMatchObject([
    { token: 'seen.1', locationIds: ['truro'], file: btoa('Item;Price\nDal Tadka;13,49') },
  ]);
  await office.press('Undo all 2');
  await expect(screen).toShow('Undone. The menu is as it was before.');
  expect(office.sent('undoMenuImport')).toEqual([{ importId: 'i-1' }]);
});

test('imports into several locations at once, and needs at least one', async () => {
  const office = await open();
  await office.press('New Glasgow', 'checkbox');
  await choose(office);
  await expect(screen).toShow('What would change');
  expect(office.sent('previewMenuImport')).toMatchObject([{ locationIds: ['truro', 'new-glasgow'] }]);
  await office.press('Stop, change nothing');
  await expect(screen).toShow('Manage Categories');
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

test('the dishes whose allergens nobody stated can be listed alone', async () => {
  const unstated = { ...editedDal, id: 'lassi', name: 'Rose Lassi', allergens: null };
  const office = openOffice('menu', { ...answers, ...menuToEdit([editedDal, unstated], []) });
  await expect(screen).toShow('State what 1 dish contains');
  await office.press('Show only these');
  expect(screen.getAllByRole('article').map((card) => card.getAttribute('aria-label'))).toEqual(['Rose Lassi']);
  await office.press('Show all dishes');
  expect(screen.getAllByRole('article')).toHaveLength(2);
});
