import type { ValidatedInput } from '@tiffin/contract';
import { refuse, say } from '@tiffin/domain/core';
import { sql } from 'kysely';
import type { Context, Tx } from '../../../context.ts';
import { recordAuditEntry, type Author } from '../../log/record-audit-entries.ts';
import { requireMenuEditor } from '../dishes/lock-menu.ts';
import { readCostedItems } from './read-costs.ts';

type NewCosts = ValidatedInput<'setCosts'>['body'];

/** Sets what dishes and options of a location cost from a business day on. Earlier days keep their costs. */
export async function setCosts(context: Context, tx: Tx, by: Author, { locationId, costs }: NewCosts): Promise<number> {
  requireMenuEditor(by.actor, locationId);
  const names = new Map((await readCostedItems(tx, locationId)).map(({ itemId, name }) => [itemId, name]));
  const missing = costs.find(({ itemId }) => !names.has(itemId));
  if (missing)
    throw refuse('menu-item-not-found', say`There is no dish or option “${missing.itemId}” at this location.`);
  const now = context.clock.now();
  await writeCosts(tx, locationId, costs, now);
  await recordAuditEntry(tx, { at: now, ...by }, 'set-costs', ['menu', locationId], {
    locationId,
    after: {
      costs: costs.map(({ itemId, validFrom, cost }) => ({ name: names.get(itemId), validFrom, cost_cents: cost })),
    },
  });
  return costs.length;
}

/** The last of several costs of one item and day counts. */
export async function writeCosts(tx: Tx, locationId: string, costs: NewCosts['costs'], now: Date): Promise<void> {
  const distinct = new Map(costs.map((cost) => [`${cost.validFrom} ${cost.itemId}`, cost]));
  if (distinct.size === 0) return;
  await sql`
    insert into costs (location_id, item_id, valid_from, cost_cents, set_at)
    select ${locationId}, c."itemId", c."validFrom", c.cost, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify([...distinct.values()])}::jsonb)
      as c ("itemId" text, "validFrom" date, cost integer)
    order by 2, 3
    on conflict (location_id, item_id, valid_from) do update
      set cost_cents = excluded.cost_cents, set_at = excluded.set_at
  `.execute(tx);
}
