import { failure } from '../core/errors.ts';
import { toDollars, type Cents } from '../core/money.ts';
import { err, ok, type Result } from '../core/result.ts';
import { dateIn, type DateText, type ZoneId } from '../core/time.ts';
import { writeCsv } from '../core/csv.ts';
import type { Role } from './actors.ts';

export const USER_COLUMNS = [
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
}

export function usersFileName(date: DateText): string {
  return `users-export-${date}.csv`;
}

export function usersCsv(people: readonly ExportedPerson[], zone: ZoneId): Result<string> {
  if (people.length === 0) return err(failure('failed-precondition', 'No users to export'));
  const rows = people.map((person) => [
    person.id,
    person.displayName,
    person.email,
    person.phoneNumber,
    person.role,
    person.isActive ? 'Active' : 'Inactive',
    person.totalOrders,
    toDollars(person.totalSpent).toFixed(2),
    person.loyaltyPoints,
    dateIn(person.createdAt, zone),
  ]);
  return ok(writeCsv(USER_COLUMNS, rows));
}
