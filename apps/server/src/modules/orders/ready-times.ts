import type { AnswerOf, UnderstoodOf } from '@tiffin/contract';
import type { getReadyTimes } from '@tiffin/contract/pace';
import { orRefuse } from '@tiffin/domain/core';
import { orderTypeAt, paceOf, readyMinutes, timesWithRoom, type SlotUse } from '@tiffin/domain/order';
import { capacityOf } from './draft-order.ts';
import type { MenuAt } from '../menu/menu-at.ts';

/** The times an order of so many dishes can be ready at; none where no orders are taken. */
export function timesAnswer(
  menu: MenuAt,
  { orderType, dishes, by }: Pick<UnderstoodOf<typeof getReadyTimes>['query'], 'orderType' | 'dishes' | 'by'>,
  now: Date,
  uses: readonly SlotUse[],
): AnswerOf<typeof getReadyTimes> {
  const { location, hours } = menu;
  const type = orderTypeAt(location.features, orderType);
  const days = location.is_active
    ? timesWithRoom(
        now,
        {
          quote: readyMinutes(type, dishes),
          ...paceOf(by === 'till' ? [] : (location.pace ?? []), type, now),
          hours: orRefuse(hours),
        },
        // How much work it is, is known when it is sent: a dish is one here.
        capacityOf(menu, { orderType: type, units: dishes }, uses),
      )
    : [];
  return {
    timeZone: location.time_zone,
    days: days.map(({ date, times }) => ({ date, times: times.map((at) => at.toISOString()) })),
  };
}
