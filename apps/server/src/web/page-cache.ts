import { setTimeout as pause } from 'node:timers/promises';
import { spokenPath } from '@tiffin/domain/core';
import type { Context } from '../context.ts';
import { leasesOf, type Db } from '../platform/db/connection.ts';
import { LEASE_IS_OVER_MS, Leased } from '../platform/db/leased.ts';
import { prepared } from '../platform/db/prepared.ts';
import type { CachedResponse } from '../platform/http/cached-response.ts';

const MINUTE = 60_000;
/** Then a page is made anew although nothing changed: it may show the year. */
const HOLDS_AT_MOST_MS = 60 * MINUTE;
/** More addresses than pages were asked for by somebody who guesses. */
const MOST_PAGES = 50;

interface Kept {
  readonly state: string;
  readonly page: Promise<CachedResponse | null>;
  /** The same, once it is made. */
  made: CachedResponse | null;
  /** When it was made, by the restaurant's clock. */
  madeAt: number;
}

export interface RequestedPages {
  /** The addresses of pages that show the same to everybody who is not signed in. */
  readonly sameForAll: RegExp;
  /** Whether somebody signed in asks; only what our own secret signed counts. */
  readonly hasSession: (headers: Headers) => boolean;
}

/**
 * Pages for visitors without a session: made once for each state of the restaurant, then given from
 * memory. The state is every location's and every setting's row as the database has them at this
 * moment (a menu counts its versions in its location's row), so that a change on any copy of the
 * server shows on the next request; and the minute, because doors open and specials end on it.
 */
export class PageCache {
  readonly #context: Pick<Context, 'clock' | 'db' | 'log'>;
  readonly #wanted: RequestedPages;
  readonly #kept = new Map<string, Kept>();
  /** The addresses of pages there are: whatever else is asked for, nothing came of it. */
  readonly #known = new Set<string>();
  readonly #stamps: Leased<'restaurant', string>;
  /** The stamp seen last, and since when. */
  #seen = { stamp: '', since: 0 };

  constructor(context: Pick<Context, 'clock' | 'db' | 'log'>, requested: RequestedPages) {
    this.#context = context;
    this.#wanted = requested;
    this.#stamps = new Leased(async () => new Map([['restaurant', await readStamp(leasesOf(context.db))]]));
  }

  /**
   * The kept page, made now if need be; null when this request gets a page of its own. In a new state `holds` is asked
   * first: most minutes, and most changes, leave what a page was made from as it was.
   */
  async page(
    request: Request,
    make: () => Promise<CachedResponse | null>,
    holds: (made: CachedResponse) => Promise<boolean> = () => Promise.resolve(false),
  ): Promise<CachedResponse | null> {
    const path = keptPath(request, this.#wanted);
    if (path === null) return null;
    const state = await this.#state();
    if (state === null) return null;
    const there = this.#kept.get(path);
    if (there?.state === state) return there.page;

    const now = this.#context.clock.now().getTime();
    const before = there && now - there.madeAt < HOLDS_AT_MOST_MS ? there : null;
    const stored: Kept = { state, page: this.#settled().then(again), made: null, madeAt: now };
    async function again(): Promise<CachedResponse | null> {
      if (!before?.made || !(await holds(before.made))) return make();
      stored.madeAt = before.madeAt;
      return before.made;
    }
    if (this.#kept.size >= MOST_PAGES && !there) this.#makeRoom();
    this.#kept.set(path, stored);
    const drop = () => {
      if (this.#kept.get(path) === stored) this.#kept.delete(path);
    };
    const use = (made: CachedResponse) => {
      stored.made = made;
      this.#known.add(path);
    };
    stored.page.then((made) => (made ? use(made) : drop()), drop);
    return stored.page;
  }

  /** Whether there is such a page, so that many may wait for it together. */
  isKnown(path: string): boolean {
    return this.#known.has(path);
  }

  /** What somebody made up comes to nothing, and goes before what is asked for. */
  #makeRoom(): void {
    const all = [...this.#kept.keys()];
    this.#kept.delete(all.find((path) => !this.#known.has(path)) ?? all[0] ?? '');
  }

  /** The kept page of an address, if it is here and known to be in force. */
  held(path: string): CachedResponse | null {
    const stamp = this.#stamps.held('restaurant');
    const there = this.#kept.get(path);
    return there && stamp !== undefined && there.state === this.#stateAt(stamp) ? there.made : null;
  }

  /**
   * What a page is made of is read on leases of its own. Until those that began before the present stamp was seen are
   * over, a page could show what was before the change, and would be kept as if it showed what came after.
   */
  async #settled(): Promise<void> {
    const rest = this.#seen.since + LEASE_IS_OVER_MS - performance.now();
    if (rest > 0) await pause(rest);
  }

  #stateAt(stamp: string): string {
    return `${Math.floor(this.#context.clock.now().getTime() / MINUTE)} ${stamp}`;
  }

  async #state(): Promise<string | null> {
    try {
      const stamp = await this.#stamps.recent('restaurant');
      if (stamp === undefined) return null;
      if (stamp !== this.#seen.stamp) this.#seen = { stamp, since: performance.now() };
      return this.#stateAt(stamp);
    } catch (error) {
      // Without the database the page itself knows what to say.
      this.#context.log.warn({ err: error }, 'the state of the restaurant could not be read');
      return null;
    }
  }
}

/**
 * Null for everything that may differ from visitor to visitor. A query and a cookie that is no session of
 * ours make no other page, or anybody could have as many made as they like.
 */
function keptPath(request: Request, { sameForAll, hasSession }: RequestedPages): string | null {
  // A page made for HEAD has no body to keep.
  if (request.method !== 'GET') return null;
  const { pathname } = new URL(request.url);
  if (!sameForAll.test(spokenPath(pathname).path)) return null;
  return hasSession(request.headers) ? null : pathname;
}

const stamp = prepared<{ stamp: string }>(
  'restaurant-stamp',
  `select coalesce(string_agg(name || ' ' || version, ' ' order by name), '') as stamp
   from (select 'location ' || id as name, xmin::text as version from locations
         union all select 'setting ' || key, xmin::text from settings) as rows`,
);

async function readStamp(db: Db): Promise<string> {
  const [row] = (await stamp(db, [])).rows;
  return row?.stamp ?? '';
}
