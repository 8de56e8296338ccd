import { canSeeSection, SECTIONS, type Actor, type Role, type Section } from '@tiffin/domain/people';
import { expect, test } from 'vitest';
import { chooseSection, sectionsOf } from './sections.ts';

const load = () => Promise.reject(new Error('never opened'));
const loads = Object.fromEntries(Object.keys(SECTIONS).map((id) => [id, load]));

function person(role: Role): Actor {
  return { kind: 'person', userId: '1', role, locationIds: ['truro'], email: 'a@b.ca', name: 'A' };
}

const allOf = (role: Role, hasFloor = true) => {
  const { first, rest } = sectionsOf(person(role), loads, hasFloor);
  return [...first, ...rest];
};

test.each<[role: Role, hasFloor: boolean, first: string[], rest: string[]]>([
  [
    'admin',
    false,
    ['Dashboard', 'Orders', 'Till', 'Reservations', 'Menu', 'Report'],
    [
      'Floor',
      'Kitchen',
      'Deliveries',
      'Find an Order',
      'Promotions',
      'Messages',
      'Privacy',
      'Closing',
      'Tips and hours',
      'Payments',
      'Gift cards',
      'Locations',
      'Users',
      'Stations',
      'Settings',
      'Connections',
      'Audit Log',
    ],
  ],
  [
    'manager',
    false,
    ['Dashboard', 'Orders', 'Till', 'Kitchen', 'Reservations', 'Deliveries'],
    ['Floor', 'Find an Order', 'Menu', 'Closing', 'Tips and hours', 'Report', 'Payments', 'Gift cards', 'Stations'],
  ],
  [
    'manager',
    true,
    ['Dashboard', 'Floor', 'Orders', 'Till', 'Kitchen', 'Reservations'],
    [
      'Deliveries',
      'Find an Order',
      'Menu',
      'Closing',
      'Tips and hours',
      'Report',
      'Payments',
      'Gift cards',
      'Stations',
    ],
  ],
  [
    'staff',
    false,
    ['Orders', 'Till', 'Kitchen', 'Deliveries', 'Reservations', 'Find an Order'],
    ['Closing', 'Tips and hours'],
  ],
  [
    'staff',
    true,
    ['Floor', 'Orders', 'Till', 'Kitchen', 'Reservations', 'Deliveries'],
    ['Find an Order', 'Closing', 'Tips and hours'],
  ],
  ['customer', false, [], []],
])('%s, with a plan of tables: %s, sees %j at first sight and %j behind More', (role, hasFloor, first, rest) => {
  const sections = sectionsOf(person(role), loads, hasFloor);
  expect(sections.first.map(({ label }) => label)).toEqual(first);
  expect(sections.rest.map(({ label }) => label)).toEqual(rest);
});

test.each([true, false])(
  'on a large screen an administrator sees the specified sections with floor, kitchen and report at first sight; a plan of tables: %s [A-SHELL-17]',
  (hasFloor) => {
    const { first, firstOnLarge } = sectionsOf(person('admin'), loads, hasFloor);
    const names = firstOnLarge.map(({ label }) => label);
    const specified = ['Dashboard', 'Orders', 'Users', 'Menu', 'Locations', 'Reservations', 'Till'];
    expect(new Set(names)).toEqual(new Set([...specified, 'Floor', 'Kitchen', 'Report']));
    expect(names.filter((name) => first.some(({ label }) => label === name))).toEqual(first.map(({ label }) => label));
  },
);

test('on a large screen the other roles see what they see on a small one', () => {
  for (const role of ['staff', 'manager', 'accountant'] as const) {
    const { first, firstOnLarge } = sectionsOf(person(role), loads, true);
    expect(firstOnLarge.map(({ id }) => id)).toEqual(first.map(({ id }) => id));
  }
});

test.each<Role>(['customer', 'staff', 'manager', 'admin'])(
  '%s finds every section of the role once by its job, and at most seven entries at first sight [A-SHELL-17]',
  (role) => {
    const { first, rest, groups } = sectionsOf(person(role), loads, true);
    const byJob = groups.flatMap(({ sections }) => sections.map(({ id }) => id));
    const may = (Object.keys(SECTIONS) as Section[]).filter((id) => canSeeSection(id, person(role)));
    expect(byJob.toSorted()).toEqual(may.toSorted());
    expect(
      allOf(role)
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(may.toSorted());
    expect(first.length + (rest.length > 0 ? 1 : 0)).toBeLessThanOrEqual(7);
  },
);

const visible = allOf('admin');

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
  expect(chooseSection('', allOf('staff', false), null)?.id).toBe('orders');
  expect(chooseSection('#users', allOf('staff', false), null)?.id).toBe('orders');
});
