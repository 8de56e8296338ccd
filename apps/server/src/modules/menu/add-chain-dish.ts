import { itemIdFor } from '@tiffin/domain/menu';
import { orRefuse } from '@tiffin/domain/core';
import type { Actor } from '@tiffin/domain/people';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/connection.ts';
import type { From } from '../../http/implement.ts';
import { recordChange } from '../audit/record-change.ts';
import { chainColumnsOf, chainValuesOf } from './dish-values.ts';
import { lockItem, lockMenus } from './lock-menu.ts';

/**
 * Makes a place's dish the chain's, as it is there. Dishes of its name at other places are the same dish from then on;
 * what they say otherwise is their own, so nothing on any menu becomes another.
 */
export async function addChainDish(
  context: Context,
  tx: Tx,
  { actor, from }: { readonly actor: Actor; readonly from: From | null },
  { locationId, itemId }: { readonly locationId: string; readonly itemId: string },
): Promise<string> {
  await lockMenus(tx);
  const row = await lockItem(tx, locationId, itemId);
  if (row.chain_id !== null) return row.chain_id;
  const taken = new Set((await tx.selectFrom('chain_dishes').select('id').execute()).map(({ id }) => id));
  const id = orRefuse(itemIdFor(row.name, (wanted) => taken.has(wanted)));
  const now = context.clock.now();
  const values = chainValuesOf(row);
  await tx
    .insertInto('chain_dishes')
    .values({ ...ofAChain(values), id, created_at: now, updated_at: now })
    .execute();
  // Of two dishes of one name at a place the first is meant.
  await sql`
    update menu_items set chain_id = ${id} where (location_id, id) in (
      select distinct on (location_id) location_id, id from menu_items
      where lower(name) = lower(${row.name}) and chain_id is null
      order by location_id, (location_id = ${locationId} and id = ${itemId}) desc, position, id
    )
  `.execute(tx);
  await recordChange(tx, {
    at: now,
    actor,
    action: 'add-chain-dish',
    subject: { kind: 'chain-dish', id },
    after: { name: row.name, locationId, itemId },
    from,
  });
  return id;
}

/** All of it, as the chain's row has it. */
function ofAChain(values: ReturnType<typeof chainValuesOf>) {
  const { name, description, price, category } = values;
  return { ...chainColumnsOf(values), name, description, price_cents: price, category };
}
