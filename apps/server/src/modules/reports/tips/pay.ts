import type { ResponseOf, ValidatedInput } from '@tiffin/contract';
import { addCents, csvAmount, say, toDollars, writeCsv } from '@tiffin/domain/core';
import { JOB_TITLES, startOfWeeks, sumPay, TIPPED_OCCUPATION_CODES } from '@tiffin/domain/day';
import { overtimeLimits } from '@tiffin/domain/law';
import type { Actor } from '@tiffin/domain/people';
import { businessDayOf } from '@tiffin/domain/stats';
import type { Context } from '../../../context.ts';
import { snapshotTransaction, transaction } from '../../../platform/db/transaction.ts';
import { recordAuditEntry, type Author } from '../../log/record-audit-entries.ts';
import { readNames } from '../../people/read-names.ts';
import { readLocationDay, readShifts, requireWorkReader } from '../../work/read-hours.ts';
import { readRules, readSharedTips } from './tips.ts';

type PayQuery = ValidatedInput<'getPay'>['query'];

/** Hours, overtime, tips and declared cash of a period for each person. */
export async function showPay(context: Context, actor: Actor, query: PayQuery): Promise<ResponseOf<'getPay'>> {
  const isVisible = requireWorkReader(actor, query);
  const now = context.clock.now();
  return snapshotTransaction(context.db, async (tx) => {
    const location = await readLocationDay(tx, query.locationId);
    const settings = await tx
      .selectFrom('locations')
      .select(['pay_period_from as firstDay', 'overtime_daily_hours', 'overtime_weekly_hours'])
      .select(['country', 'region', 'postal_code as postalCode'])
      .where('id', '=', query.locationId)
      .executeTakeFirstOrThrow();
    const law = overtimeLimits(settings);
    const from = startOfWeeks(query.from, settings.firstDay);
    const shifts = await readShifts(tx, location, { from, to: query.to }, now);
    const rules = await readRules(tx, query.locationId);
    const days = await readSharedTips(tx, location, query, { shifts, rules, today: businessDayOf(now, location) });
    const tips = days.flatMap(({ shares }) => shares);
    const people = sumPay(query, shifts, tips, {
      firstDay: settings.firstDay,
      dailyHours: settings.overtime_daily_hours ?? law.dailyHours,
      weeklyHours: settings.overtime_weekly_hours ?? law.weeklyHours,
    });
    const nameOf = await readNames(
      tx,
      people.map(({ personId }) => personId),
    );
    return {
      people: people
        .filter(({ personId }) => isVisible(personId))
        .map(({ personId, ...sums }) => ({
          userId: personId,
          name: nameOf(personId) ?? '',
          jobTitles: JOB_TITLES.filter((title) =>
            shifts.some(
              (shift) => shift.personId === personId && shift.day >= query.from && shift.start.job_title === title,
            ),
          ),
          minutes: sums.minutes,
          overtimeMinutes: sums.overtimeMinutes,
          tips: toDollars(sums.tips),
          serviceCharges: toDollars(sums.serviceCharges),
          declaredCash: toDollars(sums.declaredCash),
        }))
        .toSorted((a, b) => a.name.localeCompare(b.name) || (a.userId < b.userId ? -1 : 1)),
      undivided: toDollars(addCents(...days.map(({ undivided }) => undivided))),
    };
  });
}

/**
 * Writes the sums to a file for the bookkeeper, in the United States with two columns for the W-2: the tips, of which
 * service charges are no part, and the codes of the jobs. Service charges have a column where staff got some. Personal data leaves the server here, so the audit log records it.
 */
export async function payCsv(context: Context, { actor, from }: Author, query: PayQuery) {
  const { people } = await showPay(context, actor, query);
  const name = `pay-${query.from}-${query.to}.csv`;
  await transaction(context.db, (tx) =>
    recordAuditEntry(tx, { at: context.clock.now(), actor, from }, 'export-list', ['file', name], {
      locationId: query.locationId,
      after: { list: 'pay', rows: people.length, ...query },
    }),
  );
  const { country } = await context.db
    .selectFrom('locations')
    .select('country')
    .where('id', '=', query.locationId)
    .executeTakeFirstOrThrow();
  const hasW2 = country === 'US';
  const hasCharges = people.some(({ serviceCharges }) => serviceCharges !== 0);
  const hours = (minutes: number) => csvAmount(minutes / 60);
  const heads = [
    say`Person`,
    say`Hours`,
    say`Overtime hours`,
    say`Minutes`,
    say`Overtime minutes`,
    say`Tips`,
    say`Cash tips`,
    ...(hasCharges ? [say`Service charges`] : []),
  ];
  const text = writeCsv(
    hasW2 ? [...heads, say`Tips, W-2 box 12 code TP`, say`Jobs, W-2 box 14b`] : heads,
    people.map(({ minutes, overtimeMinutes: overtime, ...person }) => [
      person.name,
      hours(minutes),
      hours(overtime),
      minutes,
      overtime,
      csvAmount(person.tips),
      csvAmount(person.declaredCash),
      ...(hasCharges ? [csvAmount(person.serviceCharges ?? 0)] : []),
      ...(hasW2
        ? [
            csvAmount(person.tips + person.declaredCash),
            person.jobTitles.map((title) => TIPPED_OCCUPATION_CODES[title]).join(' '),
          ]
        : []),
    ]),
  );
  return { name, text };
}
