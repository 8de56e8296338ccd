import { addMinutes, localDate, refuse, say } from '@tiffin/domain/core';
import { lastTimeDay, READY_TIME_DAYS } from '@tiffin/domain/order';
import { implement, type ImplementedCall } from '../platform/http/implement.ts';
import type { ApiContext } from '../platform/http/api-context.ts';
import { FairLimiter } from '../platform/concurrency/fair-limiter.ts';
import { holdUntilRead } from '../platform/http/byte-budget.ts';
import { requireUserId } from '../modules/people/queries.ts';
import { readFavorites, setFavorite } from '../modules/menu/dishes/favorites.ts';
import type { LocationMenu } from '../modules/menu/dishes/location-menu.ts';
import { cachedScheduledMenu, menuResponse, scheduledMenuResponse } from '../modules/menu/dishes/menu-answer.ts';
import { isHidden } from '../modules/locations/queries.ts';

/** For this long after its time, a late order can still be changed, by the menu of that time. */
const LATE_HOURS = 6;

/** Refuses times at which orders are not possible. */
function requireMenuTime(at: string, now: Date, zone: string): Date {
  const time = new Date(at);
  const refuseTime = (message: string) => refuse('invalid-argument', message, { field: 'at' });
  if (time < addMinutes(now, -LATE_HOURS * 60)) throw refuseTime(say`That time has passed. Please choose a later one.`);
  if (localDate(time, zone) > lastTimeDay(now, zone))
    throw refuseTime(
      say`Menus can be read as far ahead as guests can order: today and the next ${READY_TIME_DAYS - 1} days.`,
    );
  return time;
}

/** Builds one menu at a time, because several at once would not finish sooner. */
const builds = new FairLimiter(1, { maxWaiting: 64, restsBetween: true });

/**
 * Reading menus has no rate limit, and there are more possible times than cache entries. Building and compressing an
 * uncached one waits in a queue per address.
 */
async function scheduledMenu(menu: LocationMenu, at: Date, c: ApiContext): Promise<Response> {
  const { headers } = c.req.raw;
  const cached = cachedScheduledMenu(menu, at);
  if (cached?.ready(headers)) return cached.answer(headers);
  return builds.run(async () => {
    const response = scheduledMenuResponse(menu, at);
    const answer = await response.answer(headers);
    holdUntilRead(c, response.ready(headers)?.body?.length ?? 0);
    return answer;
  }, c.var.info.address ?? '');
}

export const menuRoutes: readonly ImplementedCall[] = [
  implement('getLocationMenu', async ({ context, query: { locationId, at }, c }) => {
    const menu = await context.menus.fresh(locationId);
    const now = context.clock.now();
    if (!menu || isHidden(menu.location)) throw refuse('location-not-found');
    if (at !== undefined) {
      const time = requireMenuTime(at, now, menu.location.time_zone);
      return scheduledMenu(menu, time, c);
    }
    c.var.keepForAll(() => menuResponse(context.menus.cached(locationId), context.clock.now()));
    const response = menuResponse(menu, now);
    if (!response) throw refuse('location-not-found');
    return response.answer(c.req.raw.headers);
  }),

  implement('getFavorites', async ({ context, actor, query }) => ({
    favorites: await readFavorites(context.db, requireUserId(actor), query.locationId),
  })),

  implement('setFavorite', async ({ context, actor, body }) => ({
    favorites: await setFavorite(context, requireUserId(actor), body),
  })),
];
