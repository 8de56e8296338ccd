import type { ResponseOf } from '@tiffin/contract';
import type { getFiscalStates } from '@tiffin/contract/fiscal';
import { localDate, refuse, sayNow, valueOrThrow } from '@tiffin/domain/core';
import { startOfDay } from '@tiffin/domain/hours';
import { LEGAL_FORMS, nextRefusal, type MoneyState } from '@tiffin/domain/law';
import { authorise, worksAt, type Actor } from '@tiffin/domain/people';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { connectedAdapters, moneyPermission } from '../locations/money-permission.ts';
import { readLocations, type LocationRow } from '../locations/queries.ts';
import { SIGN_WITHIN_MS } from './alarm-late-bills.ts';

type FiscalState = ResponseOf<typeof getFiscalStates>['locations'][number];

/** Whether the locations where the actor works may take money, and what their fiscal device does. */
export async function readFiscalStates(context: Context, actor: Actor): Promise<FiscalState[]> {
  const rows = (await readLocations(context.db)).filter(({ id }) => worksAt(actor, id));
  return Promise.all(rows.map((row) => fiscalStateOf(context, row)));
}

/** Sends a location's waiting bills again without waiting longer. */
export async function hurryWaitingBills(context: Context, actor: Actor, locationId: string): Promise<void> {
  valueOrThrow(authorise('location.retry-fiscal-receipts', actor, { locationId }));
  await context.db
    .updateTable('fiscal_receipts')
    .set({ next_try_at: context.clock.now() })
    .where('location_id', '=', locationId)
    .where('signed_at', 'is', null)
    .execute();
}

export async function readFiscalState(context: Context, locationId: string): Promise<FiscalState> {
  const [row] = await readLocations(context.db, { id: locationId });
  if (!row) throw refuse('location-not-found');
  return fiscalStateOf(context, row);
}

async function fiscalStateOf(context: Context, row: LocationRow): Promise<FiscalState> {
  const now = context.clock.now();
  const { state, rule, refusedFrom } = moneyPermission(row, now, connectedAdapters(context));
  return {
    locationId: row.id,
    name: row.name,
    state,
    reason: sayNow(rule.reason),
    source: rule.source,
    refusedFrom,
    legalForm: row.legal_form,
    legalForms: datesByLegalForm(row, now),
    openBills: state === 'grace' || state === 'refused' ? await countOpenBills(context, row.id) : 0,
    device: await deviceState(context, row, state),
  };
}

/** The coming refusals by legal form; empty if they do not differ. */
function datesByLegalForm(row: LocationRow, now: Date): FiscalState['legalForms'] {
  const { country, region, postal_code: postalCode, time_zone: timeZone } = row;
  const date = localDate(now, timeZone);
  const dates = LEGAL_FORMS.map((form) => ({
    form,
    refusedFrom: nextRefusal({ country, region, postalCode, legalForm: form }, date)?.from ?? null,
  }));
  if (new Set(dates.map(({ refusedFrom }) => refusedFrom)).size < dates.length) return [];
  return dates.flatMap(({ form, refusedFrom }) => (refusedFrom === null ? [] : [{ form, refusedFrom }]));
}

async function countOpenBills({ db }: Context, locationId: string): Promise<number> {
  const { count } = await db
    .selectFrom('bills')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('location_id', '=', locationId)
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow();
  return count;
}

interface DeviceRow {
  readonly signed_today: number;
  readonly settled_today: number;
  readonly waiting: number;
  readonly waiting_since: Date | null;
  readonly last_number: string | null;
  readonly last_signed_at: Date | null;
}

async function deviceState(context: Context, row: LocationRow, state: MoneyState): Promise<FiscalState['device']> {
  const now = context.clock.now();
  const today = startOfDay(localDate(now, row.time_zone), row.time_zone);
  const ofLocation = sql`fiscal_receipts where location_id = ${row.id}`;
  const { rows } = await sql<DeviceRow>`
    select
      (select count(*)::int from ${ofLocation} and bill_id is not null and queued_at >= ${today} and signed_at is not null) as signed_today,
      (select count(*)::int from ${ofLocation} and bill_id is not null and queued_at >= ${today}) as settled_today,
      (select count(*)::int from ${ofLocation} and signed_at is null) as waiting,
      (select min(queued_at) from ${ofLocation} and signed_at is null) as waiting_since,
      last.number as last_number, last.signed_at as last_signed_at
    from (select) one left join lateral (
      select number, signed_at from ${ofLocation} and signed_at is not null order by position desc limit 1
    ) last on true
  `.execute(context.db);
  const [device] = rows;
  if (!device || (state !== 'device' && device.waiting === 0)) return null;
  const { waiting_since: since } = device;
  const alarmAt = since && new Date(since.getTime() + SIGN_WITHIN_MS);
  return {
    name: context.fiscal?.name ?? '',
    lastNumber: device.last_number,
    lastSignedAt: device.last_signed_at?.toISOString() ?? null,
    signedToday: device.signed_today,
    settledToday: device.settled_today,
    waiting: device.waiting,
    waitingSince: since?.toISOString() ?? null,
    alarmAt: alarmAt?.toISOString() ?? null,
    isLate: alarmAt !== null && alarmAt <= now,
  };
}
