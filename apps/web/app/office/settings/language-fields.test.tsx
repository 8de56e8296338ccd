import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal } from '../../testing/network.ts';
import { restaurantSettings } from '../../testing/restaurant.ts';
import { openOffice } from '../../testing/show.tsx';
import type { Settings } from './use-settings.ts';

const settings: Settings = {
  ...restaurantSettings,
  name: 'Bread & Salt',
  email: 'hello@bread.example',
  supportEmail: 'hello@bread.example',
  sender: { name: 'Bread & Salt', email: 'hello@bread.example', postalAddress: 'Rue 1' },
  languages: ['en', 'fr'],
};

const open = (mine: Settings) => openOffice('settings', { getSettings: { settings: mine, providers: [] } });

test('removing a language explains the effect before saving, and it stays selected when saving fails', async () => {
  const { press, sent, answer, user } = open(settings);
  await user.click(await screen.findByRole('checkbox', { name: 'French' }));
  await expect(screen).toShow(/Guests who read French will see the main language instead.*No texts.*are deleted/);
  answer({ updateSettings: refusal('permission-denied') });
  await press('Save changes');
  await expect(screen).toShow('Failed to save settings');
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'French' }).checked).toBe(false);
  answer({ updateSettings: { settings: { ...settings, languages: ['en'] } } });
  await press('Save changes');
  await expect(screen).toShow('Settings saved');
  expect(sent('updateSettings').at(-1)).toMatchObject({ settings: { languages: ['en'] } });
});

test('the restaurant’s own language comes first, and guests may choose the other', async () => {
  const { press, sent, answer, user } = open({ ...settings, languages: ['en'] });
  await user.selectOptions(await screen.findByLabelText('Main language'), 'fr');
  await expect(screen).toShow(/your menu is treated as written in French/);
  answer({ updateSettings: { settings: { ...settings, languages: ['fr', 'en'] } } });
  await press('Save changes');
  await expect(screen).toShow('Settings saved');
  expect(sent('updateSettings')).toMatchObject([{ settings: { languages: ['fr', 'en'] } }]);
});
