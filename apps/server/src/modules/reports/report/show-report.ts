import {
  rate,
  rateToDecimal,
  refuse,
  say,
  toDollars,
  valueOrThrow,
  type Cents,
  type DateText,
} from '@tiffin/domain/core';
import { ALL_LOCATIONS } from '@tiffin/domain/locations';
import { tenderLabel } from '@tiffin/domain/payment';
import { authorise, type Actor } from '@tiffin/domain/people';
import { chargeLabel } from '@tiffin/domain/pricing';
import {
  DEFAULT_DAY_END_HOUR,
  lastDayEnd,
  periodBefore,
  reportPeriodProblem,
  type ReportPeriod,
} from '@tiffin/domain/stats';
import type { Context, Tx } from '../../../context.ts';
import { readLabour } from '../../work/read-hours.ts';
import { snapshotTransaction } from '../../../platform/db/transaction.ts';
import { dayEndsOf } from '../../locations/queries.ts';
import { locationIdsOf } from '../../locations/scope.ts';
import { readSite } from '../../locations/restaurant/site.ts';
import { breakdownsOf } from './break-down-sales.ts';
import { readBreakdownLabels } from './read-breakdown-labels.ts';
import { readGuests, type GuestFigures } from './read-guests.ts';
import { readReport, type ReportFigures } from './read-report.ts';
import { PAID_ONLINE, type ReportScope } from './report-rows.ts';
import type { Report } from './report-answer.ts';

/** The period of a report, and its location or all locations. */
export interface ReportInput extends ReportPeriod {
  readonly locationId: string;
}

/** The report of a period with the period before. Every figure comes from `report-rows.ts`. */
export async function showReport(context: Context, actor: Actor, input: ReportInput): Promise<Report> {
  const locations = await requireReportLocations(context, actor, input);
  const locationIds = locations.map(({ id }) => id);
  const { from, to } = input;
  const now = context.clock.now();
  const dayEnd = lastDayEnd(dayEndsOf(locations), now);
  const before = periodBefore({ from, to }, now, dayEnd);
  const { present, previous, labels, currency, labour } = await snapshotTransaction(context.db, async (tx) => ({
    present: await readFigures(tx, { locationIds, from, to }, now),
    previous: await readFigures(tx, { locationIds, ...before }, now),
    labels: await readBreakdownLabels(tx, locationIds),
    currency: (await readSite(tx)).currency,
    labour: await readLabour(tx, locationIds, { from, to }, now),
  }));
  return {
    ...figuresAnswer({ from, to }, present),
    locationIds,
    currency,
    dayEndHours: [...new Set(locations.map((each) => each.day_end_hour ?? DEFAULT_DAY_END_HOUR))].toSorted(
      (a, b) => a - b,
    ),
    previous: { ...figuresAnswer(before, previous), until: before.until?.toISOString() ?? null },
    labour,
    breakdowns: breakdownsOf(present, previous, labels),
  };
}

/** An empty list is not valid in SQL. No row has this id. */
const NO_ID = '';

/** The locations the actor may see, also if they were closed or deleted: their sales stay. Checks the period first. */
export async function requireReportLocations(context: Context, actor: Actor, { locationId, from, to }: ReportInput) {
  const problem = reportPeriodProblem({ from, to });
  if (problem) throw refuse(problem.code, problem.message, problem.details);
  if (locationId !== ALL_LOCATIONS) valueOrThrow(authorise('dashboard.read', actor, { locationId }));
  const ids = await locationIdsOf(context, actor, locationId);
  const rows = await context.db
    .selectFrom('locations')
    .select(['id', 'day_end_hour', 'time_zone'])
    .where('id', 'in', [...ids, NO_ID])
    .orderBy('name')
    .execute();
  if (rows.length === 0 && locationId !== ALL_LOCATIONS) throw refuse('location-not-found');
  return rows;
}

const readFigures = async (tx: Tx, scope: ReportScope, now: Date) => ({
  ...(await readReport(tx, scope)),
  ...(await readGuests(tx, scope, now)),
});

function figuresAnswer(
  { from, to }: { from: DateText; to: DateText },
  { figures, guests, bookings }: { readonly figures: ReportFigures } & GuestFigures,
): Omit<Report['previous'], 'until'> {
  const {
    orders,
    sales,
    chargesByKind,
    taxes,
    depositTaxes: _byCode,
    tenders,
    tipsByPerson,
    payouts,
    voids,
    ...amounts
  } = figures;
  return {
    from,
    to,
    orders,
    ...inDollars(amounts),
    sales: inDollars(sales),
    chargesByKind: chargesByKind.map(({ kind, amount }) => ({
      kind,
      label: chargeLabel(kind),
      amount: toDollars(amount),
    })),
    taxes: taxes.map(({ code, label, registration, rate: value, ...each }) => ({
      code,
      label,
      registration,
      rate: rateToDecimal(rate(value)),
      ...inDollars(each),
    })),
    tenders: tenders.map(({ tender, count, ...each }) => ({
      tender,
      label: tenderLabel(tender),
      count,
      ...inDollars(each),
    })),
    tipsByPerson: tipsByPerson.map(({ person, tips }) => ({
      person,
      label: person === PAID_ONLINE ? say`Online` : person,
      tips: toDollars(tips),
    })),
    guests,
    bookings,
    payouts: payouts.map(({ provider, count, ...each }) => ({ provider, count, ...inDollars(each) })),
    voids: { count: voids.count, amount: toDollars(voids.amount) },
  };
}

function inDollars<Name extends string>(amounts: Readonly<Record<Name, Cents>>) {
  const all = Object.entries<Cents>(amounts).map(([name, amount]) => [name, toDollars(amount)]);
  return Object.fromEntries(all) as Record<Name, number>;
}
