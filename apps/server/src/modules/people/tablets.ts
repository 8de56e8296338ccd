import { randomBytes } from 'node:crypto';
import type { ResponseOf } from '@tiffin/contract';
import { refuse, say } from '@tiffin/domain/core';
import { canSetPin, MAX_PIN_TRIES, workLocationIdsOf, worksAt, type Actor } from '@tiffin/domain/people';
import { requireRecentProof } from '../../platform/auth/require-recent-proof.ts';
import { hashKey } from '../../platform/auth/secrets.ts';
import { readTabletCookie } from '../../platform/auth/session-cookie.ts';
import type { Context } from '../../context.ts';
import { transaction } from '../../platform/db/transaction.ts';
import type { RequestOrigin } from '../../platform/http/implement.ts';
import { personActor, recordAuditEntry, type Author } from '../log/record-audit-entries.ts';
import { checkPinWithLog, colleaguesAt, type Colleague } from './pins.ts';
import { beginSession, endSessions } from './sign-in-sessions.ts';
import { requireLocations } from './require-locations.ts';
import { insertRow } from '../../platform/db/write-row.ts';

type Tablet = ResponseOf<'getTablets'>['tablets'][number];

function tabletRows({ db }: Context) {
  return db
    .selectFrom('tablets as t')
    .innerJoin('locations as l', 'l.id', 't.location_id')
    .leftJoin('users as u', 'u.id', 't.set_up_by')
    .selectAll('t')
    .select(['l.name as location_name', 'u.name as set_up_by_name'])
    .where('t.ended_at', 'is', null)
    .orderBy('l.name')
    .orderBy('t.set_up_at');
}

type TabletRow = Awaited<ReturnType<ReturnType<typeof tabletRows>['execute']>>[number];

function tabletAnswer(row: TabletRow): Tablet {
  return {
    id: row.id,
    name: row.name,
    locationId: row.location_id,
    locationName: row.location_name,
    setUpBy: row.set_up_by_name,
    setUpAt: row.set_up_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  };
}

/** The tablets of the actor's locations, and the people there with their PINs. */
export async function listTablets(context: Context, actor: Actor): Promise<ResponseOf<'getTablets'>> {
  const rows = await tabletRows(context).execute();
  const people = await colleaguesAt(context.db, await workLocationIds(context, actor));
  return {
    tablets: rows.filter((row) => worksAt(actor, row.location_id)).map(tabletAnswer),
    people: people.map(({ locationIds, tries, ...person }) => ({
      ...person,
      hasPin: tries !== null,
      isLocked: tries !== null && tries >= MAX_PIN_TRIES,
      mayGive: canSetPin(actor, { ...person, locationIds }),
    })),
  };
}

async function workLocationIds({ db }: Context, actor: Actor): Promise<readonly string[]> {
  const own = workLocationIdsOf(actor);
  if (own) return own;
  const all = await db.selectFrom('locations').select('id').where('deleted_at', 'is', null).execute();
  return all.map(({ id }) => id);
}

/** Turns the device into a shared tablet and signs the actor out there, so that nobody inherits their rights. */
export async function setUpTablet(
  context: Context,
  by: Author<RequestOrigin>,
  input: { readonly locationId: string; readonly name: string },
): Promise<{ tablet: Tablet; token: string }> {
  const { actor } = by;
  const { signedIn } = by.from;
  if (actor.kind !== 'person' || !signedIn)
    throw refuse('permission-denied', say`Set up a shared tablet on the tablet itself.`);
  if (!worksAt(actor, input.locationId)) throw refuse('permission-denied');
  const id = context.ids.uuid();
  const token = randomBytes(24).toString('base64url');
  const now = context.clock.now();
  await transaction(context.db, async (tx) => {
    await requireRecentProof(context, tx, by);
    await requireLocations(tx, [input.locationId]);
    await insertRow(tx, 'tablets', {
      id,
      location_id: input.locationId,
      name: input.name,
      token_hash: hashKey(token),
      set_up_by: actor.userId,
      set_up_at: now,
    });
    await endSessions(context, tx, (row) => row('id', '=', signedIn.sessionId));
    await recordAuditEntry(tx, { at: now, ...by }, 'set-up-tablet', ['tablet', id], {
      locationId: input.locationId,
      after: input,
    });
  });
  const row = await tabletRows(context).where('t.id', '=', id).executeTakeFirstOrThrow();
  return { tablet: tabletAnswer(row), token };
}

/** Ends a shared tablet and the sessions on it. */
export async function removeTablet(context: Context, by: Author, tabletId: string): Promise<void> {
  const row = await tabletRows(context).where('t.id', '=', tabletId).executeTakeFirst();
  if (!row || !worksAt(by.actor, row.location_id))
    throw refuse('not-found', say`This device is no longer a shared tablet.`);
  const now = context.clock.now();
  await transaction(context.db, async (tx) => {
    await tx.updateTable('tablets').set({ ended_at: now }).where('id', '=', tabletId).execute();
    await endSessions(context, tx, (each) => each('tablet_id', '=', tabletId));
    await recordAuditEntry(tx, { at: now, ...by }, 'end-tablet', ['tablet', tabletId], {
      locationId: row.location_id,
      before: { name: row.name },
    });
  });
}

/** The tablet that sent the request; undefined for any other device. */
async function tabletOf(context: Context, headers: Headers): Promise<TabletRow | undefined> {
  const token = readTabletCookie(headers.get('cookie'), context.overTls);
  return token ? tabletRows(context).where('t.token_hash', '=', hashKey(token)).executeTakeFirst() : undefined;
}

/** The lock screen of a tablet: the names of the people and the number of open orders, but no order. */
export async function showTablet(context: Context, headers: Headers): Promise<ResponseOf<'getTablet'>> {
  const row = await tabletOf(context, headers);
  if (!row) return { tablet: null };
  const people = (await colleaguesAt(context.db, [row.location_id])).filter(({ tries }) => tries !== null);
  const { waiting } = await context.db
    .selectFrom('orders')
    .select(({ fn }) => fn.countAll<string>().as('waiting'))
    .where('location_id', '=', row.location_id)
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow();
  return {
    tablet: {
      name: row.name,
      locationName: row.location_name,
      people: people.map(({ userId, name, role }) => ({ userId, name, role })),
      waiting: Number(waiting),
    },
  };
}

/** One shift; the screen locks much earlier. */
export const SHIFT_SECONDS = 12 * 3_600;

/** Unlocks the tablet for a person and ends the earlier person's session. */
export async function unlockTablet(
  context: Context,
  headers: Headers,
  from: RequestOrigin,
  { userId, pin }: { readonly userId: string; readonly pin: string },
): Promise<{ name: string; token: string }> {
  const row = await tabletOf(context, headers);
  if (!row) throw refuse('not-a-tablet');
  const person: Colleague | undefined = (await colleaguesAt(context.db, [row.location_id])).find(
    (each) => each.userId === userId && each.tries !== null,
  );
  if (!person) throw refuse('pin-locked', say`You have no PIN here. A manager can give you one.`);
  await checkPinWithLog(context, { userId, pin, tabletId: row.id }, { from });
  const now = context.clock.now();
  const token = await transaction(context.db, async (tx) => {
    // If two people unlock at once, the second waits here and ends the session of the first.
    const { numUpdatedRows } = await tx
      .updateTable('tablets')
      .set({ last_used_at: now })
      .where('id', '=', row.id)
      .where('ended_at', 'is', null)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) throw refuse('not-a-tablet');
    const sessionId = from.signedIn?.sessionId ?? '';
    await endSessions(context, tx, (each) => each.or([each('tablet_id', '=', row.id), each('id', '=', sessionId)]));
    const browser = headers.get('user-agent');
    const session = await beginSession(
      context,
      tx,
      { userId, seconds: SHIFT_SECONDS, provenBy: 'pin', browser, tabletId: row.id },
      from,
    );
    const actor = personActor(userId, person.name);
    await recordAuditEntry(tx, { at: now, actor, from }, 'unlock-tablet', ['tablet', row.id], {
      locationId: row.location_id,
      provenBy: 'pin',
    });
    return session;
  });
  return { name: person.name, token };
}
