import { getFavorites, getLocationMenu, setFavorite as setFavoriteCall } from '@tiffin/contract/menu';
import { refuse } from '@tiffin/domain/core';
import { implement, type Implemented } from '../../http/implement.ts';
import { requireUserId } from '../people/queries.ts';
import { readFavorites, setFavorite } from './favorites.ts';
import { menuResponse } from './menu-answer.ts';

export const menuRoutes: readonly Implemented[] = [
  implement(getLocationMenu, async ({ context, query: { locationId }, c }) => {
    const menu = await context.menus.fresh(locationId);
    const response = menuResponse(menu, context.clock.now());
    if (!response) throw refuse('location-not-found');
    c.var.keepForAll(() => menuResponse(context.menus.held(locationId), context.clock.now()));
    return response.answer(c.req.raw.headers);
  }),

  implement(getFavorites, async ({ context, actor, query }) => ({
    favorites: await readFavorites(context.db, requireUserId(actor), query.locationId),
  })),

  implement(setFavoriteCall, async ({ context, actor, body }) => ({
    favorites: await setFavorite(context, requireUserId(actor), body),
  })),
];
