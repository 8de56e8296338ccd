import type { Db } from '../../db/connection.ts';
import { Gather } from '../../db/gather.ts';
import { readMenuAt, readStamps, type MenuAt } from './menu-at.ts';

/**
 * The menus of this copy of the server. `fresh` never answers one that was changed before it was
 * asked, whichever copy changed it: it compares stamps with the database first, in one question that
 * is asked for everybody who waits at that moment. `known` answers at once what it has, for whoever
 * proves it afterwards.
 */
export class MenuCache {
  readonly #db: Db;
  readonly #menus = new Map<string, MenuAt>();
  readonly #loading = new Map<string, Promise<MenuAt | null>>();
  readonly #stamps: Gather<string, string>;

  constructor(db: Db) {
    this.#db = db;
    this.#stamps = new Gather((ids) => readStamps(db, ids));
  }

  /** Maybe of a moment ago. */
  async known(locationId: string): Promise<MenuAt | null> {
    return this.#menus.get(locationId) ?? this.#load(locationId, '');
  }

  /** As it stands now. */
  async fresh(locationId: string): Promise<MenuAt | null> {
    const stamp = await this.#stamps.answer(locationId);
    const menu = this.#menus.get(locationId);
    if (menu && menu.stamp === stamp) return menu;
    this.#menus.delete(locationId);
    return stamp === undefined ? null : this.#load(locationId, stamp);
  }

  /** Joins a reading only when that one, too, began after this stamp was seen. */
  #load(locationId: string, seen: string): Promise<MenuAt | null> {
    const key = `${locationId} ${seen}`;
    const running = this.#loading.get(key);
    if (running) return running;
    const load = readMenuAt(this.#db, locationId)
      .then((menu) => {
        if (menu) this.#menus.set(locationId, menu);
        return menu;
      })
      .finally(() => this.#loading.delete(key));
    this.#loading.set(key, load);
    return load;
  }
}
