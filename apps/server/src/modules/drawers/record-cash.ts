import { userIdOf } from '@tiffin/domain/people';
import { sql } from 'kysely';
import type { Context, Tx } from '../../context.ts';
import type { Row } from '../../platform/db/schema.ts';
import { recordAuditEntry, type Author } from '../log/record-audit-entries.ts';

/** Cash that moved, after cash rounding. */
export interface CashMove {
  readonly kind: 'sale' | 'refund' | 'hand-in' | 'hand-over';
  readonly amount: number;
  readonly paymentId?: string;
  readonly refundId?: string;
}

/** How long a device may have been offline. An older time is a wrong clock. */
const MAX_OFFLINE_MS = 7 * 24 * 60 * 60_000;

/** When the device recorded the change. A clock that is ahead, or far behind, counts as now. */
export function doneAtOf({ from }: Author, now: Date): Date {
  const doneAt = from?.doneAt ?? now;
  return doneAt > now || now.getTime() - doneAt.getTime() > MAX_OFFLINE_MS ? now : doneAt;
}

/**
 * Records cash in the drawer of the till that took it, or in the bag of a driver, in the transaction that moves the
 * money. While no drawer is open, only cash that was taken during a shift that is closed by now is recorded: its entry
 * waits for the next shift of that drawer.
 */
export async function recordCash(
  context: Context,
  tx: Tx,
  by: Author,
  locationId: string,
  moves: readonly CashMove[],
  driverId: string | null = null,
): Promise<void> {
  if (moves.length === 0) return;
  const now = context.clock.now();
  const doneAt = doneAtOf(by, now);
  const firstFound = await findOpenShift(tx, by, locationId, driverId);
  const lastDrawer = firstFound ? undefined : await findLastDrawer(tx, by, doneAt, locationId, driverId);
  if (!firstFound && !lastDrawer) return;
  // A shift that was closed while the first search waited for its lock is not found, but another one may be open.
  const openShift = firstFound ?? (await findOpenShift(tx, by, locationId, driverId));
  const drawerId = openShift?.drawer_id ?? lastDrawer?.id ?? '';
  const lateFor = await findLateShift(tx, drawerId, doneAt, now);
  if (!openShift && !lateFor) return;
  if (driverId === null) await logOtherDrawer(context, tx, by, { locationId, drawerId });
  const rows = moves.map((move) => ({
    id: context.ids.uuid(),
    drawer_id: drawerId,
    shift_id: openShift?.id ?? null,
    kind: move.kind,
    amount_cents: move.amount,
    payment_id: move.paymentId ?? null,
    refund_id: move.refundId ?? null,
    by_id: userIdOf(by.actor),
    done_at: lateFor ? doneAt : notBefore(doneAt, openShift?.opened_at),
    at: now,
    late_for: lateFor?.id ?? null,
  }));
  await tx
    .insertInto('drawer_entries')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** A device cannot have done anything in a shift before it was opened. */
export function notBefore(doneAt: Date, openedAt: Date | undefined): Date {
  return openedAt && openedAt > doneAt ? openedAt : doneAt;
}

/**
 * The open shift of the till that sent the request, of a till that the person opened, or of another till there. The lock
 * makes a count wait for this entry. Any device can name any till, so the name counts from a shared tablet, from the
 * device or the person that opened this till, and from a person who has no till open.
 */
async function findOpenShift(tx: Tx, by: Author, locationId: string, driverId: string | null) {
  const { drawerId = null, openedDrawerId = null, signedIn } = by.from ?? {};
  const userId = userIdOf(by.actor);
  const isOwnDevice = Boolean(signedIn?.tablet) || drawerId === openedDrawerId;
  const { rows } = await sql<{ id: string; drawer_id: string; opened_at: Date }>`
    select s.id, s.drawer_id, s.opened_at from drawer_shifts s join drawers d on d.id = s.drawer_id
    where s.location_id = ${locationId} and s.state = 'open' and ${isDrawerOf(driverId)}
    order by d.id is not distinct from ${drawerId}::text and (${isOwnDevice} or s.opened_by = ${userId} or not exists (
        select from drawer_shifts o where o.location_id = ${locationId} and o.state = 'open'
          and (o.opened_by = ${userId} or o.drawer_id = ${openedDrawerId}))) desc,
      s.drawer_id is not distinct from ${openedDrawerId}::text desc,
      s.opened_by is not distinct from ${userId}::text desc, s.opened_at, s.id
    limit 1 for share of s
  `.execute(tx);
  return rows[0];
}

/** Writes to the audit log that the device named another open till than the one that gets the cash. */
async function logOtherDrawer(
  context: Context,
  tx: Tx,
  by: Author,
  { locationId, drawerId }: { readonly locationId: string; readonly drawerId: string },
): Promise<void> {
  const named = by.from?.drawerId ?? null;
  if (named === null || named === drawerId) return;
  const other = await tx
    .selectFrom('drawer_shifts as s')
    .innerJoin('drawers as d', 'd.id', 's.drawer_id')
    .select('d.name')
    .where('d.id', '=', named)
    .where('d.kind', '=', 'till')
    .where('s.location_id', '=', locationId)
    .where('s.state', '=', 'open')
    .executeTakeFirst();
  if (!other) return;
  await recordAuditEntry(tx, { at: context.clock.now(), ...by }, 'book-in-own-drawer', ['drawer', drawerId], {
    locationId,
    after: { name: other.name },
  });
}

/** True if the drawer `d` is the bag of this driver; with null, if it is a till. */
const isDrawerOf = (driverId: string | null) => sql`
  case when ${driverId}::text is null then d.kind = 'till' else d.person_id = ${driverId} end`;

/** A drawer that was open at that time: that of the till that sent the request, or the one that was closed last. */
async function findLastDrawer(tx: Tx, by: Author, doneAt: Date, locationId: string, driverId: string | null) {
  const { rows } = await sql<Pick<Row<'drawers'>, 'id'>>`
    select d.id from drawers d
    where d.location_id = ${locationId} and ${isDrawerOf(driverId)}
    order by exists (select from drawer_shifts s where s.drawer_id = d.id and ${doneAt} between s.opened_at and s.closed_at) desc,
      d.id is not distinct from ${by.from?.drawerId ?? null}::text desc,
      (select max(s.closed_at) from drawer_shifts s where s.drawer_id = d.id) desc nulls last, d.id
    limit 1
  `.execute(tx);
  return rows[0];
}

/** The closed shift during which a device recorded an entry while it was offline. */
export async function findLateShift(
  tx: Tx,
  drawerId: string,
  doneAt: Date,
  now: Date,
): Promise<{ id: string } | undefined> {
  if (doneAt >= now) return undefined;
  return tx
    .selectFrom('drawer_shifts')
    .select('id')
    .where('drawer_id', '=', drawerId)
    .where('state', '=', 'closed')
    .where('opened_at', '<=', doneAt)
    .where('closed_at', '>=', doneAt)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
}
