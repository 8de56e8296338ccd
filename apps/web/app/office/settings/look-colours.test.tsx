import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal } from '../../testing/network.ts';
import { restaurantSettings } from '../../testing/restaurant.ts';
import { field, openOffice, typeIn } from '../../testing/show.tsx';

const settings = {
  ...restaurantSettings,
  email: 'hello@bread.example',
  supportEmail: 'hello@bread.example',
  sender: { name: 'Bread & Salt', email: 'hello@bread.example', postalAddress: 'Rue 1' },
};
const open = () => openOffice('settings', { getSettings: { settings, providers: [] } });

test('a picked colour stands in the text, and a typed one in the picker', async () => {
  open();
  await typeIn('Choose the main colour', '#204060');
  expect((await field(/^Main colour/)).value).toBe('#204060');
  await typeIn(/^Accent colour/, '#FFCC00');
  expect((await field('Choose the accent colour')).value).toBe('#ffcc00');
  await typeIn(/^Accent colour/, 'yellow');
  expect((await field('Choose the accent colour')).value).toBe('#f3a52b');
});

test('a picked colour with unreadable contrast is refused, and a failed save keeps it', async () => {
  const { press, sent, answer } = open();
  await typeIn('Choose the main colour', '#ffee00');
  fireEvent.blur(await field(/^Main colour/));
  await press('Save changes');
  await expect(screen).toShow(/^Too light: light text on it is hard to read/);
  expect(sent('updateSettings')).toEqual([]);
  await typeIn('Choose the main colour', '#204060');
  answer({ updateSettings: refusal('permission-denied') });
  await press('Save changes');
  await expect(screen).toShow('Failed to save settings');
  expect((await field(/^Main colour/)).value).toBe('#204060');
  expect(sent('updateSettings').at(-1)).toMatchObject({ settings: { brandColour: '#204060' } });
});
