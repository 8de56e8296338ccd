import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal } from '../../testing/network.ts';
import { restaurantSettings } from '../../testing/restaurant.ts';
import { openOffice } from '../../testing/show.tsx';

const open = (hash: string) =>
  openOffice(hash, {
    getSettings: { settings: restaurantSettings, providers: [] },
    updateSettings: refusal('conflict'),
  });
const focused = () => document.activeElement;

test('a link to a part of the settings leads to its panel, and the address is the section’s again', async () => {
  open('settings/points');
  const panel = await screen.findByRole('region', { name: 'Points' });
  await waitFor(() => expect(focused()).toBe(panel));
  expect(location.hash).toBe('#settings');
});

test('an administrator jumps to a panel with its link, and the next Tab is in its first field', async () => {
  const { press, user } = open('settings');
  await press('Discounts by staff');
  const panel = screen.getByRole('region', { name: 'Discounts by staff' });
  expect(focused()).toBe(panel);
  await user.tab();
  expect(panel.contains(focused())).toBe(true);
});
