import type { ResponseOf, ValidatedInput } from '@tiffin/contract';
import { Refusal, refuse, say } from '@tiffin/domain/core';
import { lineNet } from '@tiffin/domain/pricing';
import { TABLE_LIMITS, whyRoundWaits } from '@tiffin/domain/tabs';
import type { Context, Tx } from '../../../context.ts';
import type { RequestOrigin } from '../../../platform/http/implement.ts';
import { lockSitting } from '../../floor/sittings.ts';
import { actorAtTable, notByPhone, partyLeft, requireTableGuest, type TableGuest } from '../../floor/table-guests.ts';
import { insertTableRound, readTableRounds, type TableRoundRow } from '../../floor/table-rounds.ts';
import { announceFloor } from '../../reservations/announce-floor.ts';
import { addRound, checkRound, readRoundTerms, type RoundTerms } from '../tabs/add-round.ts';
import { dueOfParty } from './table-bills.ts';

type Input = ValidatedInput<'addTableRound'>['body'];

const MINUTE_MS = 60_000;

interface TableTerms extends RoundTerms {
  readonly guest: TableGuest;
}

/** Reads which phone sends a round, and what the round is priced and promised by. */
export async function readTableTerms(context: Context, { token }: Input): Promise<TableTerms> {
  const guest = await requireTableGuest(context, context.db, token);
  const { sittingId, locationId } = guest;
  const terms = await readRoundTerms(context, actorAtTable(guest), { sittingId, locationId, items: [] });
  if (terms.menu.location.table_ordering?.isOn !== true) throw notByPhone();
  return { ...terms, guest };
}

/** Sends the dishes of a phone to the kitchen as a round of the party, or to staff if the round waits for them. */
export async function addTableRound(
  context: Context,
  tx: Tx,
  from: RequestOrigin,
  { guest, ...terms }: TableTerms,
  { items, allergies, ...input }: Input,
): Promise<ResponseOf<'addTableRound'>> {
  const { sittingId, guestId, locationId } = guest;
  const actor = actorAtTable(guest);
  const sitting = await lockSitting(tx, actor, sittingId, 'order.create-at-till');
  if (sitting.ended_at !== null) throw partyLeft();
  const now = context.clock.now();
  const earlier = await readTableRounds(tx, sittingId);
  requireFewRounds(earlier, now, sitting.party_size);
  // The allergies are those of the guest who eats these dishes. The kitchen heeds them for the whole table.
  const own = (allergies ?? []).map(({ seat: _seat, ...allergy }) => allergy);
  const dishes = own.length > 0 ? items.map((item) => ({ ...item, allergies: own })) : items;
  const said = { allergyNote: input.allergyNote ?? '', specialInstructions: input.specialInstructions ?? '' };
  const { table_ordering: rules } = terms.menu.location;
  const round = { id: context.ids.uuid(), sitting_id: sittingId, guest_id: guestId, at: now, order_ids: [] };
  if (rules && whyRoundWaits(rules, await dueOfParty(tx, sittingId)) !== null) {
    const shown = checkRound(context, terms, actor, sitting, dishes).map((line) => ({
      name: line.name,
      quantity: line.quantity,
      total: lineNet(line),
    }));
    await insertTableRound(tx, round, { items: dishes, ...said, shown });
    await announceFloor(context, tx, locationId, sittingId);
    return { roundId: round.id, waitsForStaff: true };
  }
  const request = { sittingId, items: dishes, ...said, idempotency: null };
  const { orderId, orderIds } = await addRound(context, tx, { actor, from }, terms, request).catch(askWaiterIfPaused);
  await insertTableRound(tx, { ...round, order_ids: orderIds }, null);
  return { roundId: round.id, orderId, waitsForStaff: false };
}

/** Elsewhere guests are told to order for later, which a table cannot. */
function askWaiterIfPaused(error: unknown): never {
  if (!(error instanceof Refusal && error.failure.code === 'orders-paused')) throw error;
  throw refuse('orders-paused', say`The kitchen takes no orders at the moment. Please ask your waiter.`);
}

/** A table cannot be flooded, neither the kitchen nor the waiter. All guests of a large party may send at once. */
function requireFewRounds(earlier: readonly TableRoundRow[], now: Date, partySize: number): void {
  const lately = earlier.filter(({ at }) => at.getTime() > now.getTime() - MINUTE_MS);
  if (lately.length >= Math.max(TABLE_LIMITS.roundsPerMinute, partySize)) {
    throw refuse('rate-limited', say`Your table has just sent many orders. Please send this one in a minute.`, {
      retryAfter: 60,
    });
  }
  if (earlier.filter(({ state }) => state === 'waiting').length >= Math.max(TABLE_LIMITS.waitingRounds, partySize)) {
    throw refuse('rate-limited', say`Your earlier orders still wait for your waiter. Please call them to your table.`, {
      retryAfter: 60,
    });
  }
}
