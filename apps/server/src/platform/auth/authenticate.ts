import { failure, Refusal, say } from '@tiffin/domain/core';
import { readScreenKey } from '@tiffin/domain/kitchen';
import {
  isSecondStepProof,
  ANONYMOUS_ACTOR,
  type Actor,
  type KeyLimits,
  type Role,
  type SignInProof,
} from '@tiffin/domain/people';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/connection.ts';
import { Batcher } from '../db/batcher.ts';
import { logFailure } from '../db/outage-log.ts';
import { prepared } from '../db/prepared-statements.ts';
import type { Row } from '../db/schema.ts';
import { screenOfKey, type PickupScreen } from './screen-key.ts';
import { hashKey } from './secrets.ts';
import {
  isGuestBrowser,
  readSessionCookie,
  readWaitingCookie,
  signedValueIn,
  type CookieParts,
} from './session-cookie.ts';

interface SessionRow {
  token: string;
  session_id: string;
  began_at: Date;
  proven_at: Date | null;
  last_seen_at: Date | null;
  proven_by: SignInProof | null;
  tablet: { id: string; name: string; location_id: string } | null;
  id: string;
  email: string;
  name: string;
  role: Role;
  two_factor_enabled: boolean;
  weak_password: 'allowed' | 'refused' | null;
  location_ids: string[];
}

export interface SignedInSession {
  readonly sessionId: string;
  readonly token: string;
  readonly userId: string;
  /** When the person last proved their identity. */
  readonly provenAt: Date;
  readonly provenBy: SignInProof | null;
  /** Staff who have a second factor, or need one, and have not shown it: treated as a customer until they do. */
  readonly needsSecondStep: boolean;
  /** Staff whose password is too weak for their role: treated as a customer until they choose another. */
  readonly needsNewPassword: boolean;
  /** True for staff also while they are treated as a customer. */
  readonly isStaff: boolean;
  /** The shared tablet on which the person signed in with a PIN. */
  readonly tablet: { readonly id: string; readonly name: string } | null;
}

/** The caller of a request and their session; API keys have no session. */
export interface RequestCaller {
  readonly actor: Actor;
  readonly signedIn: SignedInSession | null;
  /** The limits of the API key of the request; null without a key. */
  readonly keyLimits: KeyLimits | null;
  /** The origins whose pages may use the key; null if it lists none. */
  readonly origins?: readonly string[] | null;
  /** The television whose key came with the request. Its actor is anonymous; every call but its own is refused. */
  readonly screen?: PickupScreen | null;
}

/**
 * The address is recorded as that of the last use of an API key. `forScreens` accepts the key of a pick-up screen,
 * which is refused everywhere else.
 */
export type Authenticate = (
  headers: Headers,
  address?: string | null,
  options?: { readonly forScreens?: boolean },
) => Promise<RequestCaller>;

/** The request had an API key that is unknown, revoked or expired. */
export class InvalidApiKey extends Refusal {
  /** Null if the key has not expired. */
  readonly expiredAt: Date | null;

  constructor(expiredAt: Date | null) {
    super(
      expiredAt
        ? failure('api-key-expired', undefined, { expiredAt: expiredAt.toISOString() })
        : failure('unauthenticated', say`Invalid API key.`),
    );
    this.expiredAt = expiredAt;
  }
}

/** A locked screen ends sooner; this ends sessions of tablets that were switched off. */
const TABLET_IDLE_MS = 20 * 60_000;
/** How often the last use of a session is recorded. */
const LAST_SEEN_UPDATE_MS = 5 * 60_000;
const KEY_LAST_SEEN_UPDATE_MS = 60_000;

interface AuthenticateOptions extends CookieParts {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  /** Staff sessions end after this many hours without use; 0 means never. */
  readonly config: { readonly OFFICE_IDLE_HOURS: number; readonly adminSecondStep: boolean };
}

/**
 * The caller is read from the database on every request, so that a new role, a deactivation or a revoked key takes
 * effect on the next one. Simultaneous requests share one query.
 */
export function authenticator(context: AuthenticateOptions): Authenticate {
  const { config } = context;
  const people = new Batcher((tokens: readonly string[]) => peopleOf(context, tokens));
  const keys = new Batcher((uses: readonly string[]) => keysOf(context, uses));
  return async (headers, address = null, { forScreens = false } = {}) => {
    const key = headers.get('x-api-key');
    const screenKey = key === null ? null : readScreenKey(key);
    if (screenKey !== null) {
      const screen = await screenOfKey(context, screenKey, { isScreenCall: forScreens });
      if (!screen) throw new InvalidApiKey(null);
      return { actor: ANONYMOUS_ACTOR, signedIn: null, keyLimits: null, screen };
    }
    const token = sessionToken(headers.get('cookie'), context);
    const [holder, row] = await Promise.all([
      key ? keys.add(keyUse(hashKey(key), address)) : null,
      token ? people.add(token) : null,
    ]);
    if (key && !holder) throw new InvalidApiKey(null);
    const expiresAt = holder?.keyLimits.expiresAt;
    if (expiresAt && expiresAt <= context.clock.now()) throw new InvalidApiKey(expiresAt);
    const keyLimits = holder?.keyLimits ?? null;
    const origins = holder?.origins ?? null;
    if (holder?.actor.kind === 'machine') return { actor: holder.actor, signedIn: null, keyLimits };
    if (!row) {
      // A page of our own origin counts as the site's public key.
      const guest: Actor = isGuestBrowser(headers.get('cookie')) ? { kind: 'site' } : ANONYMOUS_ACTOR;
      return { actor: holder?.actor ?? guest, signedIn: null, keyLimits, origins };
    }
    const needs = missingProofs(row, config.adminSecondStep);
    const isLimited = needs.needsSecondStep || needs.needsNewPassword;
    return {
      actor: toActor(isLimited ? { ...row, role: 'customer' } : row),
      signedIn: { ...signedInBy(row), ...needs },
      keyLimits,
    };
  };
}

/**
 * What a session of staff lacks. The second factor counts however the person signed in: with a password, a provider, or
 * before they set it up. A PIN works only on a shared tablet and grants no more than the staff role there.
 */
function missingProofs(row: SessionRow, adminSecondStep: boolean) {
  if (row.role === 'customer' || row.tablet) return { needsSecondStep: false, needsNewPassword: false };
  const mustShow = row.two_factor_enabled || (adminSecondStep && row.role === 'admin');
  return {
    needsSecondStep: mustShow && !isSecondStepProof(row.proven_by),
    needsNewPassword: row.weak_password === 'refused',
  };
}

function signedInBy(row: SessionRow): Omit<SignedInSession, 'needsSecondStep' | 'needsNewPassword'> {
  return {
    sessionId: row.session_id,
    token: row.token,
    userId: row.id,
    provenAt: row.proven_at ?? row.began_at,
    provenBy: row.proven_by,
    isStaff: row.role !== 'customer',
    tablet: row.tablet,
  };
}

/** The session token in the cookies; null when there is none or the signature is wrong. */
export function sessionToken(cookies: string | null, { keys, overTls }: CookieParts): string | null {
  const cookie = readSessionCookie(cookies, overTls);
  return cookie && signedValueIn(cookie, keys);
}

/** The sign-in that waits for a code; null when there is none or the signature is wrong. */
export function pendingSignInToken(cookies: string | null, { keys, overTls }: CookieParts): string | null {
  const raw = readWaitingCookie(cookies, overTls);
  return raw === null ? null : signedValueIn(raw, keys);
}

/**
 * Selects valid sessions, of active users; staff must have used theirs recently. `condition` names those of `$1`. Like
 * `columns` it reads sessions as `s`, users as `u` and tablets as `t`.
 */
export function validSessionsQuery<SessionColumns>(name: string, condition: string, columns: string) {
  const read = prepared<SessionColumns>(
    name,
    `select ${columns} from sessions s join users u on u.id = s.user_id left join tablets t on t.id = s.tablet_id
     where ${condition} and s.expires_at > $2 and u.is_active and not u.is_deleted
       and (u.role = 'customer' or coalesce(s.last_seen_at, s.created_at) > $3)
       and (s.tablet_id is null or (t.ended_at is null and coalesce(s.last_seen_at, s.created_at) > $4
            and (u.role = 'admin' or (u.role <> 'customer' and exists (
              select from user_locations where user_id = u.id and location_id = t.location_id)))))`,
  );
  return async ({ db, clock, config }: AuthenticateOptions, whose: unknown): Promise<SessionColumns[]> => {
    const now = clock.now();
    const staffSeenSince =
      config.OFFICE_IDLE_HOURS === 0 ? new Date(0) : before(now, config.OFFICE_IDLE_HOURS * 3_600_000);
    return (await read(db, [whose, now, staffSeenSince, before(now, TABLET_IDLE_MS)])).rows;
  };
}

const readPeople = validSessionsQuery<SessionRow>(
  'people-of-sessions',
  's.token = any($1)',
  `s.token, s.id as session_id, s.created_at as began_at, s.proven_at, s.last_seen_at, s.proven_by,
   case when t.id is not null then json_build_object('id', t.id, 'name', t.name, 'location_id', t.location_id) end as tablet,
   u.id, u.email, u.name, u.role, u.two_factor_enabled, u.weak_password, array(select location_id from user_locations where user_id = u.id) as location_ids`,
);

async function peopleOf(context: AuthenticateOptions, tokens: readonly string[]) {
  const rows = await readPeople(context, tokens);
  const now = context.clock.now();
  const since = before(now, LAST_SEEN_UPDATE_MS);
  const stale = rows.filter(({ last_seen_at: lastSeen }) => !lastSeen || lastSeen < since).map((row) => row.session_id);
  if (stale.length > 0) {
    const unseen = context.db.updateTable('sessions').set({ last_seen_at: now }).where('id', 'in', stale);
    const stillUnseen = unseen.where((is) => is.or([is('last_seen_at', 'is', null), is('last_seen_at', '<', since)]));
    void noteUse(context.log, stillUnseen.execute());
  }
  return new Map(rows.map((row) => [row.token, row]));
}

function before(now: Date, ms: number): Date {
  return new Date(now.getTime() - ms);
}

/** Runs in the background. A failure is only logged, because it records nothing but the last use. */
async function noteUse(log: Logger, written: Promise<unknown>): Promise<void> {
  await written.catch((error: unknown) => logFailure(log, error, 'the last use could not be recorded'));
}

/** The actor of a person. On a tablet, a PIN grants only the staff role at its location. */
export function toActor(
  row: Pick<SessionRow, 'id' | 'email' | 'name' | 'role' | 'location_ids'> & Partial<Pick<SessionRow, 'tablet'>>,
): Actor {
  const { id, email, name, role, location_ids: locationIds, tablet } = row;
  const person = { kind: 'person', userId: id, email, name } as const;
  if (tablet) return { ...person, role: 'staff', locationIds: [tablet.location_id], atTablet: true };
  return { ...person, role, locationIds };
}

type KeyRow = Pick<
  Row<'api_keys'>,
  'id' | 'hash' | 'kind' | 'name' | 'last_used_at' | 'scopes' | 'location_ids' | 'origins' | 'expires_at'
>;

const readKeys = prepared<KeyRow>(
  'api-keys',
  `select id, hash, kind, name, last_used_at, scopes, location_ids, origins, expires_at
   from api_keys where hash = any($1) and revoked_at is null`,
);

interface KeyHolder {
  readonly actor: Actor;
  readonly keyLimits: KeyLimits;
  readonly origins: readonly string[] | null;
}

/** A use of a key: its hash and the network address, as one text for the batch. */
function keyUse(hash: string, address: string | null): string {
  return `${hash} ${address ?? ''}`;
}

function splitKeyUse(use: string): readonly [hash: string, address: string] {
  const [hash = ''] = use.split(' ', 1);
  return [hash, use.slice(hash.length + 1)];
}

/** Looks up API keys by their hashes, and records their use at most once a minute. */
async function keysOf(context: AuthenticateOptions, uses: readonly string[]): Promise<ReadonlyMap<string, KeyHolder>> {
  const addresses = new Map(uses.map(splitKeyUse));
  const { rows } = await readKeys(context.db, [[...addresses.keys()]]);
  const now = context.clock.now();
  const since = before(now, KEY_LAST_SEEN_UPDATE_MS);
  for (const { id, kind, hash, last_used_at: used, expires_at: expires } of rows) {
    if ((used && used >= since) || (expires && expires <= now)) continue;
    // A site's key is used by guests, whose addresses are not recorded.
    const address = kind === 'admin' ? addresses.get(hash) || null : null;
    const use = { last_used_at: now, last_used_address: address };
    void noteUse(context.log, context.db.updateTable('api_keys').set(use).where('id', '=', id).execute());
  }
  const holders = new Map(rows.map((row) => [row.hash, keyHolder(row)]));
  return new Map(
    uses.flatMap((use) => {
      const [hash] = splitKeyUse(use);
      const holder = holders.get(hash);
      return holder ? [[use, holder]] : [];
    }),
  );
}

function keyHolder(row: KeyRow): KeyHolder {
  const { id, kind, name, scopes, location_ids: locationIds, origins, expires_at: expiresAt } = row;
  const isLimited = scopes !== null || locationIds !== null || expiresAt !== null;
  return {
    actor: kind === 'admin' ? { kind: 'machine', keyId: id, name, locationIds, scopes, isLimited } : { kind: 'site' },
    keyLimits: { scopes, locationIds, expiresAt },
    origins,
  };
}
