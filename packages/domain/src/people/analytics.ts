import { averageCents, cents, type Cents } from '../core/money.ts';
import { dateIn, type ZoneId } from '../core/time.ts';
import type { Role } from './actors.ts';

export interface CountedPerson {
  readonly role: Role;
  readonly isActive: boolean;
  readonly createdAt: Date;
  readonly totalOrders: number;
  readonly totalSpent: Cents;
  /** When several people alike are counted as one row; the sums are then theirs together. */
  readonly people?: number;
}

export interface UserAnalytics {
  readonly totalUsers: number;
  readonly activeUsers: number;
  readonly customers: number;
  readonly admins: number;
  readonly newThisMonth: number;
  readonly totalRevenue: Cents;
  readonly totalOrders: number;
  readonly averageOrderValue: Cents;
}

export function userAnalytics(people: readonly CountedPerson[], now: Date, zone: ZoneId): UserAnalytics {
  const thisMonth = dateIn(now, zone).slice(0, 7);
  let revenue = 0;
  let orders = 0;
  for (const person of people) {
    revenue += person.totalSpent;
    orders += person.totalOrders;
  }
  const count = (rows: readonly CountedPerson[]) => rows.reduce((sum, row) => sum + (row.people ?? 1), 0);
  return {
    totalUsers: count(people),
    activeUsers: count(people.filter((person) => person.isActive)),
    customers: count(people.filter((person) => person.role === 'customer')),
    admins: count(people.filter((person) => person.role === 'admin')),
    newThisMonth: count(people.filter((person) => dateIn(person.createdAt, zone).startsWith(thisMonth))),
    totalRevenue: cents(revenue),
    totalOrders: orders,
    averageOrderValue: averageCents(revenue, orders),
  };
}
