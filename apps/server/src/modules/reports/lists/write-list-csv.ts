import {
  cents,
  csvAmount,
  refuse,
  say,
  sumOf,
  toDollars,
  valueOrThrow,
  writeCsv,
  type CsvCell,
} from '@tiffin/domain/core';
import { ALL_LOCATIONS } from '@tiffin/domain/locations';
import { tenderLabel } from '@tiffin/domain/payment';
import { authorise, isAccountant, type KeyScope } from '@tiffin/domain/people';
import { ACCOUNTANT_LISTS, ADMIN_LISTS, daysOf, MAX_JOURNAL_DAYS, type DownloadedList } from '@tiffin/domain/stats';
import { sql, type RawBuilder } from 'kysely';
import type { Context } from '../../../context.ts';
import { requireScopeOfKey } from '../../../platform/auth/require-scope.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { recordAuditEntry, type Author } from '../../log/record-audit-entries.ts';
import { redactLinks } from '../../outbox/redact-messages.ts';
import { readSalesTakenBack } from '../report/read-sales-taken-back.ts';
import { isWithin, paymentsReceived, soldTaxes, type ReportScope } from '../report/report-rows.ts';
import { requireReportLocations, type ReportInput } from '../report/show-report.ts';
import { readSite } from '../../locations/restaurant/site.ts';

/** The wall clock of the location `l`. */
const localTime = (at: RawBuilder<unknown>) => sql`to_char(${at} at time zone l.time_zone, 'YYYY-MM-DD HH24:MI')`;
const isAtLocations = (column: RawBuilder<unknown>, { locationIds }: ReportScope) =>
  sql`${column} = any(${[...locationIds]}::text[])`;

interface ListScope extends ReportScope {
  /** Where a row belongs to no location, its time is in this zone; such rows are only in the list of all locations. */
  readonly timeZone: string;
  readonly hasAllLocations: boolean;
}

/** `l` is the location of a row that may have none. */
const locationIfAny = (id: RawBuilder<unknown>, { timeZone }: ListScope) => sql`
  left join locations own on own.id = ${id} cross join lateral
    (select own.name, own.day_end_hour, coalesce(own.time_zone, ${timeZone}) as time_zone) l`;
const isAtLocationsOrNone = (column: RawBuilder<unknown>, scope: ListScope) =>
  scope.hasAllLocations ? sql`(${column} is null or ${isAtLocations(column, scope)})` : isAtLocations(column, scope);

/** The rows of each list. Columns whose name ends in `_cents` are written in the units of the currency. */
const LISTS: Readonly<Record<DownloadedList, (scope: ListScope) => RawBuilder<unknown>>> = {
  orders: (scope) => sql`
    select o.id as order, l.name as location, ${localTime(sql`o.order_time`)} as time, o.order_type as type, o.status,
           o.payment_status, o.customer_name as name, o.item_count as dishes, o.subtotal_cents, o.discount_cents,
           o.charges_cents, o.tax_cents, o.tip_cents, o.total_cents, o.refunded_cents
    from orders o join locations l on l.id = o.location_id
    where ${isAtLocations(sql`o.location_id`, scope)} and ${isWithin(sql`o.order_time`, scope)} order by o.order_time, o.id`,
  payments: (scope) => sql`
    select p.id as payment, p.order_id as order, l.name as location, ${localTime(sql`p.captured_at`)} as time,
           t.tender, p.provider, p.amount_cents - t.bill_tip as amount_cents, p.tip_cents + t.bill_tip as tip_cents,
           p.cash_rounding_cents, p.amount_cents + p.tip_cents + p.cash_rounding_cents as received_cents,
           p.processed_by as recorded_by
    from (${paymentsReceived(scope)}) t join payments p on p.id = t.id join locations l on l.id = p.location_id
    order by p.captured_at, p.id`,
  refunds: (scope) => sql`
    select r.id as refund, r.order_id as order, l.name as location, ${localTime(sql`r.settled_at`)} as time,
           coalesce(p.tender, p.method) as tender, p.provider, r.amount_cents, r.tip_cents, r.cash_rounding_cents,
           r.amount_cents + r.tip_cents + r.cash_rounding_cents as returned_cents, r.reason
    from refunds r join payments p on p.id = r.payment_id join locations l on l.id = r.location_id
    where r.status = 'succeeded' and ${isAtLocations(sql`r.location_id`, scope)} and ${isWithin(sql`r.settled_at`, scope)}
    order by r.settled_at, r.id`,
  'bill-taxes': (scope) => sql`
    select t.order_id as bill, l.name as location, ${localTime(sql`t.at`)} as time, t.day as business_day, t.code, t.label,
           t.registration, trim_scale(t.rate / 1000.0)::text as percent, t.base as base_cents, t.amount as amount_cents
    from (${soldTaxes(scope)}) t join orders o on o.id = t.order_id join locations l on l.id = o.location_id
    order by t.at, t.order_id, t.position`,
  closings: (scope) => sql`
    select l.name as location, c.number, c.business_day, ${localTime(sql`c.at`)} as closed, u.name as closed_by,
           c.content::json ->> 'reason' as reason, line ->> 'item' as item, line ->> 'day' as late_for_day,
           (line ->> 'amount')::int as amount_cents, c.hash
    from closings c join locations l on l.id = c.location_id left join users u on u.id = c.content::json ->> 'by'
      cross join lateral (
        select line from json_array_elements(c.content::json -> 'lines') line
        union all select json_build_object('item', line ->> 'item', 'amount', line -> 'amount', 'day', late ->> 'date')
        from json_array_elements(c.content::json -> 'late') late, json_array_elements(late -> 'lines') line
      ) lines (line)
    where ${isAtLocations(sql`c.location_id`, scope)} and c.business_day between ${scope.from} and ${scope.to}
    order by c.location_id, c.number, late_for_day nulls first, item`,
  reservations: (scope) => sql`
    select r.reservation_id as reservation, l.name as location, r.date, r.time, r.party_size as party, r.status,
           r.customer_name as name, ${localTime(sql`r.reserved_at`)} as booked
    from reservations r join locations l on l.id = r.location_id
    where ${isAtLocations(sql`r.location_id`, scope)} and r.date between ${scope.from} and ${scope.to}
    order by r.date, r.time, r.reservation_id`,
  messages: (scope) => {
    const locationId = sql`coalesce(o.location_id, r.location_id)`;
    return sql`
      select m.id as message, l.name as location, ${localTime(sql`m.created_at`)} as written,
             ${localTime(sql`m.sent_at`)} as sent, m.channel, m.template, m.recipient, m.subject, m.status,
             m.order_id as order, m.reservation_id as reservation
      from messages m left join orders o on o.id = m.order_id
        left join reservations r on r.reservation_id = m.reservation_id ${locationIfAny(locationId, scope)}
      where ${isAtLocationsOrNone(locationId, scope)} and ${isWithin(sql`m.created_at`, scope)} order by m.created_at, m.id`;
  },
};

/** The scope with which an API key may read the same data elsewhere. The taxes of bills are part of the report. */
const SCOPE_OF_LIST: Readonly<Partial<Record<DownloadedList, KeyScope>>> = {
  orders: 'orders:read',
  payments: 'payments:read',
  refunds: 'payments:read',
  closings: 'payments:read',
  reservations: 'reservations:read',
  messages: 'messages:read',
};

/** Writes a list of the office to a file. Personal data leaves the server here, so the audit log records the actor. */
export async function writeListCsv(
  context: Context,
  { actor, from }: Author,
  { list, ...input }: ReportInput & { readonly list: DownloadedList },
): Promise<{ name: string; text: string }> {
  const keyScope = SCOPE_OF_LIST[list];
  if (keyScope) requireScopeOfKey(actor, keyScope);
  if (ADMIN_LISTS.has(list)) valueOrThrow(authorise('message.read', actor));
  if (isAccountant(actor) && !ACCOUNTANT_LISTS.has(list)) throw refuse('permission-denied');
  const locations = await requireReportLocations(context, actor, input);
  if (daysOf(input) > MAX_JOURNAL_DAYS) {
    throw refuse('invalid-argument', say`A list covers at most three months. Please choose fewer days.`, {
      field: 'to',
    });
  }
  const locationIds = locations.map(({ id }) => id);
  const { timeZone } = await readSite(context.db);
  const hasAllLocations = input.locationId === ALL_LOCATIONS;
  const scope = { ...input, locationIds, timeZone, hasAllLocations };
  const { rows, columns } = await readRows(context, LISTS[list](scope));
  if (list === 'refunds') await moveRefundedTips(context, rows, scope);
  const file = `${list}-${input.from}-${input.to}.csv`;
  await transaction(context.db, (tx) =>
    recordAuditEntry(tx, { at: context.clock.now(), actor, from }, 'export-list', ['file', file], {
      locationId: hasAllLocations ? null : input.locationId,
      after: { list, rows: rows.length, ...input },
    }),
  );
  const names = columns.map((column) => column.replace(/_cents$/, '').replaceAll('_', ' '));
  const text = writeCsv(
    names,
    rows.map((row) =>
      columns.map((column) => {
        const cell = cellOf(column, row[column]);
        // A text to a guest may contain the page of their payment.
        return actor.kind === 'machine' && typeof cell === 'string' ? redactLinks(cell) : cell;
      }),
    ),
  );
  return { name: file, text };
}

async function readRows({ database }: Context, query: RawBuilder<unknown>) {
  const { sql: text, parameters } = query.compile(database.untyped);
  const { rows, fields } = await database.pool.query<Record<string, CsvCell>>(text, [...parameters]);
  return { rows, columns: fields.map(({ name }) => name) };
}

/** A refund also takes back a part of the bill's tip. It counts as tip, as in the list of payments. */
async function moveRefundedTips({ db }: Context, rows: Record<string, CsvCell>[], scope: ReportScope): Promise<void> {
  const takenBack = new Map((await readSalesTakenBack(db, scope)).map((each) => [each.id, each.paidTips]));
  for (const row of rows) {
    const tip = sumOf(
      ((typeof row.refund === 'string' && takenBack.get(row.refund)) || []).map(({ amount }) => cents(amount)),
    );
    row.amount_cents = Number(row.amount_cents) - tip;
    row.tip_cents = Number(row.tip_cents) + tip;
  }
}

function cellOf(column: string, value: CsvCell): CsvCell {
  if (column.endsWith('_cents')) return csvAmount(toDollars(cents(Number(value ?? 0))));
  return column === 'tender' && typeof value === 'string' ? tenderLabel(value) : value;
}
