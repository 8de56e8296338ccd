import { randomBytes } from 'node:crypto';
import { CALL_RATE_LIMITS } from '@tiffin/contract';
import { refuse, say, valueOrThrow } from '@tiffin/domain/core';
import { intervalsOf, twelveHourText } from '@tiffin/domain/hours';
import { authorise, firstName, initialsOf } from '@tiffin/domain/people';
import type { Context, Tx } from '../../context.ts';
import { InvalidApiKey } from '../../platform/auth/authenticate.ts';
import { hashKey } from '../../platform/auth/secrets.ts';
import { prepared } from '../../platform/db/prepared-statements.ts';
import type { App } from '../../platform/http/api-context.ts';
import { countRequest } from '../../platform/http/rate-limiter.ts';
import { recordAuditEntry, type Author } from '../log/record-audit-entries.ts';
import { lockLocation, readLocation, type LocationRow } from '../locations/queries.ts';
import { calendarText, eventTimes } from './calendar-file.ts';
import { selectReservations } from './queries.ts';
import type { ReservationRow } from './reservation-answer.ts';

/** How long calendars keep past reservations. */
const PAST_MS = 7 * 86_400_000;
const MAX_EVENTS = 5_000;
/** How soon a calendar program reads the address again. */
const REFRESH_S = 15 * 60;

/** Creates the address of a person's own calendar of a location. An earlier address stops working. */
export async function createCalendarFeed(context: Context, tx: Tx, by: Author, locationId: string): Promise<string> {
  valueOrThrow(authorise('reservation.read', by.actor, { locationId }));
  if (by.actor.kind !== 'person') {
    throw refuse('permission-denied', say`A person creates the address of a calendar, under their own name.`);
  }
  await lockLocation(tx, locationId);
  const key = randomBytes(18).toString('base64url');
  await tx
    .insertInto('calendar_feeds')
    .values({ set_up_by: by.actor.userId, location_id: locationId, key_hash: hashKey(key) })
    .onConflict((conflict) => conflict.columns(['set_up_by', 'location_id']).doUpdateSet({ key_hash: hashKey(key) }))
    .execute();
  const now = context.clock.now();
  await recordAuditEntry(tx, { at: now, ...by }, 'create-calendar-feed', ['location', locationId], { locationId });
  return `${context.publicUrl}/api/calendars/${key}.ics`;
}

/** The calendars of staff, by the key in the address. A key is valid while its owner works at the location. */
export function mountCalendars(app: App, context: Context): void {
  app.get('/api/calendars/:key', async (c) => {
    c.var.info.call = 'calendar';
    await countRequest(context, c.var.info, CALL_RATE_LIMITS.work);
    const { rows } = await findFeed(context.db, [hashKey(c.req.param('key').replace(/\.ics$/, ''))]);
    const location = rows[0] ? await readLocation(context.db, rows[0].location_id) : null;
    if (!location) throw new InvalidApiKey(null);
    return c.body(await staffCalendar(context, location), 200, {
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private, no-store',
    });
  });
}

const findFeed = prepared<{ location_id: string }>(
  'calendar-feed',
  `select f.location_id from calendar_feeds f
   join locations l on l.id = f.location_id and l.deleted_at is null
   join users u on u.id = f.set_up_by and u.is_active and not u.is_deleted
   where f.key_hash = $1 and (u.role = 'admin' or (u.role in ('manager', 'staff') and exists (
     select from user_locations where user_id = u.id and location_id = f.location_id)))`,
);

async function staffCalendar({ db, clock, publicUrl }: Context, location: LocationRow): Promise<string> {
  const since = new Date(clock.now().getTime() - PAST_MS);
  const reservations = await selectReservations(db)
    .where('r.location_id', '=', location.id)
    .where('r.starts_at', '>', since)
    .where('r.status', '<>', 'cancelled')
    .where('r.source', '<>', 'walk-in')
    .orderBy('r.starts_at')
    .limit(MAX_EVENTS)
    .execute();
  const host = new URL(publicUrl).hostname;
  const exceptions = location.exceptions.filter(({ date }) => date >= since.toISOString().slice(0, 10));
  return calendarText({
    name: location.name,
    ttl: REFRESH_S,
    events: [
      ...reservations.map((row) => {
        const { reservation_id: reservationId, party_size: partySize } = row;
        const name = shortName(row);
        return {
          ...eventTimes({ reservationId, host, startsAt: row.starts_at, updatedAt: row.updated_at }),
          sequence: row.sequence,
          summary: say`${name}, table for ${partySize}`,
          description: reservationId,
        };
      }),
      ...exceptions.map((exception) => ({
        id: `${location.id}-${exception.date}@${host}`,
        stamp: clock.now(),
        start: new Date(exception.date),
        allDay: true,
        summary: exceptionText(exception),
      })),
    ],
  });
}

/** Such as 'Priya S.', because the calendar may be another company's. Staff find the full name under the number. */
function shortName({ customer_name: name }: ReservationRow): string {
  const last = initialsOf(name).slice(1);
  return last === '' ? firstName(name) : `${firstName(name)} ${last}.`;
}

function exceptionText({ closed, open, close, more, note }: LocationRow['exceptions'][number]): string {
  const intervals =
    open === null || close === null ? [] : intervalsOf({ open, close, closed, more: more ?? undefined });
  const hours = intervals.map((each) => `${twelveHourText(each.open)} – ${twelveHourText(each.close)}`).join(', ');
  return [hours === '' ? say`Closed` : say`Open ${hours}`, ...(note ? [note] : [])].join(': ');
}
