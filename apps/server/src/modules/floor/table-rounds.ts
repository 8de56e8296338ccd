import { sql } from 'kysely';
import type { Db, Tx } from '../../context.ts';
import type { Row } from '../../platform/db/schema.ts';
import type { WaitingRound } from '../../platform/db/stored-json.ts';
import { insertRow, updateRow } from '../../platform/db/write-row.ts';

export type TableRoundRow = Row<'table_rounds'>;

/** Stores which phone sent a round; with a request, the round waits for staff. */
export function insertTableRound(
  tx: Tx,
  round: Pick<TableRoundRow, 'id' | 'sitting_id' | 'guest_id' | 'at' | 'order_ids'>,
  request: WaitingRound | null,
): Promise<void> {
  const state = request === null ? 'sent' : 'waiting';
  return insertRow(tx, 'table_rounds', { ...round, state, request: request && JSON.stringify(request) });
}

/**
 * Sends or refuses a round that waited. What it said about its guest is in its orders now, or is forgotten. The phone
 * still shows the dishes that were refused.
 */
export function closeTableRound(
  tx: Tx,
  { id, request }: TableRoundRow,
  answer: Pick<TableRoundRow, 'state' | 'order_ids' | 'why' | 'answered_at' | 'answered_by'>,
): Promise<void> {
  const { items = [], shown = [] } = request ?? {};
  const dishes = items.map(({ id: dishId, name, category, quantity, selectedSpiceLevel }) => {
    return { id: dishId, name, category, quantity, selectedSpiceLevel };
  });
  const refused: WaitingRound = { items: dishes, shown, allergyNote: '', specialInstructions: '' };
  return updateRow(tx, 'table_rounds', id, {
    ...answer,
    request: answer.state === 'refused' ? JSON.stringify(refused) : null,
  });
}

/** The rounds that the phones of a party sent, oldest first. */
export function readTableRounds(db: Db | Tx, sittingId: string): Promise<TableRoundRow[]> {
  const rounds = db.selectFrom('table_rounds').selectAll().where('sitting_id', '=', sittingId);
  return rounds.orderBy('at').orderBy('id').execute();
}

export type WaitingRoundRow = TableRoundRow & { readonly guest_name: string };

/** The rounds that wait for staff, of all parties that sit at a location. */
export async function readWaitingRounds(db: Db | Tx, locationId: string) {
  const { rows } = await sql<WaitingRoundRow>`
    select r.*, g.name as guest_name
    from sittings s join table_rounds r on r.sitting_id = s.id and r.state = 'waiting' join table_guests g on g.id = r.guest_id
    where s.location_id = ${locationId} and s.ended_at is null order by r.at, r.id
  `.execute(db);
  return Map.groupBy(rows, (row) => row.sitting_id);
}

/** The name of the phone that sent each order of a party. */
export async function readSenders(db: Db, sittingId: string | null): Promise<Record<string, string>> {
  const { rows } = await sql<{ senders: Record<string, string> | null }>`
    select json_object_agg(order_id, g.name) as senders from table_guests g
    join table_rounds r on r.guest_id = g.id, unnest(r.order_ids) order_id where g.sitting_id = ${sittingId}
  `.execute(db);
  return rows[0]?.senders ?? {};
}
