import type { Actor } from '@tiffin/domain/people';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/connection.ts';
import type { From } from '../../http/implement.ts';
import { recordChange } from '../audit/record-change.ts';
import { dropUnused } from '../images/drop-unused.ts';
import { lockChainDish } from './chain-dishes.ts';
import { lockMenus } from './lock-menu.ts';

/** Takes a dish out of the chain. On each menu it stays as it is, as that place's own. */
export async function deleteChainDish(
  context: Context,
  tx: Tx,
  { actor, from }: { readonly actor: Actor; readonly from: From },
  chainId: string,
): Promise<void> {
  await lockMenus(tx);
  const before = await lockChainDish(tx, chainId);
  await tx.updateTable('menu_items').set({ chain_id: null, kept_fields: [] }).where('chain_id', '=', chainId).execute();
  await tx.deleteFrom('chain_dishes').where('id', '=', chainId).execute();
  if (before.image !== null) await dropUnused(tx, [before.image]);
  await recordChange(tx, {
    at: context.clock.now(),
    actor,
    action: 'delete-chain-dish',
    subject: { kind: 'chain-dish', id: chainId },
    before,
    from,
  });
}
