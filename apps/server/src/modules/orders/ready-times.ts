import type { AnswerOf, UnderstoodOf } from '@tiffin/contract';
import type { getReadyTimes } from '@tiffin/contract/pace';
import { orRefuse } from '@tiffin/domain/core';
import { orderTypeAt, paceOf, readyMinutes, readyTimes } from '@tiffin/domain/order';
import type { MenuAt } from '../menu/menu-at.ts';

/** The times an order of so many dishes can be ready at; none where no orders are taken. */
export function timesAnswer(
  { location, hours }: MenuAt,
  { orderType, dishes, by }: Pick<UnderstoodOf<typeof getReadyTimes>['query'], 'orderType' | 'dishes' | 'by'>,
  now: Date,
): AnswerOf<typeof getReadyTimes> {
  const type = orderTypeAt(location.features, orderType);
  const days = location.is_active
    ? readyTimes(now, {
        quote: readyMinutes(type, dishes),
        ...paceOf(by === 'till' ? [] : (location.pace ?? []), type, now),
        hours: orRefuse(hours),
      })
    : [];
  return {
    timeZone: location.time_zone,
    days: days.map(({ date, times }) => ({ date, times: times.map((at) => at.toISOString()) })),
  };
}
