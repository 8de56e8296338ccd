import { addMinutes, endWithFullStop, fail, ok, say, type Result } from '../../core/index.ts';
import { windowText } from '../../hours/index.ts';
import type { OrderType } from '../order-types.ts';
import { promisesArrival, type PromisedWindow } from './promised-window.ts';

/** An order may be ready so much later than the guest read without asking again. The page learns of a change late. */
const MAX_MINUTES_AFTER_SHOWN = 10;

/** Refuses an order that takes longer than the page said when the guest pressed. `shown` is the end of that window. */
export function checkShownTime(
  window: PromisedWindow,
  shown: Date | null,
  { orderType, now, zone }: { readonly orderType: OrderType; readonly now: Date; readonly zone: string },
): Result<true> {
  if (shown === null || window.to <= addMinutes(shown, MAX_MINUTES_AFTER_SHOWN)) return ok(true);
  const time = windowText(window, now, zone);
  const sentence = promisesArrival(orderType)
    ? say`It takes longer now: arriving about ${time}`
    : say`It takes longer now: ready about ${time}`;
  const message = `${endWithFullStop(sentence)} ${say`Nothing was ordered yet. Press again if that is fine.`}`;
  return fail('time-later', message, { from: window.from.toISOString(), to: window.to.toISOString() });
}
