import type { ResponseOf, ValidatedInput } from '@tiffin/contract';
import {
  addCents,
  cents,
  refuse,
  say,
  subtractCents,
  sumOf,
  toDollars,
  valueOrThrow,
  ZERO,
  type DateText,
} from '@tiffin/domain/core';
import { MAX_DAYS_BACK, OWN_TIPS, shareTips, type TakenTips, type TipPolicy, type TipShare } from '@tiffin/domain/day';
import { addDays } from '@tiffin/domain/hours';
import { authorise, userIdOf, type Actor } from '@tiffin/domain/people';
import { businessDayOf, type ReportPeriod } from '@tiffin/domain/stats';
import { sql } from 'kysely';
import type { Context, Db, Tx } from '../../../context.ts';
import { snapshotTransaction } from '../../../platform/db/transaction.ts';
import type { Row } from '../../../platform/db/schema.ts';
import { recordAuditEntry } from '../../log/record-audit-entries.ts';
import { readNames } from '../../people/read-names.ts';
import { colleaguesAt } from '../../people/pins.ts';
import {
  readLocationDay,
  readShifts,
  requireWorkReader,
  type LocationDay,
  type ShiftOfDay,
} from '../../work/read-hours.ts';
import { readSalesTakenBack, type SaleTakenBack } from '../report/read-sales-taken-back.ts';
import { chargesOf } from '../../orders/order-parts.ts';
import { paymentsReceived, soldCharges } from '../report/report-rows.ts';
import type { ChangeUseCase } from '../../../platform/http/implement.ts';

/** Who gets which tips, calculated from the payments, the hours and the rule of each day. */
export async function showTipShares(
  context: Context,
  actor: Actor,
  query: ValidatedInput<'getTipShares'>['query'],
): Promise<ResponseOf<'getTipShares'>> {
  const isVisible = requireWorkReader(actor, query);
  const now = context.clock.now();
  return snapshotTransaction(context.db, async (tx) => {
    const location = await readLocationDay(tx, query.locationId);
    const today = businessDayOf(now, location);
    const rules = await readRules(tx, query.locationId);
    const shifts = await readShifts(tx, location, query, now);
    const days = await readSharedTips(tx, location, query, { shifts, rules, today });
    const ids = days.flatMap(({ shares, undividedTo: to }) => [
      ...shares.map(({ personId }) => personId),
      ...(to ? [to.user_id, to.set_by] : []),
    ]);
    const nameOf = await readNames(tx, [...ids, ...rules.map(({ set_by: by }) => by)]);
    return {
      days: days.map(({ date, rule, undividedTo, minutesOf, ...shared }) => ({
        date,
        rule: rule && ruleAnswer(rule, nameOf),
        tips: toDollars(shared.tips),
        refunded: toDollars(shared.refunded),
        charges: toDollars(shared.charges),
        pool: toDollars(shared.pool),
        weights: shared.weights,
        undivided: toDollars(shared.undivided),
        undividedTo: undividedTo && {
          receiver: undividedTo.receiver,
          userId: undividedTo.user_id,
          name: nameOf(undividedTo.user_id) ?? '',
          setBy: nameOf(undividedTo.set_by) ?? '',
        },
        shares: shared.shares
          .filter(({ personId }) => isVisible(personId))
          .map(({ personId, weight, ...amounts }) => ({
            userId: personId,
            name: nameOf(personId) ?? '',
            minutes: minutesOf(personId),
            weight,
            own: toDollars(amounts.own),
            fromPool: toDollars(amounts.fromPool),
            fromTipOuts: toDollars(amounts.fromTipOuts),
            takenBack: toDollars(amounts.takenBack),
            fromCharges: toDollars(amounts.fromCharges),
            gets: toDollars(addCents(amounts.gets, amounts.fromCharges)),
          })),
      })),
      rules: rules.map((rule) => ruleAnswer(rule, nameOf)),
      today,
    };
  });
}

interface TipFacts {
  readonly shifts: readonly ShiftOfDay[];
  readonly rules: readonly Row<'tip_rules'>[];
  /** The business day on which this is read. */
  readonly today: DateText;
}

/**
 * Shares the tips of each day of a period on which there were tips or people worked, and by the same rule the service
 * charges that go to staff. By law these are no tips, so each share has them apart (`fromCharges`, after refunds).
 */
export async function readSharedTips(tx: Tx, { id }: LocationDay, period: ReportPeriod, facts: TipFacts) {
  const takenBack = await readSalesTakenBack(tx, { locationIds: [id], from: period.from, to: facts.today });
  const paidTips = await readPaidTips(tx, id, period, takenBack);
  const paidCharges = await readChargesOfStaff(tx, id, period, takenBack);
  const decisions = await tx
    .selectFrom('undivided_tips')
    .selectAll()
    .where('location_id', '=', id)
    .where('day', '>=', period.from)
    .where('day', '<=', period.to)
    .execute();
  const shifts = facts.shifts.filter(({ minutes, day }) => minutes > 0 && day >= period.from && day <= period.to);
  const dates = [...new Set([...paidTips, ...paidCharges, ...shifts].map(({ day }) => day))].toSorted();
  return dates.map((date) => {
    const dayShifts = shifts.filter(({ day }) => day === date);
    const rule = facts.rules.findLast(({ from_day: from }) => from <= date) ?? null;
    const undividedTo = decisions.find(({ day }) => day === date) ?? null;
    const share = (taken: readonly TakenTips[]) =>
      shareTips(rule ? policyOf(rule) : OWN_TIPS, {
        taken,
        shifts: dayShifts.map(({ personId, minutes, start }) => ({
          personId,
          minutes,
          points: start.tip_points,
          jobTitle: start.job_title,
        })),
        undividedTo: undividedTo ? { receiver: undividedTo.receiver, personId: undividedTo.user_id } : undefined,
      });
    const taken = sumByPerson(paidTips.filter(({ day }) => day === date));
    const takenCharges = sumByPerson(paidCharges.filter(({ day }) => day === date));
    const [ofTips, ofCharges] = [share(taken), share(takenCharges)];
    return {
      ...ofTips,
      shares: withCharges(ofTips.shares, ofCharges.shares),
      undivided: addCents(ofTips.undivided, ofCharges.undivided),
      charges: addCents(...takenCharges.map(({ tips, refunded }) => subtractCents(tips, refunded))),
      date,
      rule,
      undividedTo,
      tips: addCents(...taken.map(({ tips }) => tips)),
      refunded: addCents(...taken.map(({ refunded }) => refunded)),
      minutesOf: (personId: string) =>
        dayShifts.reduce((sum, shift) => sum + (shift.personId === personId ? shift.minutes : 0), 0),
    };
  });
}

/** The shares of tips with what each person gets of service charges. */
function withCharges(tips: readonly TipShare[], charges: readonly TipShare[]) {
  const none = { own: ZERO, fromPool: ZERO, fromTipOuts: ZERO, takenBack: ZERO, gets: ZERO };
  const onlyCharges = charges.filter(({ personId }) => tips.every((share) => share.personId !== personId));
  return [...tips, ...onlyCharges.map((share) => ({ ...share, ...none }))].map((share) => ({
    ...share,
    fromCharges: charges.find(({ personId }) => personId === share.personId)?.gets ?? ZERO,
  }));
}

/** Sets the rule from tomorrow. Earlier days keep theirs. */
export const saveTipRule: ChangeUseCase<'saveTipRule'> = async (context, tx, by, { locationId, ...body }) => {
  valueOrThrow(authorise('work.manage', by.actor, { locationId }));
  const now = context.clock.now();
  const day = addDays(businessDayOf(now, await readLocationDay(tx, locationId)), 1);
  const { rule, decidedBy } = body;
  // A page from before pools by job sends none, and must not remove them.
  const jobs = body.jobs ?? (await readRules(tx, locationId)).at(-1)?.jobs ?? [];
  const percent = rule === 'own' ? 0 : body.percent;
  const decision = { rule, percent, decided_by: decidedBy, jobs: JSON.stringify(jobs) };
  const values = { ...decision, set_by: userIdOf(by.actor), set_at: now };
  const row = await tx
    .insertInto('tip_rules')
    .values({ location_id: locationId, from_day: day, ...values })
    .onConflict((conflict) => conflict.columns(['location_id', 'from_day']).doUpdateSet(values))
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordAuditEntry(tx, { at: now, ...by }, 'save-tip-rule', ['tips', locationId], {
    locationId,
    after: { from: day, ...decision },
  });
  return { rule: ruleAnswer(row, await readNames(tx, [row.set_by])) };
};

/** Decides who gets what belongs to nobody on a day, today or before. */
export const giveUndividedTips: ChangeUseCase<'giveUndividedTips'> = async (
  context,
  tx,
  by,
  { locationId, date, receiver, userId = null },
) => {
  valueOrThrow(authorise('work.manage', by.actor, { locationId }));
  const now = context.clock.now();
  const today = businessDayOf(now, await readLocationDay(tx, locationId));
  if (date > today || date < addDays(today, -MAX_DAYS_BACK)) {
    throw refuse('invalid-argument', say`Choose a day of the last year.`, { field: 'date' });
  }
  const colleagues = receiver === 'person' ? await colleaguesAt(tx, [locationId]) : [];
  const person = colleagues.find((each) => each.userId === userId && each.role === 'staff');
  if (receiver === 'person' && !person) {
    throw refuse('invalid-argument', say`Choose somebody of the staff. Managers get no tips of others.`, {
      field: 'userId',
    });
  }
  const values = { receiver, user_id: person?.userId ?? null, set_by: userIdOf(by.actor), set_at: now };
  await tx
    .insertInto('undivided_tips')
    .values({ location_id: locationId, day: date, ...values })
    .onConflict((conflict) => conflict.columns(['location_id', 'day']).doUpdateSet(values))
    .execute();
  await recordAuditEntry(tx, { at: now, ...by }, 'give-undivided-tips', ['tips', locationId], {
    locationId,
    after: { date, receiver, userId: person?.userId },
  });
  return {};
};

const policyOf = ({ rule, percent, jobs }: Row<'tip_rules'>): TipPolicy => ({ rule, percent, jobs: jobs ?? [] });

const ruleAnswer = (rule: Row<'tip_rules'>, nameOf: (id: string | null) => string | null) => ({
  rule: rule.rule,
  percent: rule.percent,
  jobs: [...(rule.jobs ?? [])],
  decidedBy: rule.decided_by,
  from: rule.from_day,
  setBy: nameOf(rule.set_by) ?? '',
});

export function readRules(db: Db | Tx, locationId: string): Promise<Row<'tip_rules'>[]> {
  return db.selectFrom('tip_rules').selectAll().where('location_id', '=', locationId).orderBy('from_day').execute();
}

interface PaidTip {
  readonly day: DateText;
  /** Null if nobody served the guest. */
  readonly personId: string | null;
  readonly tips: number;
  readonly refunded: number;
}

function sumByPerson(paidTips: readonly PaidTip[]): TakenTips[] {
  return [...Map.groupBy(paidTips, ({ personId }) => personId)].map(([personId, own]) => ({
    personId,
    tips: cents(own.reduce((sum, { tips }) => sum + tips, 0)),
    refunded: cents(own.reduce((sum, { refunded }) => sum + refunded, 0)),
  }));
}

/**
 * The tips of payments by the person who served: who opened the tab, else who took the payment, also at a card reader.
 * Nobody served a guest who paid online. Refunds count on the day of their payment, whenever they were made.
 */
async function readPaidTips(
  tx: Tx,
  locationId: string,
  { from, to }: ReportPeriod,
  takenBack: readonly SaleTakenBack[],
): Promise<PaidTip[]> {
  const scope = { locationIds: [locationId], from, to };
  const { rows } = await sql<PaidTip & { id: string }>`
    select t.id, t.day, t.tip + t.bill_tip as tips,
      coalesce(b.served_by, p.taken_by, (select created_by from payment_sessions where id = p.session_id and kind = 'reader')) as "personId",
      coalesce((select sum(tip_cents) from refunds where payment_id = p.id and status = 'succeeded'), 0)::int as refunded
    from (${paymentsReceived(scope)}) t join payments p on p.id = t.id left join bills b on b.id = t.bill_id
    where t.tip + t.bill_tip > 0
  `.execute(tx);
  const tipsBack = takenBack.flatMap(({ paidTips }) => paidTips);
  return rows.map(({ id, ...row }) => ({
    ...row,
    refunded: tipsBack.reduce((sum, each) => (each.paymentId === id ? sum + each.amount : sum), row.refunded),
  }));
}

/** The service charges of each bill that go to staff, before tax, by the person who served. Refunds count as for tips. */
async function readChargesOfStaff(
  tx: Tx,
  locationId: string,
  { from, to }: ReportPeriod,
  takenBack: readonly SaleTakenBack[],
): Promise<PaidTip[]> {
  const { rows } = await sql<Omit<PaidTip, 'refunded'> & { id: string }>`
    select c.bill_id as id, min(c.day) as day, sum(c.amount)::int as tips, coalesce(min(b.served_by), (
      select p.taken_by from payments p where p.bill_id = c.bill_id and p.status = 'succeeded' order by p.captured_at limit 1
    )) as "personId"
    from (${soldCharges({ locationIds: [locationId], from, to })}) c join bills b on b.id = c.bill_id
    where c.goes_to_staff group by c.bill_id having sum(c.amount) > 0
  `.execute(tx);
  return rows.map(({ id, ...row }) => {
    const backs = takenBack
      .filter(({ order }) => order.bill_id === id)
      .flatMap(({ order, parts }) =>
        chargesOf(order).map(({ goesToStaff }, index) => (goesToStaff ? (parts.charges[index] ?? 0) : 0)),
      );
    // A tab that goes on after the end of the day has its refunds on both days.
    return { ...row, refunded: Math.min(row.tips, sumOf(backs)) };
  });
}
