import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { toast } from '../../ui/toasts.ts';
import type { Dish } from '../../dish/dish.ts';
import { texts } from './texts.ts';

/** The guest's hearts: shown at once, put back with a word when the server did not take one. */
export function useFavourites(
  locationId: string,
  loaded: readonly string[],
): { favourites: ReadonlySet<string>; change: (dish: Dish, isFavourite: boolean) => void } {
  const [changed, setChanged] = useState<ReadonlyMap<string, boolean>>(new Map());
  const favourites = new Set([...loaded, ...changed.keys()].filter((id) => changed.get(id) ?? loaded.includes(id)));

  function mark(id: string, isFavourite: boolean | null) {
    setChanged((before) => {
      const next = new Map(before);
      if (isFavourite === null) next.delete(id);
      else next.set(id, isFavourite);
      return next;
    });
  }

  function change(dish: Dish, isFavourite: boolean) {
    mark(dish.id, isFavourite);
    api('setFavorite', { body: { locationId, itemId: dish.id, isFavorite: isFavourite } }).catch(() => {
      mark(dish.id, null);
      toast.error(texts.favouriteFailed);
    });
  }

  return { favourites, change };
}
