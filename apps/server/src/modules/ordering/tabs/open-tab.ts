import type { ValidatedInput } from '@tiffin/contract';
import { localDate, refuse, Refusal, say, valueOrThrow } from '@tiffin/domain/core';
import { locationCode } from '@tiffin/domain/locations';
import { newOrderId } from '@tiffin/domain/order';
import { authorise, userIdOf } from '@tiffin/domain/people';
import { PARTY_MAX } from '@tiffin/domain/reservation';
import { sql } from 'kysely';
import type { Context, Tx } from '../../../context.ts';
import { announceFloor } from '../../reservations/announce-floor.ts';
import { actorColumns } from '../../log/audit-row.ts';
import type { Author } from '../../log/record-audit-entries.ts';
import { readLocation } from '../../locations/queries.ts';
import type { RequestOrigin } from '../../../platform/http/implement.ts';
import { seatParty } from '../../floor/seat-party.ts';
import { lockSitting, readSittingAt, requireTable, type SittingRow } from '../../floor/sittings.ts';
import { MAX_INSERT_ATTEMPTS } from '../../orders/insert-order.ts';
import { insertTabBill, touchTab } from '../../orders/tab-bills.ts';
import { lockTabForRound, type TabRow } from './tabs.ts';

/** For how long after a tab was opened its name finds it again, even if it is closed. */
const NAME_HOURS = 12;

/** A tab that takes a round, and the bill that it continues if it was opened for it. */
export interface OpenedTab {
  readonly tab: TabRow;
  readonly continues: TabRow | null;
}

type NewTab = Pick<TabRow, 'location_id' | 'sitting_id' | 'label'>;

/** Opens a tab for a sitting or a name. */
export async function openTab(
  context: Context,
  tx: Tx,
  by: Author<RequestOrigin>,
  { locationId, sittingId, label }: ValidatedInput<'openTab'>['body'],
): Promise<TabRow> {
  valueOrThrow(authorise('order.create-at-till', by.actor, { locationId }));
  if (sittingId == null)
    return (await insertTab(context, tx, by, { location_id: locationId, sitting_id: null, label: label ?? '' })).tab;
  const sitting = await lockSitting(tx, by.actor, sittingId);
  if (sitting.location_id !== locationId) {
    throw refuse('invalid-argument', say`This party sits at another location.`, { field: 'sittingId' });
  }
  if (sitting.ended_at !== null) throw partyHasLeft();
  return (await tabOfSitting(context, tx, by, sitting)).tab;
}

export const partyHasLeft = () => refuse('tab-closed', say`This party has left already.`);

/** The tab on which a round lands: an open one, or a new one that continues a bill which takes no more rounds. */
export async function tabForRound(
  context: Context,
  tx: Tx,
  by: Author<RequestOrigin>,
  input: ValidatedInput<'addRound'>['body'],
): Promise<OpenedTab> {
  if (input.billId != null) return continueTab(context, tx, by, input.billId);
  if (input.label != null) return namedTab(context, tx, by, input.locationId ?? '', input.label);
  const sitting =
    input.sittingId == null
      ? await partyAt(context, tx, by, input)
      : await lockSitting(tx, by.actor, input.sittingId, 'order.create-at-till');
  return tabOfSitting(context, tx, by, sitting);
}

/** The party at a table, which is seated if nobody sits there. */
async function partyAt(context: Context, tx: Tx, by: Author<RequestOrigin>, input: ValidatedInput<'addRound'>['body']) {
  const table = await requireTable(tx, by.actor, input.tableId ?? '');
  const partySize =
    input.partySize ?? Math.min(PARTY_MAX, Math.max(table.seats, ...input.items.map(({ seat = 0 }) => seat)));
  for (;;) {
    const found = await readSittingAt(tx, table.id);
    const sitting = found && (await lockSitting(tx, by.actor, found.id));
    if (sitting?.ended_at === null) return sitting;
    try {
      const { sittingId } = await seatParty(context, tx, by, { tableId: table.id, partySize });
      return await lockSitting(tx, by.actor, sittingId);
    } catch (error) {
      // Somebody else seated the party meanwhile.
      if (!(error instanceof Refusal && error.failure.code === 'table-taken')) throw error;
    }
  }
}

/**
 * The tab of a locked sitting that takes rounds. A round that comes late continues the bill of its party, if it has one.
 */
async function tabOfSitting(
  context: Context,
  tx: Tx,
  by: Author<RequestOrigin>,
  { id, location_id, ended_at }: SittingRow,
): Promise<OpenedTab> {
  // A tab with a name was moved to the table; the party's own bill goes first.
  const last = await tx
    .selectFrom('bills')
    .select(['id', 'merged_into'])
    .where('sitting_id', '=', id)
    .orderBy(sql`merged_into is not null`)
    .orderBy(sql`label is not null`)
    .orderBy('opened_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  // A party that left went to the bill with which its own was merged.
  if (last && (last.merged_into === null || ended_at !== null)) return continueTab(context, tx, by, last.id);
  if (ended_at !== null) throw partyHasLeft();
  return insertTab(context, tx, by, { location_id, sitting_id: id, label: null });
}

/** The tab with this name, which is opened if there is none. */
async function namedTab(
  context: Context,
  tx: Tx,
  by: Author<RequestOrigin>,
  locationId: string,
  label: string,
): Promise<OpenedTab> {
  valueOrThrow(authorise('order.create-at-till', by.actor, { locationId }));
  await sql`select pg_advisory_xact_lock(hashtextextended(${`tab:${locationId}:${label.toLowerCase()}`}, 0))`.execute(
    tx,
  );
  const { rows } = await sql<{ id: string }>`
    select id from bills where location_id = ${locationId} and opened_at > ${new Date(context.clock.now().getTime() - NAME_HOURS * 3_600_000)}
      and lower(label) = lower(${label}) order by opened_at desc, id desc limit 1
  `.execute(tx);
  if (rows[0]) return continueTab(context, tx, by, rows[0].id);
  return insertTab(context, tx, by, { location_id: locationId, sitting_id: null, label });
}

/** The tab itself if it takes rounds, or a new one that continues it. */
async function continueTab(context: Context, tx: Tx, by: Author<RequestOrigin>, billId: string): Promise<OpenedTab> {
  const { tab, target } = await lockTabForRound(tx, by.actor, billId);
  if (target.kind === 'here') return { tab, continues: null };
  await touchTab(tx, tab.id);
  return insertTab(context, tx, by, tab, { continues: tab });
}

/** Opens a tab. Its id is that of an order, because its first round gets the same. */
async function insertTab(
  context: Context,
  tx: Tx,
  { actor }: Author,
  tab: NewTab,
  { continues = null }: { readonly continues?: TabRow | null } = {},
): Promise<OpenedTab> {
  const location = await readLocation(tx, tab.location_id);
  if (!location || location.deleted_at) throw refuse('location-not-found');
  const now = context.clock.now();
  const date = localDate(now, location.time_zone);
  for (let tries = 0; tries < MAX_INSERT_ATTEMPTS; tries++) {
    const id = newOrderId(locationCode(location), date, context.ids.random);
    const isFree = await insertTabBill(tx, {
      id,
      location_id: tab.location_id,
      business_date: date,
      opened_at: now,
      opened_by: actorColumns(actor).actor_name,
      served_by: userIdOf(actor),
      label: tab.label,
      sitting_id: tab.sitting_id,
      continues: continues?.id ?? null,
    });
    if (!isFree) continue;
    await announceFloor(context, tx, tab.location_id);
    return { tab: (await lockTabForRound(tx, actor, id)).tab, continues };
  }
  throw refuse('conflict', say`No free order number was found`);
}
