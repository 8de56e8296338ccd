import type { Actor, Role } from '@tiffin/domain/people';
import { expect, test } from 'vitest';
import { chooseSection, sectionGroups } from './sections.ts';

const load = () => Promise.reject(new Error('never opened'));
const loads = {
  dashboard: load,
  orders: load,
  users: load,
  menu: load,
  locations: load,
  reservations: load,
  'create-order': load,
};

function person(role: Role): Actor {
  return { kind: 'person', userId: '1', role, locationIds: ['truro'], email: 'a@b.ca', name: 'A' };
}

function ids(role: Role): string[] {
  return sectionGroups(person(role), loads)
    .flat()
    .map((section) => section.id);
}

test.each<[Role, string[]]>([
  ['admin', ['dashboard', 'orders', 'create-order', 'reservations', 'menu', 'users', 'locations']],
  ['manager', ['dashboard', 'orders', 'create-order', 'reservations', 'menu']],
  ['staff', ['orders', 'create-order', 'reservations']],
  ['customer', []],
])('%s sees these sections [A-SHELL-17]', (role, expected) => {
  expect(ids(role)).toEqual(expected);
});

const visible = sectionGroups(person('admin'), loads).flat();

test('the URL hash chooses the section [A-SHELL-16]', () => {
  expect(chooseSection('#orders', visible, 'dashboard')?.id).toBe('orders');
});

test.each(['#nonsense', '#__proto__', '#ORDERS', '#'])('%s is ignored [A-SHELL-18]', (hash) => {
  expect(chooseSection(hash, visible, 'users')?.id).toBe('users');
});

test('the default section is dashboard [A-SHELL-19]', () => {
  expect(chooseSection('', visible, null)?.id).toBe('dashboard');
});

test('a user who may not see the dashboard starts with orders', () => {
  expect(chooseSection('', sectionGroups(person('staff'), loads).flat(), null)?.id).toBe('orders');
  expect(chooseSection('#users', sectionGroups(person('staff'), loads).flat(), null)?.id).toBe('orders');
});
