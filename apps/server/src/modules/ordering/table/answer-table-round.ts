import type { ResponseOf, ValidatedInput } from '@tiffin/contract';
import { refuse, say } from '@tiffin/domain/core';
import { userIdOf, type Actor } from '@tiffin/domain/people';
import type { Context, Tx } from '../../../context.ts';
import type { RequestOrigin } from '../../../platform/http/implement.ts';
import { lockSitting } from '../../floor/sittings.ts';
import { closeTableRound } from '../../floor/table-rounds.ts';
import { recordAuditEntry, type Author } from '../../log/record-audit-entries.ts';
import { announceFloor } from '../../reservations/announce-floor.ts';
import { addRound, readRoundTerms, type RoundTerms } from '../tabs/add-round.ts';

type Input = ValidatedInput<'answerTableRound'>['body'];

interface AnswerTerms extends RoundTerms {
  readonly sittingId: string;
}

/** Reads what a waiting round is priced by, and checks that the actor may accept rounds of its table. */
export async function readAnswerTerms(context: Context, actor: Actor, { roundId }: Input): Promise<AnswerTerms> {
  const rounds = context.db.selectFrom('table_rounds').select('sitting_id').where('id', '=', roundId);
  const round = await rounds.executeTakeFirst();
  if (!round) throw refuse('not-found', say`This order is not known. Load the floor again.`);
  const sittingId = round.sitting_id;
  return { ...(await readRoundTerms(context, actor, { sittingId, items: [] })), sittingId };
}

/** Sends a round that waits for staff to the kitchen as their round, or refuses it. The first answer counts. */
export async function answerTableRound(
  context: Context,
  tx: Tx,
  by: Author<RequestOrigin>,
  { sittingId, ...terms }: AnswerTerms,
  { roundId, isAccepted, reason }: Input,
): Promise<ResponseOf<'answerTableRound'>> {
  const sitting = await lockSitting(tx, by.actor, sittingId, 'order.create-at-till');
  const round = await tx.selectFrom('table_rounds').selectAll().where('id', '=', roundId).executeTakeFirstOrThrow();
  if (round.state !== 'waiting' || round.request === null || sitting.ended_at !== null) {
    return { roundId, isAccepted: round.state === 'sent', orderId: round.order_ids[0] };
  }
  const now = context.clock.now();
  const answered = { answered_at: now, answered_by: userIdOf(by.actor) };
  const { shown: _shown, items, ...said } = round.request;
  const added = isAccepted
    ? await addRound(context, tx, by, terms, { sittingId, items: [...items], ...said, idempotency: null })
    : { orderId: undefined, orderIds: [] };
  const state = isAccepted ? 'sent' : 'refused';
  await closeTableRound(tx, round, { state, order_ids: added.orderIds, why: reason ?? null, ...answered });
  const action = isAccepted ? 'accept-table-round' : 'refuse-table-round';
  const values = { locationId: sitting.location_id, after: { table: sitting.table_name, orderId: added.orderId } };
  await recordAuditEntry(tx, { at: now, ...by }, action, ['sitting', sittingId], values);
  await announceFloor(context, tx, sitting.location_id, sittingId);
  return { roundId, isAccepted, orderId: added.orderId };
}
