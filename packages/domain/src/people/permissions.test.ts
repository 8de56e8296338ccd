import { expect, test } from 'vitest';
import {
  authorise,
  hasRole,
  isAdmin,
  isAssignedTo,
  isStaff,
  canEverPerform,
  canSeeSection,
  ANONYMOUS_ACTOR,
  permissions,
  ROLES,
  SECTIONS,
  staffAccessOf,
  hasStaffAccess,
  SYSTEM_ACTOR,
  userIdOf,
  worksAt,
  type Action,
  type Actor,
  type Role,
  type Section,
} from './index.ts';

const person = (role: Role, userId: string, locationIds: string[] = []): Actor => ({
  kind: 'person',
  userId,
  role,
  locationIds,
  email: `${userId}@example.com`,
  name: userId,
});

const here = { locationId: 'truro', ownerId: 'owner' };
const actors = {
  nobody: ANONYMOUS_ACTOR,
  site: { kind: 'site' },
  owner: person('customer', 'owner'),
  stranger: person('customer', 'stranger'),
  // a customer with assigned locations still works nowhere
  listed: person('customer', 'listed', ['truro']),
  staff: person('staff', 'staff', ['truro']),
  'staff elsewhere': person('staff', 'staff-2', ['new-glasgow']),
  manager: person('manager', 'manager', ['truro', 'new-glasgow']),
  'manager elsewhere': person('manager', 'manager-2', ['new-glasgow']),
  accountant: person('accountant', 'accountant', ['truro']),
  admin: person('admin', 'admin'),
  machine: { kind: 'machine', keyId: 'k1', name: 'till printer' },
  'unlimited machine': { kind: 'machine', keyId: 'k2', name: 'books', locationIds: null },
  'machine here': { kind: 'machine', keyId: 'k3', name: 'board', locationIds: ['truro'] },
  'machine elsewhere': { kind: 'machine', keyId: 'k4', name: 'board', locationIds: ['new-glasgow'] },
  system: SYSTEM_ACTOR,
} as const satisfies Record<string, Actor>;

const admins = ['admin', 'machine', 'unlimited machine', 'system'];
const managersHere = ['manager', 'machine here', ...admins];
const staffHere = ['staff', ...managersHere];
const ownToo = ['owner', ...staffHere];
const anyStaff = ['staff', 'staff elsewhere', 'manager elsewhere', 'machine elsewhere', ...managersHere];

const allowed: Readonly<Record<Action, readonly string[]>> = {
  'order.read': ownToo,
  'order.create-at-till': staffHere,
  'order.step': staffHere,
  'order.correct-step': managersHere,
  'order.cancel': ownToo,
  'order.change': staffHere,
  'order.take-payment': staffHere,
  'order.discount': staffHere,
  'order.discount-beyond': managersHere,
  'order.refund': managersHere,
  'order.text-guest': staffHere,
  'reservation.read': ownToo,
  'reservation.manage': ownToo,
  'drawer.count': staffHere,
  'drawer.manage': managersHere,
  'work.read': ['accountant', ...staffHere],
  'work.manage': managersHere,
  'floor.seat': staffHere,
  'floor.edit': managersHere,
  'dashboard.read': ['accountant', ...managersHere],
  'dashboard.read-all-locations': admins,
  'report.schedule': ['owner', ...admins],
  'menu.edit': managersHere,
  'menu.mark-sold-out': staffHere,
  'location.pace': staffHere,
  'kitchen.manage-stations': managersHere,
  'location.pause-long': managersHere,
  'person.look-up': anyStaff,
  'person.read': ['owner', ...admins],
  'person.manage': admins,
  'location.manage': admins,
  'settings.manage': admins,
  'message.send': admins,
  'message.read': admins,
  'payment.audit': admins,
  'metrics.read': admins,
};

const table = Object.entries(allowed).flatMap(([action, who]) =>
  Object.entries(actors).map(([name, actor]) => ({ action, name, actor, may: who.includes(name) })),
);

test('a phone at a table orders for its own party, and may do nothing else and nothing for another party', () => {
  const phone: Actor = { kind: 'table', guestId: 'g1', sittingId: 's1' };
  const mayFor = (resource: object) =>
    (Object.keys(permissions) as Action[]).filter((action) => authorise(action, phone, resource).ok);
  expect(mayFor({ locationId: 'truro', sittingId: 's1' })).toEqual(['order.create-at-till']);
  expect(mayFor({ locationId: 'truro', sittingId: 's2' })).toEqual([]);
  expect(mayFor({ locationId: 'truro', sittingId: null })).toEqual([]);
  expect(mayFor({ locationId: 'truro' })).toEqual([]);
});

test('at a shared tablet nothing counts as one’s own: there a person is only staff of that location', () => {
  const own = { locationId: 'new-glasgow', ownerId: 'staff' };
  const { staff } = actors;
  const atTill: Actor = staff.kind === 'person' ? { ...staff, atTablet: true } : staff;
  for (const action of [
    'order.read',
    'order.cancel',
    'reservation.read',
    'reservation.manage',
    'person.read',
  ] as const) {
    expect([action, authorise(action, staff, own).ok]).toEqual([action, true]);
    expect([action, authorise(action, atTill, own).ok]).toEqual([action, false]);
  }
  expect(authorise('order.read', atTill, here).ok).toBe(true);
});

test.each(table)(
  '$action by $name: $may [A-ROLE-08] [A-ROLE-09] [A-ROLE-12] [A-ROLE-14]',
  ({ action, name, actor, may }) => {
    const rule = Object.entries(permissions).find(([existing]) => existing === action);
    expect(rule).toBeDefined();
    const answer = authorise(action as Action, actor, here);
    const refused = name === 'nobody' ? 'unauthenticated' : 'permission-denied';
    expect(answer.ok ? 'yes' : answer.error.code).toBe(may ? 'yes' : refused);
  },
);

test('the table above covers every action', () => {
  expect(Object.keys(allowed).toSorted()).toEqual(Object.keys(permissions).toSorted());
});

test('location-bound actions need a location, except for those who work everywhere', () => {
  expect(authorise('order.read', actors.manager).ok).toBe(false);
  expect(authorise('order.read', actors.manager, { locationId: null }).ok).toBe(false);
  expect(authorise('order.read', actors.admin).ok).toBe(true);
  expect(authorise('person.look-up', actors.staff).ok).toBe(true);
});

test('a resource without an owner belongs to no one', () => {
  expect(authorise('order.read', { kind: 'site' }, { locationId: 'truro', ownerId: null }).ok).toBe(false);
  expect(authorise('order.read', actors.machine, { ownerId: null }).ok).toBe(true);
});

test('only the stored role counts, not an e-mail with "admin" in it [C-AUTH-02] [C-AUTH-03]', () => {
  const pretender = person('customer', 'admin');
  expect(isAdmin(pretender)).toBe(false);
  expect(isStaff(pretender)).toBe(false);
  expect(authorise('settings.manage', pretender).ok).toBe(false);
});

test('an admin may do everything a restaurant needs in a day [C-AUTH-04]', () => {
  const day: readonly Action[] = [
    'order.create-at-till',
    'order.take-payment',
    'order.step',
    'order.text-guest',
    'message.send',
    'menu.edit',
    'person.manage',
    'location.manage',
    'reservation.manage',
  ];
  expect(day.filter((action) => !authorise(action, actors.admin, here).ok)).toEqual([]);
});

test('there are five roles: each of four has all permissions of the lower ones, and accountants stand apart [A-ROLE-01]', () => {
  expect(ROLES).toEqual(['customer', 'staff', 'manager', 'accountant', 'admin']);
  const ladder = ROLES.filter((role) => role !== 'accountant');
  const reach = ladder.map((role) => ladder.filter((least) => hasRole(person(role, 'x'), least)));
  expect(reach).toEqual([
    ['customer'],
    ['customer', 'staff'],
    ['customer', 'staff', 'manager'],
    ['customer', 'staff', 'manager', 'admin'],
  ]);
  expect(hasRole(ANONYMOUS_ACTOR, 'customer')).toBe(false);
  expect(ROLES.filter((least) => hasRole(actors.accountant, least))).toEqual(['customer', 'accountant']);
});

test('staff work at their locations, admins everywhere, customers nowhere', () => {
  expect(worksAt(actors.staff, 'truro')).toBe(true);
  expect(worksAt(actors.staff, 'new-glasgow')).toBe(false);
  expect(worksAt(actors.listed, 'truro')).toBe(false);
  expect(worksAt(actors.admin, 'anywhere')).toBe(true);
  expect(worksAt(actors.machine, 'anywhere')).toBe(true);
  expect(worksAt(actors['machine here'], 'truro')).toBe(true);
  expect(worksAt(actors['machine here'], 'new-glasgow')).toBe(false);
  expect(worksAt(ANONYMOUS_ACTOR, 'truro')).toBe(false);
  expect([isStaff(actors.staff), isStaff(actors.owner), isStaff(actors.machine)]).toEqual([true, false, true]);
  expect([isStaff(actors.accountant), isAssignedTo(actors.accountant, 'truro')]).toEqual([false, true]);
  expect(isAssignedTo(actors.accountant, 'new-glasgow')).toBe(false);
  expect(worksAt(actors.accountant, 'truro')).toBe(false);
  expect([userIdOf(actors.owner), userIdOf(actors.machine)]).toEqual(['owner', null]);
});

test('a button is enabled for those who may use it somewhere', () => {
  expect(canEverPerform('order.refund', actors['manager elsewhere'])).toBe(true);
  expect(canEverPerform('order.refund', actors.staff)).toBe(false);
});

test.each([
  ['customer', []],
  [
    'staff',
    ['orders', 'create-order', 'kitchen', 'deliveries', 'find-order', 'closing', 'tips', 'reservations', 'floor'],
  ],
  [
    'manager',
    [
      'dashboard',
      'report',
      'orders',
      'create-order',
      'kitchen',
      'deliveries',
      'find-order',
      'closing',
      'tips',
      'menu',
      'reservations',
      'floor',
      'stations',
      'payments',
      'gift-cards',
    ],
  ],
  ['accountant', ['report', 'tips', 'payments', 'gift-cards']],
  [
    'admin',
    [
      'dashboard',
      'report',
      'orders',
      'create-order',
      'kitchen',
      'deliveries',
      'find-order',
      'closing',
      'tips',
      'menu',
      'reservations',
      'floor',
      'users',
      'stations',
      'locations',
      'promotions',
      'messages',
      'payments',
      'gift-cards',
      'settings',
      'connections',
      'audit',
      'privacy',
    ],
  ],
] as const)('%s sees the sections %j', (role, sections) => {
  const everySection = Object.keys(SECTIONS) as Section[];
  expect(everySection.filter((section) => canSeeSection(section, person(role, 'x')))).toEqual(sections);
});

test('a manager does not see the users', () => {
  expect(canSeeSection('users', actors.manager)).toBe(false);
});

test.each([
  ['as then', person('staff', 's', ['truro']), true],
  ['a place more', person('staff', 's', ['truro', 'glasgow']), true],
  ['as a manager', person('manager', 's', ['truro']), true],
  ['an admin, who works at all locations', person('admin', 's'), true],
  ['at another place', person('staff', 's', ['glasgow']), false],
  ['as a customer', person('customer', 's', ['truro']), false],
])('access as staff at Truro still holds: %s', (_now, actor, may) => {
  const then = staffAccessOf(person('staff', 's', ['truro']));
  expect(then && hasStaffAccess(actor, then)).toBe(may);
});

test('access as admin ends with the role; customers and guests have no standing', () => {
  const then = staffAccessOf(person('admin', 'a', ['truro']));
  expect(then && hasStaffAccess(person('admin', 'a'), then)).toBe(true);
  expect(then && hasStaffAccess(person('manager', 'a', ['truro']), then)).toBe(false);
  expect(staffAccessOf(actors.owner)).toBeNull();
});
