import type { AnswerOf } from '@tiffin/contract';
import type { lookupUserByPhone } from '@tiffin/contract/users';
import { cents, toDollars } from '@tiffin/domain/core';
import { lookedUp, normalisePhone, phoneVariations } from '@tiffin/domain/people';
import type { Db } from '../../db/connection.ts';

type LookedUp = AnswerOf<typeof lookupUserByPhone>['user'];

/** The regular behind a number; of several people who share one, the one who is active and came last. */
export async function lookUpByPhone(db: Db, phone: string): Promise<LookedUp> {
  const spellings = [...new Set([...phoneVariations(phone), normalisePhone(phone) ?? ''])].filter(
    (each) => each !== '',
  );
  if (spellings.length === 0) return null;
  const row = await db
    .selectFrom('users')
    .selectAll()
    .where('phone_number', 'in', spellings)
    .where('is_deleted', '=', false)
    .orderBy('is_active', 'desc')
    .orderBy('last_order_at', (by) => by.desc().nullsLast())
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  const person = lookedUp({
    id: row.id,
    displayName: row.name,
    email: row.email,
    phoneNumber: row.phone_number,
    totalOrders: row.total_orders,
    totalSpent: cents(row.total_spent_cents),
    isActive: row.is_active,
    role: row.role,
    createdAt: row.created_at,
    lastOrderDate: row.last_order_at,
  });
  return {
    ...person,
    totalSpent: toDollars(cents(person.totalSpent)),
    createdAt: person.createdAt?.toISOString() ?? null,
    lastOrderDate: person.lastOrderDate?.toISOString() ?? null,
  };
}
