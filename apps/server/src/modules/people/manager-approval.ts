import { REQUEST_LIMITS } from '@tiffin/contract';
import { COLLEAGUE_PIN_HEADER, MANAGER_PIN_HEADER } from '@tiffin/contract/people/tablets';
import { refuse, say } from '@tiffin/domain/core';
import { MAX_PIN_TRIES, isAtLeast, type Actor, PIN_LENGTH, PIN_PATTERN } from '@tiffin/domain/people';
import type { Context, Db, Tx } from '../../context.ts';
import { hashKey } from '../../platform/auth/secrets.ts';
import { readTabletCookie } from '../../platform/auth/session-cookie.ts';
import type { ApiContext } from '../../platform/http/api-context.ts';
import type { RequestOrigin } from '../../platform/http/implement.ts';
import { countLimitUses, type LimitUse } from '../../platform/http/rate-limiter.ts';
import { checkPinWithLog, colleaguesAt, type Colleague } from './pins.ts';

export type Person = Extract<Actor, { kind: 'person' }>;

/**
 * Adds the approving manager to the origin of a request, if a manager typed their PIN in a colleague's session. Valid
 * only for this request. The PIN is checked before anything else; wrong ones count for the manager and for the actor.
 * For operations with `managersPin` in the contract.
 */
export async function withManagerApproval({ context, actor, from, c }: ApprovalRequest): Promise<RequestOrigin> {
  const header = c.req.header(MANAGER_PIN_HEADER);
  // managers and admins act in their own name
  if (header === undefined || actor.kind !== 'person' || actor.role !== 'staff') return from;
  await requireDeviceForPin(context, actor, from, c.req.header('cookie') ?? null);
  return { ...from, manager: await findManagerByPin(context, actor, from, readPin(MANAGER_PIN_HEADER, header)) };
}

/**
 * Refuses a manager's PIN on a private device: someone who saw the PIN could use it anywhere. Where the restaurant set
 * up shared tablets, those are its devices. Where it has none, no device is known to be its own, and all count.
 */
async function requireDeviceForPin(
  { db, overTls }: Pick<Context, 'db' | 'overTls'>,
  { locationIds }: Person,
  { signedIn }: RequestOrigin,
  cookies: string | null,
): Promise<void> {
  if (signedIn?.tablet) return;
  const tablets = await db
    .selectFrom('tablets')
    .select('token_hash')
    .where('ended_at', 'is', null)
    .where('location_id', 'in', [...locationIds, ''])
    .execute();
  // Somebody may have signed in on a tablet with their password instead of their PIN.
  const token = readTabletCookie(cookies, overTls);
  const isTablet = token !== null && tablets.some(({ token_hash: hash }) => hash === hashKey(token));
  if (tablets.length === 0 || isTablet) return;
  throw refuse(
    'manager-needed',
    say`Here a manager’s PIN works only on the shared tablets. Do this on one of them, or a manager sets up this device as one under “Sign-in and devices”.`,
  );
}

/**
 * Who acts by a request: on a shared tablet a colleague who sent their own PIN, otherwise the caller. The colleague
 * has the rights of staff, as if they had unlocked the tablet. For operations with `colleaguesPin` in the contract.
 */
export async function findActingPerson({ context, actor, from, c }: ApprovalRequest): Promise<Actor> {
  const header = c.req.header(COLLEAGUE_PIN_HEADER);
  if (header === undefined || actor.kind !== 'person') return actor;
  if (!from.signedIn?.tablet) throw refuse('not-a-tablet');
  const entered = readPin(COLLEAGUE_PIN_HEADER, header);
  await countLimitUses(context, [REQUEST_LIMITS.managersPin, actor.userId]);
  const colleagues = await colleaguesAt(context.db, actor.locationIds);
  const person = colleagues.find(({ userId, tries }) => userId === entered.userId && tries !== null);
  if (!person) throw refuse('pin-locked', say`This person has no PIN here. A manager can give them one.`);
  await checkPinWithLog(context, entered, { actor, from });
  const { locationIds } = actor;
  return { kind: 'person', userId: person.userId, role: 'staff', locationIds, name: person.name, email: '' };
}

interface EnteredPin {
  readonly userId: string;
  readonly pin: string;
}

function readPin(name: string, header: string): EnteredPin {
  const [, userId, pin = ''] = /^([\w-]{1,100}):(\d+)$/.exec(header) ?? [];
  if (userId === undefined || !PIN_PATTERN.test(pin))
    throw refuse('invalid-argument', say`Invalid ${name}: a person and ${PIN_LENGTH} digits`);
  return { userId, pin };
}

interface ApprovalRequest {
  readonly context: Context;
  readonly actor: Actor;
  readonly from: RequestOrigin;
  readonly c: ApiContext;
}

/** The manager who typed their PIN, if they manage a location of the colleague. Refuses a wrong PIN. */
export async function findManagerByPin(
  context: Context,
  colleague: Person,
  from: RequestOrigin,
  entered: EnteredPin,
): Promise<Person> {
  const { userId } = entered;
  const guess: LimitUse = [REQUEST_LIMITS.managersPin, colleague.userId];
  await countLimitUses(context, guess);
  const person = (await managersAt(context.db, colleague.locationIds)).find((each) => each.userId === userId);
  if (!person) throw refuse('manager-needed', say`This is not a manager with a PIN at this location.`);
  await checkPinWithLog(context, entered, { actor: colleague, from });
  const { role, locationIds, name } = person;
  return { kind: 'person', userId, role, locationIds, name, email: '' };
}

async function managersAt(db: Db | Tx, locationIds: readonly string[]): Promise<Colleague[]> {
  const people = await colleaguesAt(db, locationIds);
  return people.filter(({ role, tries }) => isAtLeast(role, 'manager') && tries !== null);
}

/** The managers who can approve at a location. */
export async function managersWithPin(db: Db | Tx, locationId: string) {
  const managers = await managersAt(db, [locationId]);
  return managers.flatMap(({ userId, name, tries }) => ((tries ?? 0) < MAX_PIN_TRIES ? [{ userId, name }] : []));
}
