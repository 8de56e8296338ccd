import type { ResponseOf, ValidatedInput } from '@tiffin/contract';
import { addCents, cents, toDollars, valueOrThrow, type DateText } from '@tiffin/domain/core';
import { poolMembers, shareTips, type TakenTips } from '@tiffin/domain/day';
import { addDays } from '@tiffin/domain/hours';
import { authorise, userIdOf, type Actor } from '@tiffin/domain/people';
import { businessDayOf, type ReportPeriod } from '@tiffin/domain/stats';
import { sql } from 'kysely';
import type { Context, Db, Tx } from '../../../context.ts';
import { snapshotTransaction } from '../../../platform/db/transaction.ts';
import type { Row } from '../../../platform/db/schema.ts';
import { recordAuditEntry } from '../../log/record-audit-entries.ts';
import { readNames } from '../../people/read-names.ts';
import { readLocationDay, readShifts, requireWorkReader } from '../../work/read-hours.ts';
import { readSalesTakenBack } from '../report/read-sales-taken-back.ts';
import { paymentsReceived } from '../report/report-rows.ts';
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
    const paidTips = await readPaidTips(tx, query.locationId, query, today);
    const shifts = (await readShifts(tx, location, query, now)).filter(({ minutes }) => minutes > 0);
    const rules = await readRules(tx, query.locationId);
    const people = [...paidTips, ...shifts].map(({ personId }) => personId);
    const nameOf = await readNames(tx, [...people, ...rules.map(({ set_by: by }) => by)]);
    const dates = [...new Set([...paidTips, ...shifts].map(({ day }) => day))].toSorted();
    return {
      days: dates.map((date) => {
        const dayShifts = shifts.filter(({ day }) => day === date);
        const rule = rules.findLast(({ from_day: from }) => from <= date) ?? null;
        const taken = sumByPerson(paidTips.filter(({ day }) => day === date));
        const members = poolMembers(dayShifts.map(poolShiftOf), rule?.rule ?? 'own');
        const shared = shareTips(rule?.percent ?? 0, taken, members);
        return {
          date,
          rule: rule && ruleAnswer(rule, nameOf),
          tips: toDollars(addCents(...taken.map(({ tips }) => tips))),
          refunded: toDollars(addCents(...taken.map(({ refunded }) => refunded))),
          pool: toDollars(shared.pool),
          weights: shared.weights,
          undivided: toDollars(shared.undivided),
          shares: shared.shares
            .filter(({ personId }) => isVisible(personId))
            .map(({ personId, weight, ...amounts }) => ({
              userId: personId,
              name: nameOf(personId) ?? '',
              minutes: minutesOf(dayShifts.filter((shift) => shift.personId === personId)),
              weight,
              own: toDollars(amounts.own),
              fromPool: toDollars(amounts.fromPool),
              takenBack: toDollars(amounts.takenBack),
              gets: toDollars(amounts.gets),
            })),
        };
      }),
      rules: rules.map((rule) => ruleAnswer(rule, nameOf)),
      today,
    };
  });
}

/** Sets the rule from tomorrow. Earlier days keep theirs. */
export const saveTipRule: ChangeUseCase<'saveTipRule'> = async (
  context,
  tx,
  by,
  { locationId, rule, percent, decidedBy },
) => {
  valueOrThrow(authorise('work.manage', by.actor, { locationId }));
  const now = context.clock.now();
  const day = addDays(businessDayOf(now, await readLocationDay(tx, locationId)), 1);
  const poolPercent = rule === 'own' ? 0 : percent;
  const values = { rule, percent: poolPercent, decided_by: decidedBy, set_by: userIdOf(by.actor), set_at: now };
  const row = await tx
    .insertInto('tip_rules')
    .values({ location_id: locationId, from_day: day, ...values })
    .onConflict((conflict) => conflict.columns(['location_id', 'from_day']).doUpdateSet(values))
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordAuditEntry(tx, { at: now, ...by }, 'save-tip-rule', ['tips', locationId], {
    locationId,
    after: { from: day, rule, percent: poolPercent, decidedBy },
  });
  return { rule: ruleAnswer(row, await readNames(tx, [row.set_by])) };
};

const ruleAnswer = (row: Row<'tip_rules'>, nameOf: (id: string | null) => string | null) => ({
  rule: row.rule,
  percent: row.percent,
  decidedBy: row.decided_by,
  from: row.from_day,
  setBy: nameOf(row.set_by) ?? '',
});

function readRules(db: Db | Tx, locationId: string): Promise<Row<'tip_rules'>[]> {
  return db.selectFrom('tip_rules').selectAll().where('location_id', '=', locationId).orderBy('from_day').execute();
}

interface WorkOfDay {
  readonly personId: string;
  readonly minutes: number;
  readonly start: Pick<Row<'work_entries'>, 'tip_points'>;
}

const poolShiftOf = ({ personId, minutes, start }: WorkOfDay) => ({ personId, minutes, points: start.tip_points });
const minutesOf = (shifts: readonly WorkOfDay[]) => shifts.reduce((sum, { minutes }) => sum + minutes, 0);

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
  today: DateText,
): Promise<PaidTip[]> {
  const scope = { locationIds: [locationId], from, to };
  const { rows } = await sql<PaidTip & { id: string }>`
    select t.id, t.day, t.tip + t.bill_tip as tips,
      coalesce(b.served_by, p.taken_by, (select created_by from payment_sessions where id = p.session_id and kind = 'reader')) as "personId",
      coalesce((select sum(tip_cents) from refunds where payment_id = p.id and status = 'succeeded'), 0)::int as refunded
    from (${paymentsReceived(scope)}) t join payments p on p.id = t.id left join bills b on b.id = t.bill_id
    where t.tip + t.bill_tip > 0
  `.execute(tx);
  if (rows.length === 0) return [];
  const takenBack = (await readSalesTakenBack(tx, { ...scope, to: today })).flatMap(({ paidTips }) => paidTips);
  return rows.map(({ id, ...row }) => ({
    ...row,
    refunded: takenBack.reduce((sum, each) => (each.paymentId === id ? sum + each.amount : sum), row.refunded),
  }));
}
