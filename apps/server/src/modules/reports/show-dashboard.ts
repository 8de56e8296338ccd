import type { ResponseOf } from '@tiffin/contract';
import { averageCents, cents, toDollars, type DateText } from '@tiffin/domain/core';
import { addDays } from '@tiffin/domain/hours';
import {
  previousPeriodDates,
  periodDates,
  RECENT_ACTIVITY,
  recentActivity,
  comparablePeriod,
  dayWeekBefore,
  calculateTrends,
  amountIn,
  type Figure,
  type DashboardFigures,
  type Period,
  type ComparablePeriod,
  type PartAmount,
} from '@tiffin/domain/stats';
import type { Actor } from '@tiffin/domain/people';
import type { Context, Db } from '../../context.ts';
import { dashboardScope, type Scope } from '../locations/scope.ts';
import {
  readDays,
  readFigures,
  readHourFigures,
  readLatestOrders,
  readMoneyParts,
  readPartialPeriod,
  readTopItems,
  type DateRange,
  type PeriodKind,
} from './queries.ts';

type Stats = ResponseOf<'getDashboardStats'>['stats'];

const KINDS: Readonly<Record<Period, PeriodKind>> = { today: 'day', yesterday: 'day', week: 'week', month: 'month' };
const DAYS_SHOWN = 30;
/** The usual course of a day is the average of the same weekday in this many weeks before. */
const USUAL_WEEKS = 4;

/** All figures of a period, read from the totals that are updated as orders change. */
export async function showDashboard(
  context: Context,
  actor: Actor,
  input: { readonly period: Period; readonly locationId: string },
): Promise<{ stats: Stats }> {
  const scope = await dashboardScope(context, actor, input.locationId);
  const now = context.clock.now();
  const { today } = scope;
  const dates = periodDates(input.period, today);
  const kind = KINDS[input.period];
  const { db } = context;
  const [present, before, soFar, weekBefore, money, items, latest, byDay, byHour] = await Promise.all([
    readFigures(db, scope, kind, dates),
    readFigures(db, scope, kind, previousPeriodDates(input.period, today)),
    readSoFar(db, scope, comparablePeriod(input.period, now, scope.dayEnd)),
    readWeekBefore(db, scope, input.period, now),
    readMoneyParts(db, scope, dates),
    readTopItems(db, scope, kind, dates),
    readLatestOrders(db, scope.locationIds, RECENT_ACTIVITY.computed),
    readLastDays(db, scope, today),
    readHours(db, scope, kind, dates),
  ]);
  const { total: _total, ...statusBreakdown } = present.statuses;
  return {
    stats: {
      period: input.period,
      ...figuresAnswer(present),
      previous: figuresAnswer(before),
      soFar: soFar && soFarAnswer(soFar),
      weekBefore,
      money: moneyAnswer(present, money),
      trends: calculateTrends(present, comparedFigures(before, soFar)),
      topItems: items.map((item) => ({ ...item, revenue: toDollars(item.revenue) })),
      recentActivity: recentActivity(latest, now).map((activity) => ({
        ...activity,
        total: toDollars(activity.total),
        orderTime: activity.orderTime.toISOString(),
      })),
      statusBreakdown,
      orderTypeBreakdown: present.orderTypes,
      byDay,
      byHour,
      lastUpdated: now.toISOString(),
      location: scope.location,
    },
  };
}

function figuresAnswer({ orders, revenue, customers, avgOrderValue }: DashboardFigures): Stats['previous'] {
  return { orders, revenue: toDollars(revenue), customers, avgOrderValue: toDollars(avgOrderValue) };
}

/**
 * Explains how the revenue of these orders becomes the money that was paid for them: unpaid amounts, tips and cash
 * rounding are lines of their own. `received` is the money of these days for whatever orders, as in the report.
 */
function moneyAnswer({ revenue }: DashboardFigures, money: readonly PartAmount[]): Stats['money'] {
  const parts: PartAmount[] = [{ part: 'revenue', key: '', amount: revenue }, ...money];
  const amountOf = (figure: Figure) => toDollars(amountIn(parts, { figure, key: '' }));
  return {
    ordered: amountOf('ordered'),
    owed: amountOf('unpaid'),
    tips: amountOf('allTips'),
    cashRounding: amountOf('roundingIn'),
    taken: amountOf('taken'),
    refunded: amountOf('refunded'),
    giftCardsSold: amountOf('giftCardsSold'),
    giftCardsUsed: amountOf('giftCardsUsed'),
    received: amountOf('received'),
    discounts: amountOf('staffDiscounts'),
    comps: amountOf('comps'),
  };
}

type PartialPeriod = Awaited<ReturnType<typeof readPartialPeriod>> & { readonly until: Date };

/** The previous period up to the same time of day; null where whole periods are compared. */
async function readSoFar(db: Db, scope: Scope, before: ComparablePeriod | null): Promise<PartialPeriod | null> {
  return before && { ...(await readPartialPeriod(db, scope, before)), until: before.until };
}

/** The same weekday a week before: for today up to the same time of day, since guests come by weekday and hour. */
async function readWeekBefore(db: Db, scope: Scope, period: Period, now: Date): Promise<Stats['weekBefore']> {
  const day = dayWeekBefore(period, now, scope.dayEnd);
  if (day === null) return null;
  const { orders, revenue } = await readPartialPeriod(db, scope, { ...day, first: day.date });
  return { orders, revenue: toDollars(revenue), date: day.date, until: day.until?.toISOString() ?? null };
}

function soFarAnswer({ orders, revenue, customers, until }: PartialPeriod): NonNullable<Stats['soFar']> {
  return {
    orders,
    revenue: toDollars(revenue),
    customers,
    avgOrderValue: toDollars(averageCents(revenue, orders)),
    until: until.toISOString(),
  };
}

/** The figures with which growth compares: those up to the same hour, or of the whole previous period. */
function comparedFigures(before: DashboardFigures, soFar: PartialPeriod | null): DashboardFigures {
  if (soFar === null) return before;
  const { orders, revenue, customers } = soFar;
  return { orders, revenue, customers, avgOrderValue: averageCents(revenue, orders) };
}

async function readLastDays(db: Db, scope: Scope, today: DateText): Promise<Stats['byDay']> {
  const first = addDays(today, 1 - DAYS_SHOWN);
  const daysByDate = new Map((await readDays(db, scope, [first, addDays(today, 1)])).map((day) => [day.date, day]));
  return Array.from({ length: DAYS_SHOWN }, (_, index) => {
    const date = addDays(first, index);
    const day = daysByDate.get(date);
    return { date, orders: day?.orders ?? 0, revenue: toDollars(day?.revenue ?? cents(0)) };
  });
}

/** The orders of each hour. Only a single day is compared with what is usual. */
async function readHours(db: Db, scope: Scope, kind: PeriodKind, [first, next]: DateRange): Promise<Stats['byHour']> {
  const days: DateText[] = [];
  for (let date = first; date < next; date = addDays(date, 1)) days.push(date);
  const usualDays =
    kind === 'day' ? Array.from({ length: USUAL_WEEKS }, (_, week) => addDays(first, -7 * (week + 1))) : [];
  const [rows, usualRows] = await Promise.all([
    readHourFigures(db, scope, days),
    readHourFigures(db, scope, usualDays),
  ]);
  const hours = [...new Set([...rows, ...usualRows].map((row) => row.hour))].toSorted((a, b) => a - b);
  return hours.map((hour) => {
    const present = rows.find((row) => row.hour === hour);
    const usual = usualRows.find((row) => row.hour === hour);
    const usualOrders = (usual?.orders ?? 0) / USUAL_WEEKS;
    return {
      hour,
      orders: present?.orders ?? 0,
      revenue: toDollars(present?.revenue ?? cents(0)),
      usualOrders: Math.round(usualOrders * 10) / 10,
      usualRevenue: toDollars(averageCents(usual?.revenue ?? 0, USUAL_WEEKS)),
    };
  });
}
