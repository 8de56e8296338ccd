import { createHmac, timingSafeEqual } from 'node:crypto';
import { refuse } from '@tiffin/domain/core';
import { NOBODY, type Actor, type Role } from '@tiffin/domain/people';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/connection.ts';
import { Batcher } from '../db/batcher.ts';
import { prepared } from '../db/prepared.ts';
import { hashKey } from './secrets.ts';
import { COOKIE_PREFIX } from './session-cookie.ts';

const COOKIE = new RegExp(`(?:^|;\\s*)${COOKIE_PREFIX}\\.session_token=([^;]+)`);
/** Only a page behind TLS can set it: over https no other name counts. */
const SECURE_COOKIE = new RegExp(`(?:^|;\\s*)__Secure-${COOKIE_PREFIX}\\.session_token=([^;]+)`);

interface SessionRow {
  token: string;
  id: string;
  email: string;
  name: string;
  role: Role;
  location_ids: string[];
}

/** Tells who asks. */
export type Authenticate = (headers: Headers) => Promise<Actor>;

/**
 * Who asks is read from the database at every request, so that a new role, a deactivation or a
 * revoked key acts on the very next one; requests that come at the same moment share the reading.
 */
export function authenticator(
  db: Db,
  clock: Clock,
  { secret, overTls }: { readonly secret: string; readonly overTls: boolean },
): Authenticate {
  const people = new Batcher((tokens: readonly string[]) => peopleOf(db, tokens, clock.now()));
  return async (headers) => {
    const key = headers.get('x-api-key');
    const token = sessionToken(headers.get('cookie'), secret, overTls);
    const [holder, person] = await Promise.all([
      key ? keyHolder(db, key, clock.now()) : null,
      token ? people.answer(token) : null,
    ]);
    return holder?.kind === 'machine' ? holder : (person ?? holder ?? NOBODY);
  };
}

/** The token inside the signed session cookie; null when there is none or it was tampered with. */
export function sessionToken(cookies: string | null, secret: string, overTls: boolean): string | null {
  const raw = cookies ? (overTls ? SECURE_COOKIE : COOKIE).exec(cookies)?.[1] : undefined;
  if (!raw) return null;
  let value: string;
  try {
    value = decodeURIComponent(raw);
  } catch {
    return null;
  }
  const dot = value.lastIndexOf('.');
  if (dot < 1) return null;
  const token = value.slice(0, dot);
  const given = Buffer.from(value.slice(dot + 1), 'base64');
  const right = createHmac('sha256', secret).update(token).digest();
  return given.length === right.length && timingSafeEqual(given, right) ? token : null;
}

const readPeople = prepared<SessionRow>(
  'people-of-sessions',
  `select s.token, u.id, u.email, u.name, u.role,
          array(select location_id from user_locations where user_id = u.id) as location_ids
   from sessions s join users u on u.id = s.user_id
   where s.token = any($1) and s.expires_at > $2 and u.is_active and not u.is_deleted`,
);

async function peopleOf(db: Db, tokens: readonly string[], now: Date): Promise<ReadonlyMap<string, Actor>> {
  const { rows } = await readPeople(db, [tokens, now]);
  return new Map(rows.map((row) => [row.token, toActor(row)]));
}

export function toActor(row: Omit<SessionRow, 'token'>): Actor {
  return {
    kind: 'person',
    userId: row.id,
    role: row.role,
    locationIds: row.location_ids,
    email: row.email,
    name: row.name,
  };
}

async function keyHolder(db: Db, key: string, now: Date): Promise<Actor> {
  const found = await db
    .selectFrom('api_keys')
    .select(['id', 'kind', 'name', 'last_used_at'])
    .where('hash', '=', hashKey(key))
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  if (!found) throw refuse('unauthenticated', 'Invalid API key.');
  if (!found.last_used_at || now.getTime() - found.last_used_at.getTime() > 60_000) {
    await db.updateTable('api_keys').set({ last_used_at: now }).where('id', '=', found.id).execute();
  }
  return found.kind === 'admin' ? { kind: 'machine', keyId: found.id, name: found.name } : { kind: 'site' };
}
