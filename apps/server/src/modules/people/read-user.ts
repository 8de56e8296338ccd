import type { ResponseOf } from '@tiffin/contract';
import { cents, refuse, say, toDollars } from '@tiffin/domain/core';
import { userNotices } from '@tiffin/domain/errors';
import { isAdmin, toLookedUpPerson, phoneVariations, type Actor } from '@tiffin/domain/people';
import { sql } from 'kysely';
import { hasCodes, hasPasskeys } from '../../platform/auth/second-step.ts';
import type { Context, Db } from '../../context.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { recordAuditEntries, type Author } from '../log/record-audit-entries.ts';
import { wasHandedOver } from './proven-contacts.ts';
import { readUsersById, userAnswer, type UserRow } from './read-users.ts';

const MAX_POINT_ENTRIES = 20;

/** A person for the back office, with the last changes of their points. */
export async function readUser(db: Db, userId: string): Promise<ResponseOf<'getUser'>> {
  const [row] = await readUsersById(db, [userId]);
  if (!row) throw refuse('not-found', userNotices.notFound);
  const consent = await db
    .selectFrom('consents')
    .select(['given_at', 'source', 'withdrawn_at'])
    .where('email', '=', row.email)
    .where('purpose', '=', 'promotions')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const points = await db
    .selectFrom('loyalty_entries')
    .select(['points', 'reason', 'order_id', 'note', 'at'])
    .where('user_id', '=', userId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_POINT_ENTRIES)
    .execute();
  return {
    user: userAnswer(row),
    consent: consent
      ? {
          agreedAt: consent.given_at.toISOString(),
          source: consent.source,
          withdrawnAt: consent.withdrawn_at?.toISOString() ?? null,
        }
      : null,
    welcomeCode: row.welcome_code,
    hasCodes: await hasCodes(db, userId),
    hasPasskeys: await hasPasskeys(db, userId),
    points: points.map((entry) => ({
      points: entry.points,
      reason: entry.reason,
      orderId: entry.order_id,
      note: entry.note,
      at: entry.at.toISOString(),
    })),
  };
}

/** A family may share a phone number; a longer list does not help at the counter. */
const MAX_PEOPLE = 5;

/**
 * The people with a phone number. Anybody can enter any number in a profile, so people with a completed order with it
 * come first and are marked; then active ones, latest visit first.
 */
export async function lookUpByPhone(db: Db, phone: string): Promise<ResponseOf<'lookupUserByPhone'>> {
  const spellings = phoneVariations(phone);
  if (spellings.length === 0) return { user: null, people: [] };
  const { rows } = await sql<Row>`
    select u.*, exists (
      select from orders o
      where o.user_id = u.id and o.customer_phone = any(${spellings}::text[]) and ${wasHandedOver('o')}
    ) as confirmed
    from users u where u.phone_number = any(${spellings}::text[]) and not u.is_deleted
    order by confirmed desc, u.is_active desc, u.last_order_at desc nulls last, u.created_at
    limit ${MAX_PEOPLE}
  `.execute(db);
  const people = rows.map((row) => ({ ...personAnswer(row), isConfirmed: row.confirmed }));
  return { user: rows[0] ? personAnswer(rows[0]) : null, people };
}

/** Accounts belong to all locations, so a key that is limited to some does not see them. */
export function requireMayLookUp(actor: Actor): void {
  if (actor.kind !== 'machine' || isAdmin(actor)) return;
  throw refuse(
    'permission-denied',
    say`An API key that is limited to locations cannot search all accounts. Use lookupGuestByPhone, which searches the orders of one location.`,
  );
}

/** Writes an audit entry for each person found, or one for an unknown number. */
export async function recordLookup(context: Context, by: Author, userIds: readonly string[]): Promise<void> {
  const at = context.clock.now();
  const entries = (userIds.length > 0 ? userIds : ['nobody']).map((id) => ({
    at,
    ...by,
    action: 'look-up-phone',
    subject: { kind: 'user' as const, id },
  }));
  await transaction(context.db, (tx) => recordAuditEntries(tx, ...entries));
}

type Row = Omit<UserRow, 'location_ids' | 'promotions'> & { confirmed: boolean };

function personAnswer(row: Row) {
  const person = toLookedUpPerson({
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
    loyaltyPoints: row.loyalty_points,
    createdAt: person.createdAt?.toISOString() ?? null,
    lastOrderDate: person.lastOrderDate?.toISOString() ?? null,
  };
}
