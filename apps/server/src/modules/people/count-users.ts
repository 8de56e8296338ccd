import { cents, dateIn, instantOf } from '@tiffin/domain/core';
import { userAnalytics, type Role, type UserAnalytics } from '@tiffin/domain/people';
import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';

interface Group {
  role: Role;
  is_active: boolean;
  created_at: Date;
  people: number;
  orders: number;
  spent: number;
}

/** The figures over everybody: summed by the database into a dozen groups, then by the domain's rule. */
export async function countAllUsers(db: Db, now: Date, zone: string): Promise<UserAnalytics> {
  const monthBegan = instantOf(`${dateIn(now, zone).slice(0, 7)}-01`, '00:00', zone);
  const { rows } = await sql<Group>`
    select role, is_active, max(created_at) as created_at, count(*) as people,
           sum(total_orders) as orders, sum(total_spent_cents) as spent
    from users where email <> ''
    group by role, is_active, created_at >= ${monthBegan}
  `.execute(db);
  return userAnalytics(
    rows.map((group) => ({
      role: group.role,
      isActive: group.is_active,
      createdAt: group.created_at,
      totalOrders: group.orders,
      totalSpent: cents(group.spent),
      people: group.people,
    })),
    now,
    zone,
  );
}
