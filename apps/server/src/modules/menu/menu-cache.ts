import type { Db } from '../../db/connection.ts';
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
  #asking: Promise<unknown> = Promise.resolve();
  #next: Promise<ReadonlyMap<string, string>> | null = null;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Maybe of a moment ago. */
  async known(locationId: string): Promise<MenuAt | null> {
    return this.#menus.get(locationId) ?? this.#load(locationId, '');
  }

  /** As it stands now. */
  async fresh(locationId: string): Promise<MenuAt | null> {
    const stamp = (await this.#stamps()).get(locationId);
    const menu = this.#menus.get(locationId);
    if (menu && menu.stamp === stamp) return menu;
    this.#menus.delete(locationId);
    return stamp === undefined ? null : this.#load(locationId, stamp);
  }

  /** Joins the question that has not been asked yet; it is asked when the one before is answered. */
  #stamps(): Promise<ReadonlyMap<string, string>> {
    this.#next ??= this.#asking
      .catch(() => undefined)
      .then(() => {
        this.#next = null;
        const asked = readStamps(this.#db);
        this.#asking = asked;
        return asked;
      });
    return this.#next;
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
