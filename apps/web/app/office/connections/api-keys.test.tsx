import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { outage } from '../../testing/network.ts';
import { truro } from '../../testing/samples.ts';
import { openOffice, typeIn } from '../../testing/show.tsx';
import type { ApiKey } from './connections-data.ts';

const key: ApiKey = {
  id: 'k1',
  kind: 'admin',
  name: 'Books',
  shown: 'sk_abcd…',
  createdBy: 'Anjali Rao',
  createdAt: '2026-11-01T12:00:00.000Z',
  scopes: null,
  locationIds: null,
  origins: null,
  expiresAt: null,
  lastUsedAt: null,
  lastUsedAddress: null,
  revokedAt: null,
};

const open = (...apiKeys: ApiKey[]) =>
  openOffice('connections', { getWebhooks: { webhooks: [] }, getApiKeys: { apiKeys } }, undefined, undefined, [
    truro,
    { ...truro, id: 'new-glasgow', name: 'New Glasgow' },
  ]);

const keyDialog = async () => within(await screen.findByRole('dialog', { name: 'New API key' }));

test('the list shows what each key may do, where, until when, and where it was last used from', async () => {
  open(
    key,
    {
      ...key,
      id: 'k2',
      name: 'Board',
      scopes: ['orders:read', 'orders:write', 'menu:read', 'robots:read'],
      locationIds: ['truro', 'closed'],
      expiresAt: '2126-12-31T16:00:00.000Z',
      lastUsedAt: '2026-11-20T21:00:00.000Z',
      lastUsedAddress: '203.0.113.7',
    },
    { ...key, id: 'k3', name: 'Old', expiresAt: '2020-12-31T16:00:00.000Z' },
  );
  await screen.findByText('Board');
  const rowOf = (name: string) => within(screen.getByText(name).closest('li') ?? document.body);
  expect(
    rowOf('Board').getByText(/^Orders \(read\), Orders \(change\), Menu and stock \(read\), robots:read/),
  ).toBeTruthy();
  expect(rowOf('Board').getByText(/only at Truro Heights, closed, until Dec 31/)).toBeTruthy();
  expect(rowOf('Board').getByText(/last used Nov 20.* from 203\.0\.113\.7$/)).toBeTruthy();
  expect(rowOf('Books').getByText(/never used$/)).toBeTruthy();
  expect(rowOf('Books').getByRole('button', { name: 'Revoke Books' })).toBeTruthy();
  expect(rowOf('Old').getByText('Expired Dec 31, 2020')).toBeTruthy();
  expect(rowOf('Old').queryByRole('button')).toBeNull();
});

test('an admin limits a new key to areas, locations and a last day, and a failure keeps what was typed', async () => {
  const { press, sent, answer, user } = open();
  await press('Create key');
  const dialog = await keyDialog();
  await user.click(dialog.getByRole('radio', { name: /^Choose/ }));
  await user.click(dialog.getByRole('checkbox', { name: 'Read: Orders' }));
  await user.click(dialog.getByRole('button', { name: 'Create key' }));
  await expect(screen).toShow('Name is required');
  expect(sent('createApiKey')).toEqual([]);
  await typeIn('Name', ' Board ');
  await user.click(dialog.getByRole('checkbox', { name: 'Change: Orders' }));
  await user.click(dialog.getByRole('checkbox', { name: 'Read: Reservations' }));
  await user.click(dialog.getByRole('checkbox', { name: 'Read: Reservations' }));
  await user.click(dialog.getByRole('checkbox', { name: 'Truro Heights' }));
  await typeIn(/^Last day/, '2126-12-31');
  answer({ createApiKey: outage() });
  await user.click(dialog.getByRole('button', { name: 'Create key' }));
  await expect(screen).toShow('The key could not be created');
  answer({ createApiKey: { apiKey: { ...key, name: 'Board' }, key: 'sk_new' } });
  await user.click(dialog.getByRole('button', { name: 'Create key' }));
  await expect(screen).toShow('sk_new');
  expect(sent('createApiKey').at(-1)).toEqual({
    name: 'Board',
    kind: 'admin',
    scopes: ['orders:read', 'orders:write'],
    locationIds: ['truro'],
    expiresAt: '2127-01-01T03:59:00.000Z',
  });
});

test('a new key may do nothing until the admin chooses, and says so', async () => {
  const { press, sent, answer, user } = open();
  await press('Create key');
  const dialog = await keyDialog();
  const create = () => dialog.getByRole('button', { name: 'Create key' });
  await typeIn('Name', 'Books');
  expect(dialog.getAllByText('Choose what the key may do.')).not.toEqual([]);
  await user.click(create());
  await user.click(dialog.getByRole('radio', { name: /^Choose/ }));
  expect(dialog.getAllByText('Choose at least one area.')).not.toEqual([]);
  await user.click(create());
  expect(sent('createApiKey')).toEqual([]);
  await user.click(dialog.getByRole('radio', { name: /^Everything/ }));
  answer({ createApiKey: { apiKey: key, key: 'sk_all' } });
  await user.click(create());
  await expect(screen).toShow('sk_all');
  expect(sent('createApiKey')).toEqual([{ name: 'Books', kind: 'admin' }]);
});

test('a public key takes a preset of scopes and no locations', async () => {
  const { press, sent, answer, user } = open();
  await press('Create key');
  const dialog = await keyDialog();
  await typeIn('Name', 'App');
  await user.click(dialog.getByRole('checkbox', { name: 'Truro Heights' }));
  await user.click(dialog.getByRole('radio', { name: 'Customer key' }));
  expect(dialog.queryByRole('checkbox')).toBeNull();
  await user.click(dialog.getByRole('radio', { name: /^Orders and reservations/ }));
  await typeIn(/^Your pages/, ' https://www.sizzle.example/order\nhttps://sizzle.example ');
  answer({ createApiKey: { apiKey: { ...key, kind: 'customer' }, key: 'pk_new' } });
  await user.click(dialog.getByRole('button', { name: 'Create key' }));
  await expect(screen).toShow('pk_new');
  expect(sent('createApiKey')).toEqual([
    {
      name: 'App',
      kind: 'customer',
      scopes: ['orders:read', 'orders:write', 'reservations:read', 'reservations:write', 'menu:read', 'locations:read'],
      origins: ['https://www.sizzle.example', 'https://sizzle.example'],
    },
  ]);
});

test('a key for other pages shows the lines to paste, for a location and an order or a table', async () => {
  const { press } = open({ ...key, kind: 'customer', shown: 'pk_site', origins: ['https://www.sizzle.example'] });
  await expect(screen).toShow(/also from https:\/\/www\.sizzle\.example/);
  await press('For your website: Books');
  const code = (await screen.findByText(/<script/)).textContent;
  expect(code).toBe(
    `<script async src="${location.origin}/embed.js" data-key="pk_site" data-location="truro" data-show="order"></script>`,
  );
  await press('Book a table', 'radio');
  await expect(screen).toShow(/data-location="truro" data-show="book"/);
});
