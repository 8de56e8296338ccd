import { savePayTerms } from '../modules/people/pay-terms.ts';
import { payCsv, showPay } from '../modules/reports/tips/pay.ts';
import { giveUndividedTips, saveTipRule, showTipShares } from '../modules/reports/tips/tips.ts';
import { clockInOrOut, correctHours, findClockingPerson } from '../modules/work/time-clock.ts';
import { listHours } from '../modules/work/read-hours.ts';
import { csvResponse } from '../platform/http/csv-response.ts';
import { implement, implementChange, type HandlerRequest, type ImplementedCall } from '../platform/http/implement.ts';

/** Hours of work, and how tips are shared. */
export const workRoutes: readonly ImplementedCall[] = [
  implement('clockIn', (request) => clockOnce(request, 'in')),
  implement('clockOut', (request) => clockOnce(request, 'out')),
  implement('getHours', ({ context, actor, query }) => listHours(context, actor, query)),
  implementChange('correctHours', correctHours),
  implementChange('savePayTerms', savePayTerms),
  implementChange('saveTipRule', saveTipRule),
  implement('getTipShares', ({ context, actor, query }) => showTipShares(context, actor, query)),
  implementChange('giveUndividedTips', giveUndividedTips),
  implement('getPay', ({ context, actor, query }) => showPay(context, actor, query)),
  implement('getPayCsv', async ({ context, actor, from, query }) =>
    csvResponse(await payCsv(context, { actor, from }, query)),
  ),
];

type ClockingRequest = Pick<HandlerRequest<'clockIn'>, 'context' | 'actor' | 'from' | 'c' | 'body' | 'onceWith'>;

function clockOnce(request: ClockingRequest, kind: 'in' | 'out') {
  return request.onceWith(
    () => findClockingPerson(request),
    (tx, person) => clockInOrOut(request.context, tx, request, person, kind, request.body),
  );
}
