import { endWithFullStop, say } from '@tiffin/domain/core';
import { LAST_ORDERS_NOTICE_MINUTES, type OrderType } from '@tiffin/domain/order';
import { Banner } from '../../ui/banner.tsx';
import { formatTime } from '../../ui/format.ts';
import { api } from '../api/api.ts';
import { useAnswer } from '../api/use-answer.ts';
import { isNearClosing } from '../site/pace.ts';
import type { Location } from '../site/site.ts';

const MINUTE_MS = 60_000;
const REFRESH_MS = 3 * MINUTE_MS;

export interface LastOrders {
  readonly at: string;
  readonly nextOpening: string | null;
  readonly isOver: boolean;
}

interface LastOrdersRequest {
  readonly orderType: OrderType;
  readonly dishes: number;
  readonly wayMinutes?: number;
}

/** The last orders of today; null until `LAST_ORDERS_NOTICE_MINUTES` before them. */
export function useLastOrders(
  location: Location,
  { orderType, dishes, wayMinutes = 0 }: LastOrdersRequest,
  now: Date | null,
): LastOrders | null {
  const isNear = isNearClosing(location, now);
  const query = {
    locationId: location.id,
    orderType,
    dishes: String(dishes || 1),
    wayMinutes: String(wayMinutes),
    only: 'soonest',
  } as const;
  const turn = now === null ? null : Math.floor(now.getTime() / REFRESH_MS);
  const key = JSON.stringify([query, location.closesAt]);
  const { answer } = useAnswer(isNear ? key : null, (signal) => api('getReadyTimes', { query }, { signal }), turn);
  const last = answer?.lastOrders;
  if (!isNear || !last) return null;
  const leftMs = Date.parse(last.at) - now.getTime();
  return leftMs > LAST_ORDERS_NOTICE_MINUTES * MINUTE_MS ? null : { ...last, isOver: leftMs < 0 };
}

/** 'Last orders 9:40 p.m.' or, after them, for when one can order. */
export function lastOrdersText({ at, nextOpening, isOver }: LastOrders, zone: string): string {
  const time = formatTime(at, 'time', zone);
  if (!isOver) return say`Last orders ${time}`;
  const past = endWithFullStop(say`Last orders were at ${time}`);
  if (nextOpening === null) return past;
  return `${past} ${say`We open ${formatTime(nextOpening, 'weekday-time', zone)}, and you can order for then.`}`;
}

/** The last orders as a line of the cart. */
export function LastOrdersLine({ location, now, ...request }: LastOrdersRequest & { location: Location; now: Date }) {
  const last = useLastOrders(location, request, now);
  return last && <span className="block">{lastOrdersText(last, location.timeZone)}</span>;
}

/** The last orders above the menu. */
export function LastOrdersNote({ location, now, ...request }: LastOrdersRequest & { location: Location; now: Date }) {
  const last = useLastOrders(location, request, now);
  return last && <Banner announce="status" tone="warn" title={lastOrdersText(last, location.timeZone)} />;
}
