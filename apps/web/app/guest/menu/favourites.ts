import { useState } from 'react';
import { toast } from '../../ui/toasts.ts';
import type { Dish } from '../../shared/dish/dish.ts';
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
    save(dish.id, isFavourite).catch(() => {
      mark(dish.id, null);
      toast.error(texts.favouriteFailed);
    });
  }

  /** Most visitors have no hearts to give: the API's client comes with the first one. */
  async function save(itemId: string, isFavorite: boolean) {
    const { api } = await import('../../shared/api/api.ts');
    await api('setFavorite', { body: { locationId, itemId, isFavorite } });
  }

  return { favourites, change };
}
