import { valueOrThrow } from '@tiffin/domain/core';
import { authorise } from '@tiffin/domain/people';
import { recordAuditEntry } from '../log/record-audit-entries.ts';
import { requireColleague } from './pins.ts';
import type { ChangeUseCase } from '../../platform/http/implement.ts';

/** Saves what an hour of a person costs, their points in pools of tips, and what they work as. */
export const savePayTerms: ChangeUseCase<'savePayTerms'> = async (
  context,
  tx,
  by,
  { locationId, userId, hourlyRate, tipPoints, jobTitle },
) => {
  valueOrThrow(authorise('work.manage', by.actor, { locationId }));
  await requireColleague(tx, locationId, userId);
  const before = await tx.selectFrom('pay_terms').selectAll().where('user_id', '=', userId).executeTakeFirst();
  // A page from before jobs existed sends none, and nothing is written then.
  const terms = { hourly_rate_cents: hourlyRate, tip_points: tipPoints, job_title: jobTitle };
  await tx
    .insertInto('pay_terms')
    .values({ user_id: userId, ...terms })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(terms))
    .execute();
  await recordAuditEntry(tx, { at: context.clock.now(), ...by }, 'save-pay-terms', ['work', userId], {
    locationId,
    before: {
      hourlyRateCents: before?.hourly_rate_cents ?? null,
      tipPoints: before?.tip_points ?? 0,
      jobTitle: before?.job_title ?? null,
    },
    after: { hourlyRateCents: hourlyRate, tipPoints, jobTitle },
  });
  return {};
};
