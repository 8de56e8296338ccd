import { averageCents, cents, type Cents } from '../core/money.ts';
import { dateIn, type ZoneId } from '../core/time.ts';
import type { Role } from './actors.ts';

export interface CountedPerson {
  readonly role: Role;
  readonly isActive: boolean;
  readonly createdAt: Date;
  readonly totalOrders: number;
  readonly totalSpent: Cents;
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
  return {
    totalUsers: people.length,
    activeUsers: people.filter((person) => person.isActive).length,
    customers: people.filter((person) => person.role === 'customer').length,
    admins: people.filter((person) => person.role === 'admin').length,
    newThisMonth: people.filter((person) => dateIn(person.createdAt, zone).startsWith(thisMonth)).length,
    totalRevenue: cents(revenue),
    totalOrders: orders,
    averageOrderValue: averageCents(revenue, orders),
  };
}
