import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal, type Answers } from '../../../testing/network.ts';
import { admin, editedDal as dal, menuToEdit, rootData } from '../../../testing/samples.ts';
import { field, openOffice, typeIn } from '../../../testing/show.tsx';
import type { MenuText } from './texts-data.ts';

const menuText = (more: Partial<MenuText>): MenuText => ({
  kind: 'dish',
  id: dal.id,
  field: 'name',
  groupId: null,
  name: dal.name,
  own: dal.name,
  text: null,
  madeFrom: null,
  state: 'missing',
  ...more,
});
const name = menuText({ text: 'Dal', madeFrom: 'Dal', state: 'stale' });
const description = menuText({ field: 'description', own: dal.description });
const category = menuText({
  kind: 'category',
  id: 'veg',
  own: 'Veg',
  name: '',
  text: 'Légumes',
  madeFrom: 'Veg',
  state: 'current',
});
const answers: Answers = {
  ...menuToEdit([dal], []),
  getMenuTranslations: { texts: [name, description, category] },
};
const open = () => openOffice('menu', answers, admin, { ...rootData.site, languages: ['en', 'fr'] });
const FRENCH = /^In French/;

test('counts missing and stale translations and lists them first, with their original', async () => {
  const { press } = open();
  await screen.findByRole('button', { name: /^In French.*2 texts to review/ });
  await press(FRENCH);
  await expect(screen).toShow(/It was translated from “Dal”/);
  expect(screen.queryByLabelText('Category Veg, in French')).toBeNull();
  await press('All texts', 'radio');
  expect((await field('Category Veg, in French')).value).toBe('Légumes');
});

test('saves a translation with its original text; after a failure the input stays and can be retried', async () => {
  const { press, sent, answer } = open();
  await press(FRENCH);
  await typeIn(`Description of ${dal.name}, in French`, 'Lentilles');
  await press('Still correct');
  answer({ saveMenuTranslations: refusal('permission-denied') });
  await press('Save texts');
  await expect(screen).toShow('The texts could not be saved');
  expect((await field(`Description of ${dal.name}, in French`)).value).toBe('Lentilles');
  const done = [
    { ...name, madeFrom: name.own, state: 'current' as const },
    { ...description, text: 'Lentilles', madeFrom: description.own, state: 'current' as const },
    category,
  ];
  answer({ saveMenuTranslations: { texts: done }, getMenuTranslations: { texts: done } });
  await press('Save texts');
  await expect(screen).toShow('2 texts saved');
  expect(sent('saveMenuTranslations').at(-1)).toEqual({
    locationId: 'truro',
    language: 'fr',
    texts: [
      { kind: 'dish', id: dal.id, field: 'name', groupId: null, own: name.own, text: 'Dal' },
      { kind: 'dish', id: dal.id, field: 'description', groupId: null, own: description.own, text: 'Lentilles' },
    ],
  });
  await expect(screen).toShow('Nothing is left to translate');
});

test('a dish deleted in the meantime is reported, and no input is lost', async () => {
  const { press, answer } = open();
  await press(FRENCH);
  await typeIn(`Description of ${dal.name}, in French`, 'Lentilles');
  const words = 'A text you translated is no longer on this menu. Please check again.';
  answer({ saveMenuTranslations: refusal('not-found', words) });
  await press('Save texts');
  await expect(screen).toShow(words);
  expect((await field(`Description of ${dal.name}, in French`)).value).toBe('Lentilles');
});

test('the dish form shows French fields below its own and saves them with the saved original', async () => {
  const { press, sent, answer } = open();
  await press(`Edit ${dal.name}`);
  await typeIn(/^Name/, 'Dal Makhani');
  await typeIn(`${dal.name}, in French`, 'Dal makhani au beurre');
  answer({
    saveMenuTranslations: { texts: [{ ...name, text: 'Dal makhani au beurre', madeFrom: 'Dal Makhani' }] },
    updateMenuItem: { item: { ...dal, name: 'Dal Makhani' }, version: 2 },
  });
  await press('Save Changes');
  await waitFor(() => expect(sent('updateMenuItem')).toHaveLength(1));
  expect(sent('saveMenuTranslations')).toMatchObject([
    { texts: [{ id: dal.id, field: 'name', own: 'Dal Makhani', text: 'Dal makhani au beurre' }] },
  ]);
});

test('texts on menus the user cannot edit are read-only with a reason, and not counted as to do', async () => {
  const { press, answer } = open();
  const reserved = [{ ...category, state: 'missing' as const, text: null, madeFrom: null, heldBy: ['New Glasgow'] }];
  answer({ getMenuTranslations: { texts: reserved } });
  await press(FRENCH);
  await expect(screen).toShow('Nothing is left to translate');
  expect(screen.queryByRole('button', { name: /texts? to review/ })).toBeNull();
  await press('All texts', 'radio');
  expect((await field('Category Veg, in French')).readOnly).toBe(true);
  await expect(screen).toShow(/also used at New Glasgow/);
});

test('a restaurant with one language shows no translation controls', async () => {
  const { sent } = openOffice('menu', answers);
  await expect(screen).toShow(dal.name);
  expect(screen.queryByRole('button', { name: FRENCH })).toBeNull();
  expect(sent('getMenuTranslations')).toEqual([]);
});
