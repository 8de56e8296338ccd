import type { ResponseOf, ValidatedInput } from '@tiffin/contract';
import { addCents, cents, refuse, say, toDollars, valueOrThrow, type Cents, type DateText } from '@tiffin/domain/core';
import {
  shareTips as calculateShares,
  type PoolMember,
  type SharedTips,
  type TakenTips,
  type TipPool,
} from '@tiffin/domain/day';
import { addDays, clockText } from '@tiffin/domain/hours';
import { authorise, userIdOf, type Actor } from '@tiffin/domain/people';
import type { ReportPeriod } from '@tiffin/domain/stats';
import { sql } from 'kysely';
import type { Context, Db, Tx } from '../../../context.ts';
import { snapshotTransaction } from '../../../platform/db/transaction.ts';
import type { Row } from '../../../platform/db/schema.ts';
import { lockDayOf, nameOf } from '../../drawers/shifts.ts';
import { recordAuditEntry, type Author } from '../../log/record-audit-entries.ts';
import { colleaguesAt } from '../../people/pins.ts';
import {
  readLocationDay,
  readNames,
  readShifts,
  requireShortPeriod,
  seesAll,
  type LocationDay,
} from '../../work/read-hours.ts';
import { readSalesTakenBack } from '../report/read-sales-taken-back.ts';
import { paymentsReceived } from '../report/report-rows.ts';

type WireDay = ResponseOf<'getTipShares'>['days'][number];
type WireRule = ResponseOf<'saveTipRule'>['rule'];

/** The tips of a business day, and who gets them. */
interface TipDay extends SharedTips {
  readonly date: DateText;
  readonly pool: Cents;
  readonly rule: (TipPool & { readonly decidedBy: 'staff' | 'house' }) | null;
  readonly stored: Row<'tip_days'> | null;
  readonly tips: Cents;
  readonly refunded: Cents;
  readonly minutes: ReadonlyMap<string, number>;
}

export async function showTipShares(
  context: Context,
  actor: Actor,
  { locationId, ...period }: ValidatedInput<'getTipShares'>['query'],
): Promise<ResponseOf<'getTipShares'>> {
  valueOrThrow(authorise('work.read', actor, { locationId }));
  requireShortPeriod(period);
  const now = context.clock.now();
  return snapshotTransaction(context.db, async (tx) => {
    const location = await readLocationDay(tx, locationId, now);
    const days = await readTipDays(tx, location, period, now);
    const rules = await readRules(tx, locationId);
    const present = rules.findLastIndex(({ from_day: from }) => from <= location.today);
    const people = days.flatMap(({ shares, stored }) => [
      ...shares.map(({ personId }) => personId),
      stored?.shared_by ?? null,
    ]);
    const name = await readNames(tx, [...people, ...rules.map(({ set_by: by }) => by)]);
    const isVisible = (personId: string) => seesAll(actor, locationId) || personId === userIdOf(actor);
    return {
      days: days.map((day) => dayAnswer(day, name, isVisible)),
      rules: rules.slice(Math.max(present, 0)).map((row) => ruleAnswer(row, name(row.set_by))),
      today: location.today,
    };
  });
}

function dayAnswer(
  { date, rule, stored, tips, refunded, pool, weights, undivided, shares, minutes }: TipDay,
  name: (id: string | null) => string | null,
  isVisible: (personId: string) => boolean,
): WireDay {
  return {
    date,
    rule,
    shared: stored && { by: name(stored.shared_by), at: stored.shared_at.toISOString() },
    tips: toDollars(tips),
    refunded: toDollars(refunded),
    pool: toDollars(pool),
    weights,
    undivided: toDollars(undivided),
    shares: shares
      .filter(({ personId }) => isVisible(personId))
      .map(({ personId, own, fromPool, takenBack, gets, weight }) => ({
        userId: personId,
        name: name(personId) ?? '',
        minutes: minutes.get(personId) ?? 0,
        weight,
        own: toDollars(own),
        fromPool: toDollars(fromPool),
        takenBack: toDollars(takenBack),
        gets: toDollars(gets),
      })),
  };
}

/**
 * Stores the rule, the hours and the shares of a day. A tip that is refunded later is taken back from these shares; one
 * that arrives later is shared by the stored rule and weights.
 */
export async function shareTips(
  context: Context,
  tx: Tx,
  by: Author,
  { locationId, date }: ValidatedInput<'shareTips'>['body'],
): Promise<ResponseOf<'shareTips'>> {
  valueOrThrow(authorise('work.manage', by.actor, { locationId }));
  await lockDayOf(tx, locationId);
  const now = context.clock.now();
  const location = await readLocationDay(tx, locationId, now);
  if (date > location.today) throw refuse('invalid-argument', say`This day has not begun yet.`, { field: 'date' });
  const [day] = await readTipDays(tx, location, { from: date, to: date }, now);
  if (!day) throw refuse('internal');
  if (day.stored) {
    const words = say`${await nameOf(tx, day.stored.shared_by)} shared this day at ${clockText(day.stored.shared_at, location.zone)}.`;
    throw refuse('failed-precondition', words, { sharedAt: day.stored.shared_at.toISOString() });
  }
  const key = { location_id: locationId, business_day: date };
  const undivided = day.weights === 0 ? day.pool : cents(0);
  await tx
    .insertInto('tip_days')
    .values({
      ...key,
      rule: day.rule?.rule ?? null,
      percent: day.rule?.percent ?? 0,
      decided_by: day.rule?.decidedBy ?? null,
      tips_cents: day.tips,
      undivided_cents: undivided,
      shared_by: userIdOf(by.actor),
      shared_at: now,
    })
    .execute();
  const shares = day.shares.map(({ personId, own, fromPool, weight }) => ({
    ...key,
    person_id: personId,
    weight,
    minutes: day.minutes.get(personId) ?? 0,
    own_cents: own,
    pool_cents: fromPool,
  }));
  if (shares.length > 0) await tx.insertInto('tip_shares').values(shares).execute();
  await recordAuditEntry(tx, { at: now, ...by }, 'share-tips', ['tips', `${locationId} ${date}`], {
    locationId,
    after: { date, tips: toDollars(day.tips), undivided: toDollars(undivided) },
  });
  return { tips: toDollars(day.tips), undivided: toDollars(undivided) };
}

/** Sets the rule from a day on. Days that were shared keep theirs. */
export async function saveTipRule(
  context: Context,
  tx: Tx,
  by: Author,
  { locationId, from, rule, percent, decidedBy }: ValidatedInput<'saveTipRule'>['body'],
): Promise<ResponseOf<'saveTipRule'>> {
  valueOrThrow(authorise('work.manage', by.actor, { locationId }));
  await lockDayOf(tx, locationId);
  const now = context.clock.now();
  const { today } = await readLocationDay(tx, locationId, now);
  const day = from ?? addDays(today, 1);
  if (day < today) {
    throw refuse('invalid-argument', say`Tips of past days keep their rule. Choose today or later.`, { field: 'from' });
  }
  const values = { rule, percent, decided_by: decidedBy, set_by: userIdOf(by.actor), set_at: now };
  const row = await tx
    .insertInto('tip_rules')
    .values({ location_id: locationId, from_day: day, ...values })
    .onConflict((conflict) => conflict.columns(['location_id', 'from_day']).doUpdateSet(values))
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordAuditEntry(tx, { at: now, ...by }, 'save-tip-rule', ['tips', locationId], {
    locationId,
    after: { from: day, rule, percent, decidedBy },
  });
  return { rule: ruleAnswer(row, await nameOf(tx, row.set_by)) };
}

const ruleAnswer = (row: Row<'tip_rules'>, setBy: string | null): WireRule => ({
  rule: row.rule,
  percent: row.percent,
  decidedBy: row.decided_by,
  from: row.from_day,
  setBy,
  setAt: row.set_at.toISOString(),
});

function readRules(db: Db | Tx, locationId: string): Promise<Row<'tip_rules'>[]> {
  return db.selectFrom('tip_rules').selectAll().where('location_id', '=', locationId).orderBy('from_day').execute();
}

interface PaidTip {
  readonly day: DateText;
  readonly personId: string | null;
  readonly tips: number;
  readonly refunded: number;
}

async function readTipDays(tx: Tx, location: LocationDay, period: ReportPeriod, now: Date): Promise<TipDay[]> {
  const { id: locationId } = location;
  const inPeriod = (table: 'tip_days' | 'tip_shares') =>
    sql<boolean>`${sql.ref(`${table}.location_id`)} = ${locationId}
      and ${sql.ref(`${table}.business_day`)} between ${period.from} and ${period.to}`;
  const storedDays = await tx.selectFrom('tip_days').selectAll().where(inPeriod('tip_days')).execute();
  const storedShares = await tx.selectFrom('tip_shares').selectAll().where(inPeriod('tip_shares')).execute();
  const paid = await readPaidTips(tx, location, period);
  const rules = await readRules(tx, locationId);
  const shifts = await readShifts(tx, location, period, now);
  const staff = new Set(
    (await colleaguesAt(tx, [locationId])).flatMap(({ userId, role }) => (role === 'staff' ? [userId] : [])),
  );
  const terms = await tx.selectFrom('pay_terms').selectAll().execute();
  const pointsOf = (id: string) => terms.find((each) => each.user_id === id)?.tip_points ?? 0;
  const days: TipDay[] = [];
  for (let date = period.from; date <= period.to; date = addDays(date, 1)) {
    const stored = storedDays.find((each) => each.business_day === date) ?? null;
    const own = storedShares.filter((each) => each.business_day === date);
    const ruleRow = stored ?? rules.findLast(({ from_day: from }) => from <= date);
    const rule =
      ruleRow?.rule && ruleRow.decided_by
        ? { rule: ruleRow.rule, percent: ruleRow.percent, decidedBy: ruleRow.decided_by }
        : null;
    const minutes = stored
      ? new Map(own.map((each) => [each.person_id, each.minutes]))
      : sumMinutes(shifts.filter(({ day }) => day === date));
    const weightOf = (id: string, worked: number) => {
      if (rule?.rule === 'points') return pointsOf(id);
      return rule?.rule === 'equal' ? 1 : worked;
    };
    const members: PoolMember[] = stored
      ? own.map((each) => ({ personId: each.person_id, weight: each.weight }))
      : [...minutes]
          // Owners and managers get no part of a pool.
          .filter(([id, worked]) => worked > 0 && staff.has(id))
          .map(([personId, worked]) => ({ personId, weight: weightOf(personId, worked) }));
    const taken = takenOf(paid.filter(({ day }) => day === date));
    const shared = calculateShares(rule, taken, sortPeople(members));
    days.push({
      ...shared,
      date,
      rule,
      stored,
      tips: addCents(...taken.map(({ tips }) => tips)),
      refunded: addCents(...taken.map(({ refunded }) => refunded)),
      minutes,
    });
  }
  return days;
}

/** Equal remainders go to the first, so the order must not change. */
const sortPeople = (members: readonly PoolMember[]) => members.toSorted((a, b) => (a.personId < b.personId ? -1 : 1));

function sumMinutes(shifts: readonly { readonly personId: string; readonly minutes: number }[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { personId, minutes } of shifts) sums.set(personId, (sums.get(personId) ?? 0) + minutes);
  return sums;
}

function takenOf(paid: readonly PaidTip[]): TakenTips[] {
  return [...Map.groupBy(paid, ({ personId }) => personId)].map(([personId, own]) => ({
    personId,
    tips: cents(own.reduce((sum, { tips }) => sum + tips, 0)),
    refunded: cents(own.reduce((sum, { refunded }) => sum + refunded, 0)),
  }));
}

/**
 * The tips of payments by the person who served: who opened the tab, else who took the payment, also at a card reader.
 * Nobody served a guest who paid online. Refunds count on the day of their payment, whenever they were made.
 */
async function readPaidTips(tx: Tx, location: LocationDay, { from, to }: ReportPeriod): Promise<PaidTip[]> {
  const scope = { locationIds: [location.id], from, to };
  const { rows } = await sql<PaidTip & { id: string }>`
    select t.id, t.day, t.tip + t.bill_tip as tips,
      coalesce(b.served_by, p.taken_by, (select created_by from payment_sessions where id = p.session_id and kind = 'reader')) as "personId",
      coalesce((select sum(tip_cents) from refunds where payment_id = p.id and status = 'succeeded'), 0)::int as refunded
    from (${paymentsReceived(scope)}) t join payments p on p.id = t.id left join bills b on b.id = t.bill_id
    where t.tip + t.bill_tip > 0
  `.execute(tx);
  if (rows.length === 0) return [];
  const back = (await readSalesTakenBack(tx, { ...scope, to: location.today })).flatMap(({ paidTips }) => paidTips);
  return rows.map(({ id, ...row }) => ({
    ...row,
    refunded: back.reduce((sum, each) => (each.paymentId === id ? sum + each.amount : sum), row.refunded),
  }));
}
