import { SOURCE_LANGUAGE } from '@tiffin/domain/core';
import { leasesOf, type Db } from '../../platform/db/connection.ts';
import { Leased } from '../../platform/db/leased.ts';
import { inLanguage } from '../../platform/i18n/interpreter.ts';
import { readMenuAt, readStamps, type MenuAt } from './menu-at.ts';

/**
 * The menus of this copy of the server, each proved by its stamp before it is given: `fresh` on the
 * lease every reader of the restaurant has, `exact` by asking, and `known` not at all, for whoever proves
 * it afterwards.
 */
export class MenuCache {
  readonly #db: Db;
  readonly #menus = new Map<string, MenuAt>();
  readonly #loading = new Map<string, Promise<MenuAt | null>>();
  readonly #stamps: Leased<string, string>;

  constructor(db: Db) {
    this.#db = db;
    this.#stamps = new Leased((ids) => readStamps(leasesOf(db), ids));
  }

  /** Maybe of a moment ago. */
  async known(locationId: string): Promise<MenuAt | null> {
    return this.#menus.get(locationId) ?? this.#load(locationId, '');
  }

  /** With every change that somebody was told is made. */
  async fresh(locationId: string): Promise<MenuAt | null> {
    return this.#at(locationId, await this.#stamps.recent(locationId));
  }

  /** The same if it is here already. */
  held(locationId: string): MenuAt | null {
    const menu = this.#menus.get(locationId);
    return menu && menu.stamp === this.#stamps.held(locationId) ? menu : null;
  }

  /** With every change that is committed. */
  async exact(locationId: string): Promise<MenuAt | null> {
    return this.#at(locationId, await this.#stamps.exact(locationId));
  }

  async #at(locationId: string, stamp: string | undefined): Promise<MenuAt | null> {
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
    // Whoever waits for it next may speak another language: nothing in it is said in that of whoever asked first.
    const load = inLanguage(SOURCE_LANGUAGE, () => readMenuAt(this.#db, locationId))
      .then((menu) => {
        if (menu) this.#menus.set(locationId, menu);
        return menu;
      })
      .finally(() => this.#loading.delete(key));
    this.#loading.set(key, load);
    return load;
  }
}
