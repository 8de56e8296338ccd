import { useState } from 'react';
import { endWithFullStop, say } from '@tiffin/domain/core';
import { promisesArrival, type OrderType } from '@tiffin/domain/order';
import { lastOrdersText, type LastOrders } from '../../shared/checkout/last-orders.tsx';
import type { useTimeAfterPause } from '../../shared/checkout/time-after-pause.ts';
import { serverNow } from '../../shared/live/server-clock.ts';
import { useIgnoreClicksWhenNew } from '../../shared/page/ignore-early-clicks.ts';
import { usePace } from '../../shared/site/pace.ts';
import type { Location } from '../../shared/site/site.ts';
import { dayUnlessToday, formatTime } from '../../ui/format.ts';
import type { useChosenTime, useClosedAgreement } from './use-checkout-state.ts';

interface Order {
  readonly type: OrderType;
  readonly time: ReturnType<typeof useChosenTime>;
  readonly pause: ReturnType<typeof useTimeAfterPause>;
  readonly opening: ReturnType<typeof useClosedAgreement>;
  readonly lastOrders: LastOrders | null;
  readonly readyTime: { readonly text: string | null; readonly isLater: boolean };
}

/**
 * What the button says about the time, because the guest looks there. An order that is ready as soon as usual needs no
 * words.
 */
export function usePromiseNotes(location: Location, order: Order) {
  const { type, time, pause, opening, lastOrders } = order;
  const { text: readyTime, isLater } = order.readyTime;
  const { plus, pausedUntil } = usePace(location, type);
  const isAsap = time.when === 'asap';
  const isBusy = isAsap && plus > 0 && readyTime !== null && !opening.isClosed;
  const buttonTime = time.instant
    ? chosenText(time.instant, location.timeZone)
    : isBusy || isLater || opening.isClosed
      ? readyTime
      : null;
  const reason = JSON.stringify([pausedUntil, plus, isLater, location.isOpen, lastOrders?.isOver]);
  const [firstReason] = useState(reason);
  const isNew = useIgnoreClicksWhenNew(reason);
  return {
    /** On the button; null for an order that is ready as soon as usual. */
    buttonTime,
    /** Above the button: why the time is another one than usual. */
    note:
      pause && buttonTime
        ? endWithFullStop(say`Ordering is paused, so this order is for ${buttonTime}`)
        : opening.isClosed && buttonTime
          ? `${opening.title} ${endWithFullStop(say`This order is for ${buttonTime}`)}`
          : isBusy
            ? endWithFullStop(
                promisesArrival(type)
                  ? say`We are busy: arriving about ${readyTime}`
                  : say`We are busy: ready about ${readyTime}`,
              )
            : isAsap && lastOrders
              ? lastOrdersText(lastOrders, location.timeZone)
              : null,
    /** A press just after the kitchen changed was meant for the time before. */
    ignoresClicks: isNew && reason !== firstReason,
  };
}

function chosenText(instant: string, zone: string): string {
  const isToday = dayUnlessToday(new Date(instant), serverNow(), zone) === null;
  return formatTime(instant, isToday ? 'time' : 'weekday-time', zone);
}
