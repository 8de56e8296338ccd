import type { ResponseOf, ValidatedInput } from '@tiffin/contract';
import { cents, toDollars, localDate, instantOf } from '@tiffin/domain/core';
import { digitsOf, userAnalytics, type CountedPerson } from '@tiffin/domain/people';
import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../../platform/db/connection.ts';
import type { Row } from '../../platform/db/schema.ts';
import { likePattern, pageOf, readCursor, type Cursor, type CursorValue } from '../../platform/http/cursor.ts';
import { isConsentProven } from './consents.ts';

export type UserAnswer = ResponseOf<'getUser'>['user'];
export type UserFilter = ValidatedInput<'getUsersCsv'>['query'];

export interface UserRow extends Row<'users'> {
  location_ids: string[];
  promotions: boolean;
}

/** The columns of a user `u`. */
const COLUMNS = sql`
  u.*, array(select location_id from user_locations where user_id = u.id order by 1) as location_ids,
  exists (
    select from consents c
    where c.email = u.email and c.purpose = 'promotions' and c.withdrawn_at is null
      and ${isConsentProven}
  ) as promotions
`;

/** How a list is sorted: by which column, and which value of a row the cursor of the next page contains. */
type Sort = { kind: 'text' | 'number' | 'time'; column: RawBuilder<unknown>; valueIn: (row: UserRow) => CursorValue };

/** The sort orders of the list. People who never signed in come before the earliest sign-in. */
const SORTS: Record<UserFilter['sortBy'], Sort> = {
  createdAt: { kind: 'time', column: sql`u.created_at`, valueIn: (row) => row.created_at },
  displayName: { kind: 'text', column: sql`u.name collate "und-x-icu"`, valueIn: (row) => row.name },
  lastLoginAt: {
    kind: 'time',
    column: sql`coalesce(u.last_login_at, 'epoch')`,
    valueIn: (row) => row.last_login_at ?? new Date(0),
  },
  totalOrders: { kind: 'number', column: sql`u.total_orders::bigint`, valueIn: (row) => row.total_orders },
  totalSpent: { kind: 'number', column: sql`u.total_spent_cents`, valueIn: (row) => row.total_spent_cents },
  loyaltyPoints: { kind: 'number', column: sql`u.loyalty_points::bigint`, valueIn: (row) => row.loyalty_points },
};

/** One page of the list with the cursor of the next. */
export async function listUsers(db: Db, filter: UserFilter, limit: number, cursor: string | undefined) {
  const sort = SORTS[filter.sortBy];
  const after = readCursor(cursor, filter.sortBy, sort.kind);
  const rows = await readUsers(db, filter, limit + 1, after);
  return pageOf(rows, limit, (row) => ({ sort: filter.sortBy, value: sort.valueIn(row), id: row.id }));
}

/** The people that match the filter. `after` is the last row of the page before. */
export async function readUsers(db: Db | Tx, filter: UserFilter, limit: number, after: Cursor | null = null) {
  const { column } = SORTS[filter.sortBy];
  const [isNext, direction] = filter.sortOrder === 'desc' ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`];
  const isAfter = after ? sql`and (${column}, u.id) ${isNext} (${after.value}, ${after.id})` : sql``;
  const { rows } = await sql<UserRow>`
    select ${COLUMNS} from users u where ${filterCondition(filter)} ${isAfter}
    order by ${column} ${direction}, u.id ${direction} limit ${limit}
  `.execute(db);
  return rows;
}

/** How many people match the filter. */
export async function countUsers(db: Db | Tx, filter: UserFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from users u where ${filterCondition(filter)}`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** The people with these ids, the newest first. */
export async function readUsersById(db: Db | Tx, ids: readonly string[]): Promise<UserRow[]> {
  const { rows } = await sql<UserRow>`
    select ${COLUMNS} from users u where u.id = any(${[...ids]}::text[]) order by u.created_at desc, u.id
  `.execute(db);
  return rows;
}

/** SQL condition on a user `u`. Leaves out records without an e-mail address; (902) 555 finds +1902555… */
function filterCondition({ search, role, status }: UserFilter): RawBuilder<unknown> {
  const conditions = [sql`u.email <> ''`];
  if (role !== 'all') conditions.push(sql`u.role = ${role}`);
  if (status !== 'all') conditions.push(sql`u.is_active = ${status === 'active'}`);
  const typed = search.trim();
  const digits = digitsOf(typed);
  if (typed !== '') {
    const matches = [sql`u.search_text like ${likePattern(typed)}`];
    if (digits.length > 2 && /^[\d\s()+.-]+$/.test(typed)) matches.push(sql`u.search_text like ${likePattern(digits)}`);
    conditions.push(sql`(${sql.join(matches, sql` or `)})`);
  }
  return sql.join(conditions, sql` and `);
}

/** A person as the back office sees them. */
export function userAnswer(row: UserRow): UserAnswer {
  return {
    id: row.id,
    uid: row.id,
    email: row.email,
    emailVerified: row.email_verified,
    displayName: row.name,
    phoneNumber: row.phone_number,
    role: row.role,
    locationIds: row.location_ids,
    isActive: row.is_active,
    isDeleted: row.is_deleted,
    deletedAt: row.deleted_at?.toISOString() ?? null,
    totalOrders: row.total_orders,
    totalSpent: toDollars(cents(row.total_spent_cents)),
    loyaltyPoints: row.loyalty_points,
    photoURL: row.image,
    createdAt: row.created_at.toISOString(),
    lastLoginAt: row.last_login_at?.toISOString() ?? null,
    lastOrderDate: row.last_order_at?.toISOString() ?? null,
    updatedAt: row.updated_at.toISOString(),
    signupMethod: row.sign_up_method,
    promotions: row.promotions,
    version: row.version,
  };
}

/** The figures of all people: summed by the database into a dozen groups, then by the domain rule. */
export async function countAllUsers(db: Db, now: Date, zone: string) {
  const monthBegan = instantOf(`${localDate(now, zone).slice(0, 7)}-01`, '00:00', zone);
  const { rows } = await sql<CountedPerson>`
    select role, is_active as "isActive", max(created_at) as "createdAt", count(*) as people,
           sum(total_orders) as "totalOrders", sum(total_spent_cents) as "totalSpent"
    from users where email <> ''
    group by role, is_active, created_at >= ${monthBegan}
  `.execute(db);
  return userAnalytics(rows, now, zone);
}
