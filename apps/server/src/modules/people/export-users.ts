import { cents, localDate, valueOrThrow } from '@tiffin/domain/core';
import { usersCsv, usersFileName, type Actor } from '@tiffin/domain/people';
import type { Context } from '../../context.ts';
import { snapshotTransaction, transaction } from '../../platform/db/transaction.ts';
import { csvResponse } from '../../platform/http/csv-response.ts';
import type { RequestOrigin } from '../../platform/http/implement.ts';
import { recordAuditEntry } from '../log/record-audit-entries.ts';
import { readSite } from '../locations/restaurant/site.ts';
import { readUsers, type UserFilter } from './read-users.ts';

/** More rows than a spreadsheet can open comfortably. */
const MAX_ROWS = 100_000;

/** Exports the filtered list of people. Personal data leaves the server here, so the audit log records the actor. */
export async function exportUsers(context: Context, actor: Actor, from: RequestOrigin, filter: UserFilter) {
  const now = context.clock.now();
  const { timeZone, rows } = await snapshotTransaction(context.db, async (tx) => ({
    timeZone: (await readSite(tx)).timeZone,
    rows: await readUsers(tx, filter, MAX_ROWS),
  }));
  const people = rows.map((row) => ({
    id: row.id,
    displayName: row.name,
    email: row.email,
    phoneNumber: row.phone_number ?? '',
    role: row.role,
    isActive: row.is_active,
    totalOrders: row.total_orders,
    totalSpent: cents(row.total_spent_cents),
    loyaltyPoints: row.loyalty_points,
    createdAt: row.created_at,
    agreedToOffers: row.promotions,
  }));
  const csv = valueOrThrow(usersCsv(people, timeZone));
  const file = usersFileName(localDate(now, timeZone));
  await transaction(context.db, (tx) =>
    recordAuditEntry(tx, { at: now, actor, from }, 'export-users', ['file', file], {
      after: { rows: rows.length, ...filter },
    }),
  );
  return csvResponse({ name: file, text: csv, rows: rows.length });
}
