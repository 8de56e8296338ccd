import { getFavorites, getLocationMenu, setFavorite as setFavoriteCall } from '@tiffin/contract/menu';
import { refuse, say } from '@tiffin/domain/core';
import { implement, type Implemented } from '../../http/implement.ts';
import { requireUserId } from '../people/queries.ts';
import { readFavorites, setFavorite } from './favorites.ts';
import { menuResponse, menuResponseThen } from './menu-answer.ts';

/** Nobody orders for a time further off. */
const MOST_AWAY_MS = 400 * 24 * 60 * 60_000;

function timeOf(at: string, now: Date): Date {
  const time = new Date(at);
  if (Math.abs(time.getTime() - now.getTime()) <= MOST_AWAY_MS) return time;
  throw refuse('invalid-argument', say`No menu is known for that time.`, { field: 'at' });
}

export const menuRoutes: readonly Implemented[] = [
  implement(getLocationMenu, async ({ context, query: { locationId, at }, c }) => {
    const menu = await context.menus.fresh(locationId);
    const now = context.clock.now();
    const response = at === undefined ? menuResponse(menu, now) : menuResponseThen(menu, timeOf(at, now));
    if (!response) throw refuse('location-not-found');
    if (at === undefined) c.var.keepForAll(() => menuResponse(context.menus.held(locationId), context.clock.now()));
    return response.answer(c.req.raw.headers);
  }),

  implement(getFavorites, async ({ context, actor, query }) => ({
    favorites: await readFavorites(context.db, requireUserId(actor), query.locationId),
  })),

  implement(setFavoriteCall, async ({ context, actor, body }) => ({
    favorites: await setFavorite(context, requireUserId(actor), body),
  })),
];
