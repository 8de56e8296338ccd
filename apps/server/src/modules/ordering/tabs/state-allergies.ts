import type { ValidatedInput } from '@tiffin/contract';
import { refuse, say } from '@tiffin/domain/core';
import { isStatedIn, tableAllergies } from '@tiffin/domain/order';
import type { Context, Tx } from '../../../context.ts';
import type { RequestOrigin } from '../../../platform/http/implement.ts';
import type { Author } from '../../log/record-audit-entries.ts';
import { changeTableAllergies, requireTableLimit } from '../../orders/table-allergies.ts';
import { requireSeats } from './add-round.ts';
import { lockTab, readTab, type TabRow } from './tabs.ts';

/** Adds what the guests of a tab state to its rounds at once, so that the kitchen does not wait for the next round. */
export async function stateAllergies(
  context: Context,
  tx: Tx,
  by: Author<RequestOrigin>,
  { billId, allergies }: ValidatedInput<'stateAllergies'>['body'],
): Promise<TabRow> {
  const tab = await lockTab(tx, by.actor, billId);
  if (tab.closed_at !== null) throw refuse('tab-closed');
  requireSeats(tab, allergies, 'allergies');
  if (tab.rounds.length === 0) {
    throw refuse(
      'failed-precondition',
      say`Nothing was ordered on this tab yet. Send the allergies with its first dishes.`,
    );
  }
  const statedBefore = tableAllergies(tab.stated);
  const added = allergies.filter((each) => !isStatedIn(each, statedBefore));
  requireTableLimit([...statedBefore, ...added]);
  await changeTableAllergies(context, tx, by, tab.id, { added, isForLaterRounds: true });
  return readTab(tx, by.actor, tab.id);
}
