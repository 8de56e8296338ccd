import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cents } from '../core/money.ts';
import { HALIFAX } from '../core/time.ts';
import { parseCsv } from '../csv/index.ts';
import {
  ACTIVITY_FILTERS,
  adjustTo,
  allowedUpdates,
  checkBulkUpdate,
  checkUserForm,
  checkUserUpdate,
  deactivated,
  earn,
  filterPeople,
  noUsersText,
  pointsFor,
  pointsOf,
  ROLE_FILTERS,
  takeBack,
  totalsOf,
  USER_FORM_HAS_ERRORS,
  USER_UPDATE_FIELDS,
  userAnalytics,
  usersCsv,
  usersFileName,
  withEmail,
  type LoyaltyEntry,
  type PeopleFilter,
  type Role,
} from './index.ts';

const at = (text: string) => new Date(text);
const person = (id: string, role: Role, isActive: boolean, displayName: string, phoneNumber: string) => ({
  id,
  email: `${id}@Example.com`,
  displayName,
  phoneNumber,
  role,
  isActive,
  totalOrders: 2,
  totalSpent: cents(3333),
  loyaltyPoints: 33,
  createdAt: at('2026-11-01T02:59:00Z'),
});
const people = [
  person('asha', 'customer', true, 'Asha Rao', '+19025550123'),
  person('ravi', 'staff', true, 'Ravi Nair', '(902) 555-0199'),
  person('mei', 'manager', false, 'Mei Lin', ''),
  person('sam', 'admin', true, 'Sam', '+442079460958'),
];

test.each<[Partial<PeopleFilter>, string[]]>([
  [{}, ['asha', 'ravi', 'mei', 'sam']],
  [{ role: 'staff' }, ['ravi']],
  [{ role: 'manager' }, ['mei']],
  [{ status: 'active' }, ['asha', 'ravi', 'sam']],
  [{ status: 'inactive' }, ['mei']],
  [{ search: ' RAO ' }, ['asha']],
  [{ search: 'ravi@example' }, ['ravi']],
  [{ search: '555-0199' }, ['ravi']],
  [{ search: '(902) 555' }, ['asha', 'ravi']],
  [{ search: '44' }, ['sam']],
  [{ search: 'x9025550123' }, []],
  [{ search: 'a', role: 'admin', status: 'active' }, ['sam']],
])('[A-USER-04] [A-USER-05] %j finds %j', (filter, ids) => {
  expect(filterPeople(people, { search: '', role: 'all', status: 'all', ...filter }).map((p) => p.id)).toEqual(ids);
});

test('[A-USER-04] [A-USER-05] the choices of the filters', () => {
  expect(ROLE_FILTERS).toEqual(['all', 'customer', 'staff', 'manager', 'admin']);
  expect(ACTIVITY_FILTERS).toEqual(['all', 'active', 'inactive']);
});

test('an empty list says why', () => {
  expect(noUsersText(' ')).toBe('No users have been created yet');
  expect(noUsersText(' zoe ')).toBe('No users match "zoe"');
});

test('[A-USER-15] records without an e-mail are skipped', () => {
  expect(withEmail([{ email: 'a@b.ca' }, { email: ' ' }, { email: null }, {}])).toEqual([{ email: 'a@b.ca' }]);
});

test.each([
  ['', '', { displayName: 'Display name is required' }],
  ['  ', '902-555-0123', { displayName: 'Display name is required' }],
  ['Asha', '', {}],
  ['Asha', '  ', {}],
  ['Asha', '+1 (902) 555-0123', {}],
  ['Asha', '902.555.0123', {}],
  ['Asha', '555-0123', { phoneNumber: 'Please enter a valid phone number' }],
  ['Asha', '902-555-012x3', { phoneNumber: 'Please enter a valid phone number' }],
])('[A-USER-25] [A-USER-26] editing to %j and %j: %j', (displayName, phoneNumber, errors) => {
  expect(checkUserForm({ displayName, phoneNumber })).toEqual(errors);
});

test('[A-USER-28] a form with errors says so once more', () => {
  expect(USER_FORM_HAS_ERRORS).toBe('Please fix the form errors');
});

test('[A-USER-27] [A-USER-29] only these fields can be changed; the e-mail is not among them', () => {
  expect(USER_UPDATE_FIELDS).toEqual([
    'displayName',
    'phoneNumber',
    'role',
    'isActive',
    'totalOrders',
    'totalSpent',
    'loyaltyPoints',
  ]);
  const updates = { displayName: 'A', email: 'x@y.ca', uid: 'u9', isActive: false, role: undefined, constructor: 1 };
  expect(allowedUpdates(updates)).toEqual({ displayName: 'A', isActive: false });
});

test.each([
  ['u1', { role: 'staff' }, true],
  ['u1', {}, true],
  [' ', { role: 'staff' }, false],
  ['u1', null, false],
  ['u1', 'role', false],
])('[A-USER-30] updating %j with %j is possible: %s', (userId, updates, answer) => {
  expect(checkUserUpdate(userId, updates).ok).toBe(answer);
});

test.each([
  [0, 'User IDs are required'],
  [1, null],
  [100, null],
  [101, 'Cannot update more than 100 users at once'],
])('[A-USER-31] [A-USER-32] updating %i people at once: %s', (count, reason) => {
  const answer = checkBulkUpdate(Array.from({ length: count }, (_, index) => `u${index}`));
  expect(answer.ok ? null : answer.error.message).toBe(reason);
});

test('[A-USER-23] deleting somebody only shuts the door', () => {
  const now = at('2026-11-20T12:00:00Z');
  expect(deactivated(now)).toEqual({ isActive: false, isDeleted: true, deletedAt: now });
});

test('[A-USER-21] the figures about users; a month begins by the clock of the place', () => {
  const now = at('2026-11-20T12:00:00Z');
  const born = (createdAt: string) => ({ ...people[0], createdAt: at(createdAt) });
  const [first, second] = [born('2026-11-01T02:59:59Z'), born('2026-11-01T03:00:00Z')];
  const counted = [...people, first, second].map((one) => ({
    role: one.role ?? 'customer',
    isActive: one.isActive ?? true,
    createdAt: one.createdAt,
    totalOrders: one.totalOrders ?? 0,
    totalSpent: one.totalSpent ?? cents(0),
  }));
  expect(userAnalytics(counted, now, HALIFAX)).toEqual({
    totalUsers: 6,
    activeUsers: 5,
    customers: 3,
    admins: 1,
    newThisMonth: 1,
    totalRevenue: 6 * 3333,
    totalOrders: 12,
    averageOrderValue: 1667,
  });
  expect(userAnalytics([], now, HALIFAX)).toMatchObject({ totalUsers: 0, totalRevenue: 0, averageOrderValue: 0 });
});

test('[A-USER-33] [A-USER-34] [A-USER-35] the export of users', () => {
  expect(usersFileName('2026-11-20')).toBe('users-export-2026-11-20.csv');
  expect(usersCsv([], HALIFAX)).toMatchObject({ ok: false, error: { message: 'No users to export' } });
  const csv = usersCsv(people.slice(0, 3), HALIFAX);
  expect(parseCsv(csv.ok ? csv.value : '')).toEqual([
    ['ID', 'Name', 'Email', 'Phone', 'Role', 'Status', 'Orders', 'Spent', 'Loyalty Points', 'Created'],
    ['asha', 'Asha Rao', 'asha@Example.com', "'+19025550123", 'customer', 'Active', '2', '33.33', '33', '2026-10-31'],
    ['ravi', 'Ravi Nair', 'ravi@Example.com', '(902) 555-0199', 'staff', 'Active', '2', '33.33', '33', '2026-10-31'],
    ['mei', 'Mei Lin', 'mei@Example.com', '', 'manager', 'Inactive', '2', '33.33', '33', '2026-10-31'],
  ]);
});

test.each([
  [0, 0],
  [99, 0],
  [100, 1],
  [5925, 59],
  [10_000, 100],
])('%i cents of subtotal earn %i points', (subtotal, points) => {
  expect(pointsFor(cents(subtotal))).toBe(points);
});

test('points are earned once an order, taken back once, and adjusted by rows', () => {
  const earned = earn([], 'o1', cents(5925));
  expect(earned).toEqual({ points: 59, reason: 'order-completed', orderId: 'o1' });
  const ledger: LoyaltyEntry[] = [
    { points: 59, reason: 'order-completed', orderId: 'o1' },
    { points: 10, reason: 'order-completed', orderId: 'o2' },
  ];
  expect(earn(ledger, 'o1', cents(5925))).toBeNull();
  expect(earn(ledger, 'o3', cents(99))).toBeNull();
  const back: LoyaltyEntry = { points: -59, reason: 'order-refunded', orderId: 'o1' };
  expect(takeBack(ledger, 'o1')).toEqual(back);
  expect(takeBack([...ledger, back], 'o1')).toBeNull();
  expect(takeBack(ledger, 'o9')).toBeNull();
  // completed again after a refund it earns nothing anew
  expect(earn([...ledger, back], 'o1', cents(5925))).toBeNull();
  expect(adjustTo(ledger, 100)).toEqual({ points: 31, reason: 'adjustment', orderId: null });
  expect(adjustTo(ledger, 69)).toBeNull();
});

test('whatever is completed and refunded, in whatever order and how often: the balance is what stands', () => {
  const events = fc.array(
    fc.record({
      order: fc.constantFrom('a' as const, 'b' as const, 'c' as const),
      what: fc.constantFrom('complete' as const, 'refund' as const),
    }),
  );
  const subtotals = { a: cents(1050), b: cents(99), c: cents(20_000) };
  fc.assert(
    fc.property(events, (happened) => {
      const ledger: LoyaltyEntry[] = [];
      const standing = new Map<string, number>();
      for (const { order, what } of happened) {
        const entry = what === 'complete' ? earn(ledger, order, subtotals[order]) : takeBack(ledger, order);
        if (entry) ledger.push(entry);
        if (what === 'refund') standing.set(order, 0);
        else if (entry) standing.set(order, pointsFor(subtotals[order]));
      }
      const expected = [...standing.values()].reduce((sum, points) => sum + points, 0);
      expect(pointsOf(ledger)).toBe(expected);
    }),
  );
});

test('a person has ordered and spent what was completed, less what went back', () => {
  const order = (status: string, total: number, refunded = 0) => ({
    status,
    total: cents(total),
    refunded: cents(refunded),
  });
  expect(
    totalsOf([
      order('completed', 5000),
      order('completed', 3000, 1000),
      order('completed', 2000, 2000),
      order('ready', 9999),
      order('cancelled', 9999),
    ]),
  ).toEqual({ totalOrders: 2, totalSpent: 7000 });
  expect(totalsOf([])).toEqual({ totalOrders: 0, totalSpent: 0 });
});
