import { say, sayNow } from '../core/language.ts';
import { writeCsv } from '../core/csv.ts';
import { type Cents, cents, toDollars } from '../core/money.ts';
import { averageCents } from '../core/rates.ts';
import { type Result, ok, fail } from '../core/result.ts';
import { type DateText, type ZoneId, localDate } from '../core/time.ts';
import { sumOf } from '../core/variants.ts';
import { ROLES, type Role } from './actors.ts';
import { normalisePhone } from './phone-numbers.ts';

export const ROLE_FILTERS = ['all', ...ROLES] as const;
export const ACTIVITY_FILTERS = ['all', 'active', 'inactive'] as const;

/** The text below 'No users found'. */
export function noUsersText(search: string): string {
  const typed = search.trim();
  return typed === '' ? say`No users have been created yet` : say`No users match "${typed}"`;
}

export const USERS_PER_UPDATE_MAX = 100;
export const USER_FORM_HAS_ERRORS = say`Please fix the form errors`;

export interface UserForm {
  readonly displayName: string;
  readonly phoneNumber: string;
}

/** The error of each field of the form; empty when all are valid. */
export function checkUserForm(form: UserForm): Partial<Record<keyof UserForm, string>> {
  const errors: Partial<Record<keyof UserForm, string>> = {};
  if (form.displayName.trim() === '') errors.displayName = say`Display name is required`;
  if (form.phoneNumber.trim() !== '' && normalisePhone(form.phoneNumber) === null) {
    errors.phoneNumber = say`Please enter a valid phone number`;
  }
  return errors;
}

/** Checks how many users one request changes. */
export function checkBulkUpdate(userIds: readonly string[]): Result<true> {
  if (userIds.length === 0) return fail('invalid-argument', say`User IDs are required`);
  if (userIds.length > USERS_PER_UPDATE_MAX) {
    return fail('invalid-argument', say`Cannot update more than ${USERS_PER_UPDATE_MAX} users at once`);
  }
  return ok(true);
}

export const USER_COLUMNS = [
  'ID',
  say`Name`,
  say`Email`,
  say`Phone`,
  say`Role`,
  say`Status`,
  say`Orders`,
  say`Spent`,
  say`Loyalty Points`,
  say`Created`,
  say`Agreed to offers`,
] as const;

export interface ExportedPerson {
  readonly id: string;
  readonly displayName: string;
  readonly email: string;
  readonly phoneNumber: string;
  readonly role: Role;
  readonly isActive: boolean;
  readonly totalOrders: number;
  readonly totalSpent: Cents;
  readonly loyaltyPoints: number;
  readonly createdAt: Date;
  /** A list for a mailing program must contain only those who agreed. */
  readonly agreedToOffers: boolean;
}

export function usersFileName(date: DateText): string {
  return `users-export-${date}.csv`;
}

/** The file with all users; dates are those of the restaurant's time zone. */
export function usersCsv(people: readonly ExportedPerson[], zone: ZoneId): Result<string> {
  if (people.length === 0) return fail('failed-precondition', say`No users to export`);
  const rows = people.map((person) => [
    person.id,
    person.displayName,
    person.email,
    person.phoneNumber,
    person.role,
    person.isActive ? say`Active` : say`Inactive`,
    person.totalOrders,
    toDollars(person.totalSpent).toFixed(2),
    person.loyaltyPoints,
    localDate(person.createdAt, zone),
    person.agreedToOffers ? say`Yes` : say`No`,
  ]);
  return ok(writeCsv(USER_COLUMNS.map(sayNow), rows));
}

/** A person, or several similar ones, in the figures. */
export interface CountedPerson {
  readonly role: Role;
  readonly isActive: boolean;
  readonly createdAt: Date;
  readonly totalOrders: number;
  readonly totalSpent: Cents;
  /** How many similar people the row stands for, absent for one. The sums cover all of them. */
  readonly people?: number;
}

/** Figures about these people. */
export function userAnalytics(people: readonly CountedPerson[], now: Date, zone: ZoneId) {
  const thisMonth = localDate(now, zone).slice(0, 7);
  const revenue = sumOf(people.map(({ totalSpent }) => totalSpent));
  const orders = sumOf(people.map(({ totalOrders }) => totalOrders));
  const count = (rows: readonly CountedPerson[]) => sumOf(rows.map((row) => row.people ?? 1));
  return {
    totalUsers: count(people),
    activeUsers: count(people.filter((person) => person.isActive)),
    customers: count(people.filter((person) => person.role === 'customer')),
    admins: count(people.filter((person) => person.role === 'admin')),
    newThisMonth: count(people.filter((person) => localDate(person.createdAt, zone).startsWith(thisMonth))),
    totalRevenue: cents(revenue),
    totalOrders: orders,
    averageOrderValue: averageCents(revenue, orders),
  };
}
