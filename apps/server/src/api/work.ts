import { savePayTerms } from '../modules/people/pay-terms.ts';
import { saveTipRule, shareTips, showTipShares } from '../modules/reports/tips/tips.ts';
import { clock, correctHours, findClockingPerson } from '../modules/work/clock.ts';
import { listHours } from '../modules/work/read-hours.ts';
import { implement, type ImplementedCall } from '../platform/http/implement.ts';

/** Hours of work, and how tips are shared. */
export const workRoutes: readonly ImplementedCall[] = [
  implement('clockIn', ({ context, actor, from, onceWith, body }) =>
    onceWith(
      () => findClockingPerson(context, { actor, from }, body),
      (tx, person) => clock(context, tx, { actor, from }, person, 'in', body),
    ),
  ),
  implement('clockOut', ({ context, actor, from, onceWith, body }) =>
    onceWith(
      () => findClockingPerson(context, { actor, from }, body),
      (tx, person) => clock(context, tx, { actor, from }, person, 'out', body),
    ),
  ),
  implement('getHours', ({ context, actor, query }) => listHours(context, actor, query)),
  implement('correctHours', ({ context, actor, from, once, body }) =>
    once((tx) => correctHours(context, tx, { actor, from }, body)),
  ),
  implement('savePayTerms', ({ context, actor, from, once, body }) =>
    once((tx) => savePayTerms(context, tx, { actor, from }, body)),
  ),
  implement('saveTipRule', ({ context, actor, from, once, body }) =>
    once((tx) => saveTipRule(context, tx, { actor, from }, body)),
  ),
  implement('getTipShares', ({ context, actor, query }) => showTipShares(context, actor, query)),
  implement('shareTips', ({ context, actor, from, once, body }) =>
    once((tx) => shareTips(context, tx, { actor, from }, body)),
  ),
];
