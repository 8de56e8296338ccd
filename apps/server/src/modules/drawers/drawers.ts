import type { ResponseOf } from '@tiffin/contract';
import { cents, refuse, say, toDollars, valueOrThrow } from '@tiffin/domain/core';
import { denominationsOf, WRITTEN_ENTRY_KINDS } from '@tiffin/domain/day';
import { authorise, type Actor } from '@tiffin/domain/people';
import { smallestPiece } from '@tiffin/domain/restaurant';
import { sql } from 'kysely';
import type { Context, Db, Tx } from '../../context.ts';
import { isUniqueViolation } from '../../platform/db/connection.ts';
import type { Row } from '../../platform/db/schema.ts';
import { dayOf } from '../locations/business-day-sql.ts';
import { readSite } from '../locations/restaurant/site.ts';
import { recordAuditEntry } from '../log/record-audit-entries.ts';
import { requireColleague } from '../people/pins.ts';
import { requireLocations } from '../people/require-locations.ts';
import { announceDay, lockDayOf } from './shifts.ts';
import type { ChangeUseCase } from '../../platform/http/implement.ts';

type Drawer = ResponseOf<'getDrawers'>['drawers'][number];

/** The drawers of a location, and the coins and notes to count. */
export async function listDrawers(
  context: Context,
  actor: Actor,
  locationId: string,
): Promise<ResponseOf<'getDrawers'>> {
  valueOrThrow(authorise('drawer.count', actor, { locationId }));
  const { currency } = await readSite(context.db);
  const coin = smallestPiece(currency);
  return {
    drawers: await readDrawers(context.db, locationId),
    denominations: denominationsOf(currency, coin).map(({ value, isCoin }) => ({ value: toDollars(value), isCoin })),
    currency,
    closedDay: await findClosedDay(context, locationId),
  };
}

/** The closing of the current business day. */
async function findClosedDay({ db, clock }: Context, locationId: string): Promise<{ number: number } | null> {
  const { rows } = await sql<{ number: number }>`
    select c.number from closings c join locations l on l.id = c.location_id
    where l.id = ${locationId} and c.business_day = ${dayOf(sql`${clock.now()}::timestamptz`)}
  `.execute(db);
  return rows[0] ?? null;
}

async function readDrawers(db: Db | Tx, locationId: string): Promise<Drawer[]> {
  const rows = await db
    .selectFrom('drawers')
    .selectAll()
    .where('location_id', '=', locationId)
    .where('removed_at', 'is', null)
    .orderBy('kind', 'desc')
    .orderBy('name')
    .execute();
  const ids = rows.map(({ id }) => id);
  // Of each drawer, the open shift and the last one that was closed.
  const { rows: shifts } = await sql<ShiftOfDrawer>`
    select distinct on (s.drawer_id, s.state) s.*, o.name as opened_by_name, c.name as closed_by_name,
      a.name as approved_by_name
    from drawer_shifts s
    left join users o on o.id = s.opened_by
    left join users c on c.id = s.closed_by
    left join users a on a.id = s.approved_by
    where s.drawer_id = any(${ids}::text[])
    order by s.drawer_id, s.state, s.number desc
  `.execute(db);
  const entries = await db
    .selectFrom('drawer_entries as e')
    .leftJoin('users as u', 'u.id', 'e.by_id')
    .select(['e.id', 'e.shift_id', 'e.kind', 'e.amount_cents', 'e.reason', 'e.done_at', 'u.name'])
    // An empty list is not valid in SQL. No shift has the id ''.
    .where('e.shift_id', 'in', [...shifts.filter(({ state }) => state === 'open').map(({ id }) => id), ''])
    .where('e.kind', 'in', [...WRITTEN_ENTRY_KINDS])
    .orderBy('e.done_at')
    .execute();
  return rows.map((row) => {
    const shiftsOfDrawer = shifts.filter(({ drawer_id: drawerId }) => drawerId === row.id);
    const open = shiftsOfDrawer.find(({ state }) => state === 'open');
    const last = shiftsOfDrawer.find(({ state }) => state === 'closed');
    return {
      drawerId: row.id,
      locationId,
      name: row.name,
      kind: row.kind,
      personId: row.person_id,
      shift: open ? openAnswer(open, entries) : null,
      last: last ? closedAnswer(last) : null,
    };
  });
}

/** A shift with the names of people. The columns from `closed_at` to `left_cents` are null while it is open. */
interface ShiftOfDrawer extends Row<'drawer_shifts'> {
  readonly closed_at: Date;
  readonly expected_cents: number;
  readonly counted_cents: number;
  readonly difference_cents: number;
  readonly left_cents: number;
  readonly opened_by_name: string | null;
  readonly closed_by_name: string | null;
  readonly approved_by_name: string | null;
}

type EntryColumn = 'id' | 'shift_id' | 'kind' | 'amount_cents' | 'reason' | 'done_at';
type EntryOfShift = Pick<Row<'drawer_entries'>, EntryColumn> & { readonly name: string | null };

const dollars = (amount: number) => toDollars(cents(amount));

function openAnswer(shift: ShiftOfDrawer, entries: readonly EntryOfShift[]): NonNullable<Drawer['shift']> {
  return {
    number: shift.number,
    openedAt: shift.opened_at.toISOString(),
    openedBy: shift.opened_by_name,
    float: dollars(shift.float_cents),
    openingDifference: dollars(shift.opening_difference_cents),
    entries: entries
      .filter(({ shift_id: id }) => id === shift.id)
      .map((entry) => ({
        entryId: entry.id,
        kind: entry.kind,
        amount: dollars(entry.amount_cents),
        reason: entry.reason,
        by: entry.name,
        doneAt: entry.done_at.toISOString(),
      })),
  };
}

function closedAnswer(shift: ShiftOfDrawer): NonNullable<Drawer['last']> {
  return {
    number: shift.number,
    closedAt: shift.closed_at.toISOString(),
    closedBy: shift.closed_by_name,
    expected: dollars(shift.expected_cents),
    counted: dollars(shift.counted_cents),
    difference: dollars(shift.difference_cents),
    left: dollars(shift.left_cents),
    reason: shift.reason,
    approvedBy: shift.approved_by_name,
  };
}

/** Saves the drawers of a location. One that is left out is hidden with its history; an open one is refused. */
export const saveDrawers: ChangeUseCase<'saveDrawers'> = async (context, tx, by, { locationId, drawers }) => {
  valueOrThrow(authorise('drawer.manage', by.actor, { locationId }));
  await requireLocations(tx, [locationId]);
  await lockDayOf(tx, locationId);
  const before = await readDrawers(tx, locationId);
  const now = context.clock.now();
  for (const { drawerId, name, shift } of before) {
    if (drawers.some((each) => each.drawerId === drawerId)) continue;
    if (shift) throw refuse('failed-precondition', say`${name} is open. Count and close it before you remove it.`);
    await tx.updateTable('drawers').set({ removed_at: now }).where('id', '=', drawerId).execute();
  }
  try {
    for (const { drawerId, name, personId = null } of drawers) {
      const known = before.find((each) => each.drawerId === drawerId);
      if (drawerId !== undefined && !known) {
        throw refuse('not-found', say`This drawer is not known here. Load the page again.`);
      }
      if (known) await tx.updateTable('drawers').set({ name }).where('id', '=', known.drawerId).execute();
      else {
        if (personId !== null) await requireColleague(tx, locationId, personId);
        const kind = personId === null ? ('till' as const) : ('bag' as const);
        const row = { id: context.ids.uuid(), location_id: locationId, name, kind, person_id: personId };
        await tx.insertInto('drawers').values(row).execute();
      }
    }
  } catch (error) {
    if (!isUniqueViolation(error, 'drawers_name')) throw error;
    throw refuse('already-exists', say`Two drawers have the same name.`, { field: 'drawers' });
  }
  await announceDay(context, tx, locationId);
  await recordAuditEntry(tx, { at: now, ...by }, 'save-drawers', ['location', locationId], {
    locationId,
    before: { drawers: before.map(({ name }) => name) },
    after: { drawers: drawers.map(({ name }) => name) },
  });
  return { drawers: await readDrawers(tx, locationId) };
};
