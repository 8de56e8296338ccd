import { setTimeout as pause } from 'node:timers/promises';
import { splitLanguagePath } from '@tiffin/domain/core';
import type { Context, Db } from '../context.ts';
import { leaseDbOf } from '../platform/db/connection.ts';
import { LEASE_EXPIRED_MS, LeaseCache } from '../platform/db/lease-cache.ts';
import { logFailure } from '../platform/db/outage-log.ts';
import { prepared } from '../platform/db/prepared-statements.ts';
import type { CachedResponse } from '../platform/http/cached-response.ts';

const MINUTE = 60_000;
/** After this a page is rendered again even if unchanged, because it may show the year. */
const MAX_PAGE_AGE_MS = 60 * MINUTE;
/** More addresses than the site has pages; beyond it, someone is guessing addresses. */
const MOST_PAGES = 50;

interface CachedPage {
  readonly state: string;
  readonly page: Promise<CachedResponse | null>;
  /** The resolved page. Null until rendered. */
  rendered: CachedResponse | null;
  /** The time of rendering by the restaurant's clock. */
  renderedAt: number;
}

/** Decides which requests may get a cached page. */
export interface RequestedPages {
  /** Matches the paths whose pages are the same for every signed-out visitor. */
  readonly sameForAll: RegExp;
  /** True if the request has a session signed by us. */
  readonly hasSession: (headers: Headers) => boolean;
}

/**
 * Caches pages for visitors without a session, rendered once for each state of the restaurant. The state is the row
 * versions of all locations and settings (a menu change also updates its location's row), so a change in any copy of
 * the server is visible on the next request. It includes the minute, because opening hours and specials change on the
 * minute.
 */
export class PageCache {
  readonly #context: Pick<Context, 'clock' | 'db' | 'log'>;
  readonly #pages: RequestedPages;
  readonly #entries = new Map<string, CachedPage>();
  /** Paths that rendered a page; all other paths were not found. */
  readonly #paths = new Set<string>();
  readonly #stamps: LeaseCache<'restaurant', string>;
  /** The latest state and when it was first seen. */
  #version = { stamp: '', since: 0 };

  constructor(context: Pick<Context, 'clock' | 'db' | 'log'>, requested: RequestedPages) {
    this.#context = context;
    this.#pages = requested;
    this.#stamps = new LeaseCache(async () => new Map([['restaurant', await readStamp(leaseDbOf(context.db))]]));
  }

  /**
   * Returns the cached page, rendering it if needed. Null when this request needs its own page. In a new state
   * `isUnchanged` first checks whether the inputs of the page are the same, as after most minutes and most changes.
   */
  async page(
    request: Request,
    render: () => Promise<CachedResponse | null>,
    isUnchanged: (rendered: CachedResponse) => Promise<boolean> = () => Promise.resolve(false),
  ): Promise<CachedResponse | null> {
    const path = cachePath(request, this.#pages);
    if (path === null) return null;
    const state = await this.#state();
    if (state === null) return null;
    const latest = this.#entries.get(path);
    if (latest?.state === state) return latest.page;

    const now = this.#context.clock.now().getTime();
    const reusable = latest && now - latest.renderedAt < MAX_PAGE_AGE_MS ? latest : null;
    const page = this.#waitForEarlierLeases().then(renderIfChanged);
    const entry: CachedPage = { state, page, rendered: null, renderedAt: now };
    async function renderIfChanged(): Promise<CachedResponse | null> {
      if (!reusable?.rendered || !(await isUnchanged(reusable.rendered))) return render();
      entry.renderedAt = reusable.renderedAt;
      return reusable.rendered;
    }
    if (this.#entries.size >= MOST_PAGES && !latest) this.#makeRoom();
    this.#entries.set(path, entry);
    const drop = () => {
      if (this.#entries.get(path) === entry) this.#entries.delete(path);
    };
    const store = (rendered: CachedResponse) => {
      entry.rendered = rendered;
      this.#paths.add(path);
    };
    page.then((rendered) => (rendered ? store(rendered) : drop()), drop);
    return page;
  }

  /** True if the path rendered a page before. Many visitors may then wait for one render. */
  isCacheable(path: string): boolean {
    return this.#paths.has(path);
  }

  /** Evicts a path that never rendered before one that did. */
  #makeRoom(): void {
    const all = [...this.#entries.keys()];
    this.#entries.delete(all.find((path) => !this.#paths.has(path)) ?? all[0] ?? '');
  }

  /** The cached page of a path, if it is current. */
  cached(path: string): CachedResponse | null {
    const stamp = this.#stamps.current('restaurant');
    const entry = this.#entries.get(path);
    return entry && stamp !== undefined && entry.state === this.#stateAt(stamp) ? entry.rendered : null;
  }

  /**
   * Waits until all leases from before the current state have ended. A page rendered earlier could show old data and
   * would be cached as current.
   */
  async #waitForEarlierLeases(): Promise<void> {
    const rest = this.#version.since + LEASE_EXPIRED_MS - performance.now();
    if (rest > 0) await pause(rest);
  }

  #stateAt(stamp: string): string {
    return `${Math.floor(this.#context.clock.now().getTime() / MINUTE)} ${stamp}`;
  }

  async #state(): Promise<string | null> {
    try {
      const stamp = await this.#stamps.recent('restaurant');
      if (stamp === undefined) return null;
      if (stamp !== this.#version.stamp) this.#version = { stamp, since: performance.now() };
      return this.#stateAt(stamp);
    } catch (error) {
      // Without the database the page itself shows an error.
      logFailure(this.#context.log, error, 'the state of the restaurant could not be read');
      return null;
    }
  }
}

/**
 * The cache key. Null for pages that may differ between visitors. Ignores queries and unknown cookies, so that nobody
 * can force many renders.
 */
function cachePath(request: Request, { sameForAll, hasSession }: RequestedPages): string | null {
  // A HEAD response has no body to cache.
  if (request.method !== 'GET') return null;
  const { pathname } = new URL(request.url);
  if (!sameForAll.test(splitLanguagePath(pathname).path)) return null;
  return hasSession(request.headers) ? null : pathname;
}

const stampStatement = prepared<{ stamp: string }>(
  'restaurant-stamp',
  `select coalesce(string_agg(name || ' ' || version, ' ' order by name), '') as stamp
   from (select 'location ' || id as name, xmin::text as version from locations
         union all select 'setting ' || key, xmin::text from settings) as rows`,
);

async function readStamp(db: Db): Promise<string> {
  const [row] = (await stampStatement(db, [])).rows;
  return row?.stamp ?? '';
}
