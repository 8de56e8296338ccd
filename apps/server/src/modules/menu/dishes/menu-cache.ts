import { SOURCE_LANGUAGE } from '@tiffin/domain/core';
import { leaseDbOf, type Db } from '../../../platform/db/connection.ts';
import { LeaseCache } from '../../../platform/db/lease-cache.ts';
import { inLanguage } from '../../../platform/i18n/request-language.ts';
import { readLocationMenu, readLocationStamps, type LocationMenu } from './location-menu.ts';

/**
 * The menus in the memory of this process. `fresh` checks the stamp with the lease that all readers share, `exact`
 * queries it, and `unchecked` does not check at all, for callers that check it afterwards.
 */
export class MenuCache {
  readonly #db: Db;
  readonly #menus = new Map<string, LocationMenu>();
  readonly #loading = new Map<string, Promise<LocationMenu | null>>();
  readonly #stamps: LeaseCache<string, string>;

  constructor(db: Db) {
    this.#db = db;
    this.#stamps = new LeaseCache((ids) => readLocationStamps(leaseDbOf(db), ids));
  }

  /** Possibly outdated. */
  async unchecked(locationId: string): Promise<LocationMenu | null> {
    return this.#menus.get(locationId) ?? this.#load(locationId);
  }

  /** Includes every change whose response was sent. */
  async fresh(locationId: string): Promise<LocationMenu | null> {
    return this.#at(locationId, await this.#stamps.recent(locationId));
  }

  /** The cached menu, without loading it. */
  cached(locationId: string): LocationMenu | null {
    const menu = this.#menus.get(locationId);
    return menu && menu.stamp === this.#stamps.current(locationId) ? menu : null;
  }

  /** Includes every committed change. */
  async exact(locationId: string): Promise<LocationMenu | null> {
    return this.#at(locationId, await this.#stamps.exact(locationId));
  }

  async #at(locationId: string, stamp: string | undefined): Promise<LocationMenu | null> {
    const menu = this.#menus.get(locationId);
    if (menu && menu.stamp === stamp) return menu;
    this.#menus.delete(locationId);
    return stamp === undefined ? null : this.#load(locationId, stamp);
  }

  /** Joins a load in progress only if that one also began after this stamp was read. */
  #load(locationId: string, currentStamp = 'unchecked'): Promise<LocationMenu | null> {
    const key = `${locationId} ${currentStamp}`;
    const running = this.#loading.get(key);
    if (running) return running;
    // The result is shared by requests in other languages, so it is loaded in the source language.
    const load = inLanguage(SOURCE_LANGUAGE, () => readLocationMenu(this.#db, locationId))
      .then((menu) => {
        if (menu) this.#menus.set(locationId, menu);
        return menu;
      })
      .finally(() => this.#loading.delete(key));
    this.#loading.set(key, load);
    return load;
  }
}
