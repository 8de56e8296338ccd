import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ResponseOf, CallName, InputOf } from '@tiffin/contract';
import { isPostCall } from '@tiffin/contract/methods';
import { createApp } from '../app.ts';
import { readConfig } from '../config.ts';
import type { Clock } from '../platform/clock.ts';
import type { Context } from '../context.ts';
import { createContext, type ContextOverrides } from '../create-context.ts';
import { openDatabase } from '../platform/db/connection.ts';
import { runOutsideTransaction } from '../platform/db/one-connection.ts';
import { DEMO_PASSWORD } from '@tiffin/demo/people';
import { writeDemo } from '../operations/demo/create-demo.ts';
import { settleReactions } from '../platform/events/reactions.ts';
import { followRestaurant } from '../modules/locations/follow-restaurant.ts';
import { deliverMessages } from '../modules/outbox/deliver-messages.ts';
import { deliverNotices } from '../modules/messages/notices/push/deliver-notices.ts';
import { reactions } from '../reactions.ts';
import { checkResponses } from './check-responses.ts';
import { DEMO_TEMPLATE, FRIDAY_EVENING, TEMPLATE } from './templates.ts';

/** A clock that moves only when a test moves it. */
export class TestClock implements Clock {
  #at: Date;
  constructor(at: string) {
    this.#at = new Date(at);
  }
  now(): Date {
    return new Date(this.#at);
  }
  set(at: string): void {
    this.#at = new Date(at);
  }
  forward(ms: number): void {
    this.#at = new Date(this.#at.getTime() + ms);
  }
}

export interface TestServer {
  readonly context: Context;
  /** The name of its database. */
  readonly database: string;
  readonly clock: TestClock;
  /** Calls the API as this caller and returns the status and the body. */
  call<N extends CallName>(name: N, input: Partial<InputOf<N>>, as?: Caller): Promise<Answered<ResponseOf<N>>>;
  /** Sends any request as this caller. */
  fetch(path: string, init?: RequestInit, as?: Caller): Promise<Response>;
  signIn(email: string, password?: string): Promise<Caller>;
  /** Runs the reactions to committed events and delivers messages. */
  settle(): Promise<void>;
}

/** Headers that identify the caller: a cookie or an API key, and optionally an idempotency key. */
export type Caller = Readonly<Record<string, string>>;

export interface Answered<T> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T & { success: boolean; error?: string; code?: string } & Record<string, unknown>;
}

export const SITE_KEY: Caller = { 'x-api-key': 'pk_demo' };

export interface ServerOptions extends Omit<ContextOverrides, 'clock'> {
  readonly at?: string;
  readonly demo?: boolean;
  readonly env?: Record<string, string>;
  /** Another copy of this server, on the same database. */
  readonly sameDatabaseAs?: TestServer;
}

export interface TestPostgres {
  readonly host: string;
  readonly port: number;
  readonly user: string;
}

/** The whole server on its own database, cloned from the template. Whoever starts it stops it. */
export async function runTestServer(
  postgres: TestPostgres,
  requested: ServerOptions = {},
): Promise<TestServer & { readonly stop: () => Promise<void> }> {
  const { at = FRIDAY_EVENING, demo = true, env, sameDatabaseAs, ...replace } = requested;
  const database = sameDatabaseAs?.database ?? `t_${randomUUID().replaceAll('-', '')}`;
  const admin = openDatabase({ ...postgres, database: 'postgres', max: 1 }, () => undefined);
  const usesTemplate = demo && at === FRIDAY_EVENING;
  if (!sameDatabaseAs)
    await admin.pool.query(`create database ${database} template ${usesTemplate ? DEMO_TEMPLATE : TEMPLATE}`);
  const folder = mkdtempSync(path.join(tmpdir(), 'tiffin-test-'));
  const clock = new TestClock(at);
  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: folder,
    LOG_LEVEL: 'silent',
    DEMO: '1',
    OFFICE_IDLE_HOURS: '0',
    // The disk of the test machine may be nearly full.
    MIN_FREE_MB: '0',
    ...env,
  });
  const context = await createContext(config, { ...postgres, database }, { ...replace, clock });
  if (demo && !usesTemplate && !sameDatabaseAs) await writeDemo(context);
  await context.events.start();
  await followRestaurant(context);
  const door = createApp(context, { wrapHandler: checkResponses });

  async function stop(): Promise<void> {
    await context.events.stop();
    await context.database.close();
    if (!sameDatabaseAs) await admin.pool.query(`drop database ${database} with (force)`);
    await admin.close();
    rmSync(folder, { recursive: true, force: true });
  }

  const host = 'http://tiffin.test';
  const fetch = async (url: string, init: RequestInit = {}, as: Caller = {}): Promise<Response> => {
    const headers = new Headers({ host: 'tiffin.test', origin: host, ...as });
    new Headers(init.headers).forEach((value, name) => headers.set(name, value));
    // The request is independent, even if the test holds a transaction.
    return runOutsideTransaction(() => door(new Request(`${host}${url}`, { ...init, headers })));
  };

  return {
    context,
    database,
    clock,
    stop,
    fetch,
    async call(name, input, as) {
      const { query, body } = input as { query?: Record<string, string>; body?: unknown };
      const search = query ? `?${new URLSearchParams(query).toString()}` : '';
      const answer = await fetch(
        `/api/${name}${search}`,
        isPostCall(name)
          ? { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body ?? {}) }
          : {},
        as,
      );
      // Tests check the body, whatever its type.
      return { status: answer.status, headers: answer.headers, body: (await answer.json()) as never };
    },
    async signIn(email, password = DEMO_PASSWORD) {
      const answer = await fetch('/api/auth/sign-in/email', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password }),
      });
      if (!answer.ok) throw new Error(`sign-in of ${email}: ${answer.status} ${await answer.text()}`);
      const cookie = answer.headers
        .getSetCookie()
        .map((each) => each.split(';')[0])
        .join('; ');
      return { cookie };
    },
    async settle() {
      await settleReactions(context, reactions);
      while ((await deliverMessages(context)) > 0) continue;
      while ((await deliverNotices(context)) > 0) continue;
    },
  };
}
