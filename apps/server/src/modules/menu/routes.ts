import { getFavorites, getLocationMenu, setFavorite as setFavoriteCall } from '@tiffin/contract/menu';
import { addMinutes, dateIn, refuse, say } from '@tiffin/domain/core';
import { lastTimeDay, TIME_DAYS } from '@tiffin/domain/order';
import { implement, type Implemented } from '../../platform/http/implement.ts';
import type { ApiContext } from '../../platform/http/api-context.ts';
import { Turns } from '../../platform/http/turns.ts';
import { holdUntilRead } from '../../platform/http/fair-share.ts';
import { requireUserId } from '../people/queries.ts';
import { readFavorites, setFavorite } from './favorites.ts';
import type { MenuAt } from './menu-at.ts';
import { heldThen, menuResponse, menuResponseThen } from './menu-answer.ts';

/** So long after its time an order that is late is still changed by the menu of that time. */
const LATE_HOURS = 6;

/** The menu is told for the times one may order for. */
function timeOf(at: string, now: Date, zone: string): Date {
  const time = new Date(at);
  const wrong = (words: string) => refuse('invalid-argument', words, { field: 'at' });
  if (time < addMinutes(now, -LATE_HOURS * 60)) throw wrong(say`That time is past. The menu is told from now on.`);
  if (dateIn(time, zone) > lastTimeDay(now, zone))
    throw wrong(say`The menu is told for as long as one may order ahead: today and the next ${TIME_DAYS - 1} days.`);
  return time;
}

/** More would finish none of them sooner. */
const turns = new Turns(1, 64);

/**
 * Nobody counts who reads a menu, and there are more times than menus are kept for: what has to be written out and
 * compressed for one of them waits for its address's turn.
 */
async function menuThen(menu: MenuAt, at: Date, c: ApiContext): Promise<Response> {
  const { headers } = c.req.raw;
  const there = heldThen(menu, at);
  if (there?.ready(headers)) return there.answer(headers);
  return turns.inTurn(c.var.info.address ?? '', async () => {
    const made = menuResponseThen(menu, at);
    const answer = await made.answer(headers);
    holdUntilRead(c, made.ready(headers)?.body?.length ?? 0);
    return answer;
  });
}

export const menuRoutes: readonly Implemented[] = [
  implement(getLocationMenu, async ({ context, query: { locationId, at }, c }) => {
    const menu = await context.menus.fresh(locationId);
    const now = context.clock.now();
    if (!menu || menu.location.deleted_at) throw refuse('location-not-found');
    if (at !== undefined) {
      const time = timeOf(at, now, menu.location.time_zone);
      return menuThen(menu, time, c);
    }
    c.var.keepForAll(() => menuResponse(context.menus.held(locationId), context.clock.now()));
    const response = menuResponse(menu, now);
    if (!response) throw refuse('location-not-found');
    return response.answer(c.req.raw.headers);
  }),

  implement(getFavorites, async ({ context, actor, query }) => ({
    favorites: await readFavorites(context.db, requireUserId(actor), query.locationId),
  })),

  implement(setFavoriteCall, async ({ context, actor, body }) => ({
    favorites: await setFavorite(context, requireUserId(actor), body),
  })),
];
