import type { ResponseOf, ValidatedInput } from '@tiffin/contract';
import { REQUEST_LIMITS } from '@tiffin/contract/rate-limits';
import { refuse, say } from '@tiffin/domain/core';
import type { Actor } from '@tiffin/domain/people';
import { longSittingCode, normaliseSittingCode, phoneName, sittingCode, TABLE_LIMITS } from '@tiffin/domain/tabs';
import { sql } from 'kysely';
import type { Context, Db, Tx } from '../../context.ts';
import { isLinkTokenValid } from '../../platform/auth/link-keys.ts';
import { insertRow } from '../../platform/db/write-row.ts';
import { addressOf, withinGuessesOf } from '../../platform/http/rate-limiter.ts';
import { readLocation } from '../locations/queries.ts';
import { announceFloor } from '../reservations/announce-floor.ts';
import { readSittingAt } from './sittings.ts';

/** A phone of a party that sits. */
export interface TableGuest {
  readonly guestId: string;
  readonly name: string;
  readonly sittingId: string;
  readonly locationId: string;
  readonly tableId: string;
}

/** The phone as the one who orders. Its party may order only for its own sitting. */
export function actorAtTable({ guestId, sittingId }: TableGuest): Actor {
  return { kind: 'table', guestId, sittingId };
}

/** The codes with which phones join a party. They follow from the sitting and the server's secret. */
export function codesOfSitting({ linkKeys }: Pick<Context, 'linkKeys'>, sittingId: string) {
  const key = linkKeys('sitting', sittingId);
  return { code: sittingCode(key), longCode: longSittingCode(key) };
}

/** The code to print for a party that still sits, where guests order by phone. */
export async function printedCode(
  context: Context,
  { locationId, sittingId, tableId }: { locationId: string; sittingId: string | null; tableId: string | null },
): Promise<string | undefined> {
  if (sittingId === null || tableId === null) return undefined;
  const location = await readLocation(context.db, locationId);
  return location?.table_ordering?.isOn === true ? codesOfSitting(context, sittingId).code : undefined;
}

/** What a printed code shows: nothing about the party but that somebody sits there. */
export async function showTable({ db }: Context, tableId: string): Promise<ResponseOf<'getTable'>> {
  const { name, locationId, isOn } = await requireTableOfCode(db, tableId);
  return { tableName: name, locationId, isOn, isSeated: (await readSittingAt(db, tableId)) !== undefined };
}

async function requireTableOfCode(db: Db | Tx, tableId: string) {
  const table = await db.selectFrom('floor_tables').selectAll().where('id', '=', tableId).executeTakeFirst();
  const location = table && (await readLocation(db, table.location_id));
  if (!table || table.removed_at !== null || !location || location.deleted_at) {
    throw refuse('not-found', say`This code is of no table now. Please ask your waiter for a new one.`);
  }
  const isOn = location.table_ordering?.isOn === true && location.is_active;
  return { name: table.name, locationId: table.location_id, isOn };
}

/** Refuses what needs ordering by phone where the restaurant does not have it. */
export const notByPhone = () =>
  refuse('failed-precondition', say`Here you do not order by phone. Please order with your waiter.`);

/**
 * Finds the party whose code a phone typed. A wrong code counts against the address and the table. The long code needs
 * no limit, so it lets a party in while guests who share its address, or know its table, use the limits up.
 */
export async function findPartyByCode(
  context: Context,
  from: { readonly address: string | null },
  { tableId, code }: ValidatedInput<'joinTable'>['body'],
): Promise<string> {
  const { isOn } = await requireTableOfCode(context.db, tableId);
  if (!isOn) throw notByPhone();
  const sitting = await readSittingAt(context.db, tableId);
  if (!sitting) throw refuse('table-free');
  const limits = [
    [REQUEST_LIMITS.guessTable, addressOf(from)],
    [REQUEST_LIMITS.guessTableCode, tableId],
  ] as const;
  const typed = normaliseSittingCode(code);
  const keys = context.linkKeys.all('sitting', sitting.id);
  const isOneOf = (codeOf: (key: string) => string) => keys.some((key) => codeOf(key) === typed);
  const isRight = isOneOf(longSittingCode) || (await withinGuessesOf(context, limits, () => isOneOf(sittingCode)));
  if (!isRight) throw refuse('table-code');
  return sitting.id;
}

/** The token of a phone. It is derived from its id, so that the database does not store it. */
export const tokenOfGuest = ({ linkKeys }: Pick<Context, 'linkKeys'>, guestId: string) =>
  `${guestId}.${linkKeys('table-guest', guestId)}`;

/** Adds a phone to a party. */
export async function joinParty(
  context: Context,
  tx: Tx,
  sittingId: string,
  typedName: string,
): Promise<Omit<ResponseOf<'joinTable'>, 'token'>> {
  const sitting = await lockOpenSitting(tx, sittingId);
  const guests = await readGuests(tx, sittingId);
  if (guests.length >= TABLE_LIMITS.phones) {
    throw refuse('rate-limited', say`Many phones have joined this table. Please order with one of them.`);
  }
  const name = phoneName(
    guests.map((each) => each.name),
    typedName,
  );
  const id = context.ids.uuid();
  await insertRow(tx, 'table_guests', { id, sitting_id: sittingId, name, joined_at: context.clock.now() });
  await announceFloor(context, tx, sitting.location_id, sittingId);
  const bill = await tx
    .selectFrom('bills')
    .select('id')
    .where('sitting_id', '=', sittingId)
    .where('merged_into', 'is', null)
    .orderBy('opened_at', 'desc')
    .executeTakeFirst();
  return { guestId: id, name, billId: bill?.id };
}

export const partyLeft = () =>
  refuse('tab-closed', say`Your party has left this table. To order again, scan the code of your table.`);

/** The phone with this token, while its party sits. */
export async function requireTableGuest(context: Context, db: Db | Tx, token: string): Promise<TableGuest> {
  const [id = '', key] = token.split('.');
  const isKnown = isLinkTokenValid(context.linkKeys, { to: 'table-guest', id, stored: '' }, key);
  const guest = isKnown
    ? await db
        .selectFrom('table_guests as g')
        .innerJoin('sittings as s', 's.id', 'g.sitting_id')
        .select(['g.name', 's.id as sittingId', 's.location_id as locationId', 's.table_id as tableId', 's.ended_at'])
        .where('g.id', '=', id)
        .executeTakeFirst()
    : undefined;
  if (!guest) throw refuse('not-found', say`This phone is at no table. Please scan the code of your table again.`);
  const { ended_at: endedAt, ...party } = guest;
  if (endedAt !== null) throw partyLeft();
  return { guestId: id, ...party };
}

/** Locks a party that sits, so that its phones act one after the other. */
export async function lockOpenSitting(tx: Tx, sittingId: string) {
  const sittings = tx.selectFrom('sittings').selectAll().where('id', '=', sittingId);
  const sitting = await sittings.forNoKeyUpdate().executeTakeFirst();
  if (!sitting || sitting.ended_at !== null) throw partyLeft();
  return sitting;
}

/** The phones of a party, in the order in which they joined. */
export function readGuests(db: Db | Tx, sittingId: string) {
  return db
    .selectFrom('table_guests')
    .select(['id', 'name'])
    .where('sitting_id', '=', sittingId)
    .orderBy('joined_at')
    .orderBy('id')
    .execute();
}

/**
 * Forgets the names of phones and what waiting rounds say once their parties have left. It looks at all parties of the
 * location, because a copy of the previous version ends sittings too.
 */
export async function forgetTableGuests(tx: Tx, locationId: string): Promise<void> {
  const left = sql`(select id from sittings where location_id = ${locationId} and ended_at is not null)`;
  await sql`update table_guests set name = '' where name <> '' and sitting_id in ${left}`.execute(tx);
  await sql`
    update table_rounds set state = 'refused', request = null where state = 'waiting' and sitting_id in ${left}
  `.execute(tx);
}
