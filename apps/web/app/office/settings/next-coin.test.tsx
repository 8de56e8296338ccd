import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { restaurantSettings } from '../../testing/restaurant.ts';
import { field, openOffice, typeIn } from '../../testing/show.tsx';

const contacts = { email: 'hello@bread.example', supportEmail: 'hello@bread.example' };
const sender = { name: 'Bread & Salt', email: 'hello@bread.example', postalAddress: 'Main St 1' };
const settings = { ...restaurantSettings, ...contacts, sender, currency: 'USD', coin: 1 as const };
const open = (mine = settings) =>
  openOffice('settings', {
    getSettings: { settings: mine, providers: [] },
    updateSettings: { settings: mine },
  });
const NEXT = 'Smallest coin from a coming day on';

test('an owner plans another smallest coin, and must choose its day', async () => {
  const { press, sent, user } = open();
  await user.selectOptions(await field(NEXT), '0.05');
  await press('Save changes');
  await expect(screen).toShow('Please choose the day.');
  expect(sent('updateSettings')).toEqual([]);
  await typeIn('From this day on', '2027-01-01');
  await press('Save changes');
  const nextCoin = { coin: 5, from: '2027-01-01' };
  expect(sent('updateSettings').at(-1)).toMatchObject({ settings: { nextCoin } });
});

test('a plan that is saved can be taken back, and is not sent with other changes', async () => {
  const { press, sent, user } = open({ ...settings, nextCoin: { coin: 5, from: '2027-01-01' } } as never);
  await typeIn(/^Tagline/, 'Pennies end');
  await press('Save changes');
  expect(sent('updateSettings').at(-1)?.settings).toEqual({ tagline: 'Pennies end' });
  await user.selectOptions(await field(NEXT), 'It stays');
  await press('Save changes');
  expect(sent('updateSettings').at(-1)).toMatchObject({ settings: { nextCoin: null } });
});

test('a restaurant in Canada, where all cash is rounded to five cents, has nothing to plan', async () => {
  open({ ...settings, currency: 'CAD', coin: 5 } as never);
  await field(/^Smallest coin/);
  expect(screen.queryByLabelText(NEXT)).toBeNull();
});
