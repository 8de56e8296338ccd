import { expect, test } from 'vitest';
import { cents } from '../core/money.ts';
import { HALIFAX } from '../core/time.ts';
import { parseCsv } from '../core/csv.ts';
import {
  ACTIVITY_FILTERS,
  balanceAdjustment,
  checkBulkUpdate,
  checkUserForm,
  noUsersText,
  pointsFor,
  findConfirmedOwner,
  ROLE_FILTERS,
  customerTotals,
  userAnalytics,
  usersCsv,
  usersFileName,
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

test('the choices of the filters [A-USER-04] [A-USER-05]', () => {
  expect(ROLE_FILTERS).toEqual(['all', 'customer', 'staff', 'manager', 'accountant', 'admin']);
  expect(ACTIVITY_FILTERS).toEqual(['all', 'active', 'inactive']);
});

test('an empty list gives the reason', () => {
  expect(noUsersText(' ')).toBe('No users have been created yet');
  expect(noUsersText(' zoe ')).toBe('No users match "zoe"');
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
])('editing to %j and %j: %j [A-USER-25] [A-USER-26]', (displayName, phoneNumber, errors) => {
  expect(checkUserForm({ displayName, phoneNumber })).toEqual(errors);
});

test.each([
  [0, 'User IDs are required'],
  [1, null],
  [100, null],
  [101, 'Cannot update more than 100 users at once'],
])('updating %i people at once: %s', (count, reason) => {
  const answer = checkBulkUpdate(Array.from({ length: count }, (_, index) => `u${index}`));
  expect(answer.ok ? null : answer.error.message).toBe(reason);
});

test('the user statistics; a month starts in the location’s time zone [A-USER-21]', () => {
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

test('the export of users [A-USER-33] [A-USER-34] [A-USER-35]', () => {
  expect(usersFileName('2026-11-20')).toBe('users-export-2026-11-20.csv');
  expect(usersCsv([], HALIFAX)).toMatchObject({ ok: false, error: { message: 'No users to export' } });
  const csv = usersCsv(
    people.slice(0, 3).map((each) => ({ ...each, agreedToOffers: each.id === 'asha' })),
    HALIFAX,
  );
  expect(parseCsv(csv.ok ? csv.value : '')).toEqual([
    [
      'ID',
      'Name',
      'Email',
      'Phone',
      'Role',
      'Status',
      'Orders',
      'Spent',
      'Loyalty Points',
      'Created',
      'Agreed to offers',
    ],
    [
      'asha',
      'Asha Rao',
      'asha@Example.com',
      "'+19025550123",
      'customer',
      'Active',
      '2',
      '33.33',
      '33',
      '2026-10-31',
      'Yes',
    ],
    [
      'ravi',
      'Ravi Nair',
      'ravi@Example.com',
      '(902) 555-0199',
      'staff',
      'Active',
      '2',
      '33.33',
      '33',
      '2026-10-31',
      'No',
    ],
    ['mei', 'Mei Lin', 'mei@Example.com', '', 'manager', 'Inactive', '2', '33.33', '33', '2026-10-31', 'No'],
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

test('setting a balance adds the matching entry', () => {
  const ledger = [
    { points: 59, reason: 'order-completed' as const, orderId: 'o1' },
    { points: 10, reason: 'order-completed' as const, orderId: 'o2' },
  ];
  expect(balanceAdjustment(ledger, 100)).toEqual({ points: 31, reason: 'adjustment', orderId: null });
  expect(balanceAdjustment(ledger, 69)).toBeNull();
});

test('totals count completed orders, less refunds', () => {
  const order = (status: string, total: number, refunded = 0) => ({
    status,
    total: cents(total),
    refunded: cents(refunded),
  });
  expect(
    customerTotals([
      order('completed', 5000),
      order('completed', 3000, 1000),
      order('completed', 2000, 2000),
      order('ready', 9999),
      order('cancelled', 9999),
    ]),
  ).toEqual({ totalOrders: 2, totalSpent: 7000 });
  expect(customerTotals([])).toEqual({ totalOrders: 0, totalSpent: 0 });
});

test.each([
  ['nobody', [], null],
  ['one account that only entered it', [false], null],
  ['one account that ordered with it', [true], 0],
  ['the one that ordered, among accounts that entered it', [false, true, false], 1],
  ['two accounts that both ordered with it', [true, true], null],
])('the owner of a number with %s: %j [A-NEW-06]', (_case, confirmed, meaning) => {
  const found = confirmed.map((isConfirmed, place) => ({ place, isConfirmed }));
  expect(findConfirmedOwner(found)?.place ?? null).toBe(meaning);
});
