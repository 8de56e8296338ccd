import { getFavorites, getLocationMenu, setFavorite as setFavoriteCall } from '@tiffin/contract/menu';
import { refuse } from '@tiffin/domain/core';
import { implement, type Implemented } from '../../http/implement.ts';
import { whenThere } from '../../when-there.ts';
import { personOf } from '../people/person-of.ts';
import { readFavorites } from './favorites.ts';
import { menuBody } from './menu-answer.ts';
import { setFavorite } from './set-favorite.ts';

export const menuRoutes: readonly Implemented[] = [
  implement(getLocationMenu, ({ context, query, c }) =>
    whenThere(context.menus.fresh(query.locationId), (menu) => {
      if (!menu || menu.location.deleted_at) throw refuse('location-not-found');
      return menuBody(menu, context.clock.now()).answer(c);
    }),
  ),

  implement(getFavorites, async ({ context, actor, query }) => ({
    favorites: await readFavorites(context.db, personOf(actor), query.locationId),
  })),

  implement(setFavoriteCall, async ({ context, actor, body }) => ({
    favorites: await setFavorite(context, personOf(actor), body),
  })),
];
