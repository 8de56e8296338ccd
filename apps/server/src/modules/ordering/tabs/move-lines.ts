import type { ValidatedInput } from '@tiffin/contract';
import { refuse, say } from '@tiffin/domain/core';
import { tableAllergies } from '@tiffin/domain/order';
import { takesRounds } from '@tiffin/domain/tabs';
import type { Context, Tx } from '../../../context.ts';
import type { OrderRow } from '../../../platform/db/order-row.ts';
import type { RequestOrigin } from '../../../platform/http/implement.ts';
import { readLocation } from '../../locations/queries.ts';
import { recordAuditEntry, type Author } from '../../log/record-audit-entries.ts';
import { moveLinesOfRound } from '../../orders/move-lines.ts';
import { readTaxationOfTab, recalculateTab } from '../../orders/recalculate-tab.ts';
import { taxesChangedRefusal } from '../../orders/recalculate-bill.ts';
import { readRounds } from '../../orders/rounds.ts';
import { setBillPrinted } from '../../orders/tab-bills.ts';
import { changeTableAllergies } from '../../orders/table-allergies.ts';
import { announceFloor } from '../../reservations/announce-floor.ts';
import { withStationsOfRemoved } from '../change/change-order.ts';
import { lockSittingOf, mergeTabs, requireMergeable, sendRounds } from './merge-tabs.ts';
import { openTab } from './open-tab.ts';
import { lockTabs, readTab, tabFacts, tabName, type TabRow } from './tabs.ts';

type Input = ValidatedInput<'moveLines'>['body'];

/** Dishes by order and line, with how many of each. */
type Portions = ReadonlyMap<string, ReadonlyMap<number, number>>;

/**
 * Moves dishes of a tab to another one. The kitchen makes them once, what was stated about allergies goes along, and the
 * taxes of both bills are rounded anew.
 */
export async function moveLines(
  context: Context,
  tx: Tx,
  by: Author<RequestOrigin>,
  input: Input,
): Promise<{ readonly from: TabRow; readonly to: TabRow }> {
  const { from, to } = await lockBoth(context, tx, by, input);
  const own = await readRounds(tx, from.id);
  const portions = portionsOf(input.items);
  const moved = requireDishes(from, own, portions);
  // A tab with a name has no more to say without its dishes; a table that still has guests keeps its bill.
  const isAll = own.every((row) => row.status === 'cancelled' || hasAllOf(row, portions));
  if (isAll && (from.sitting_id === null || from.has_left)) {
    const merged = await mergeTabs(context, tx, by, { from: from.id, to: to.id });
    return { from: merged, to: merged };
  }
  const others = await readRounds(tx, to.id);
  const now = context.clock.now();
  const location = await readLocation(tx, from.location_id);
  const taxation = {
    from: await readTaxationOfTab(tx, from.id, [own], now),
    to: await readTaxationOfTab(tx, to.id, [others], now),
  };
  if (!location || taxation.from === null || taxation.to === null) throw taxesChangedRefusal();
  let isEmpty = to.rounds.length === 0;
  for (const row of moved) {
    await moveLinesOfRound(context, tx, by, row, portions.get(row.id) ?? new Map(), {
      location,
      taxation: { from: taxation.from, to: taxation.to },
      to: {
        billId: to.id,
        name: tabName(to),
        table: to.table_name,
        partySize: to.party_size,
        isEmpty,
        keepsSeats: to.sitting_id !== null && to.sitting_id === from.sitting_id,
      },
      withStations: (was, items, lines) => withStationsOfRemoved(tx, was, { lines, row: { items } }),
    });
    isEmpty = false;
  }
  await setBillPrinted(tx, to.id, null);
  await recalculateTab(context, tx, from.id, [own]);
  await recalculateTab(context, tx, to.id, [others]);
  for (const id of [from.id, to.id]) await sendRounds(context, tx, id);
  const { stated } = await readTab(tx, by.actor, to.id);
  await changeTableAllergies(context, tx, by, to.id, { added: tableAllergies(stated) });
  await recordAuditEntry(tx, { at: now, ...by }, 'move-lines', ['order', to.id], {
    locationId: to.location_id,
    after: { from: from.id, to: to.id, dishes: moved.flatMap((row) => namesOf(row, portions)) },
  });
  await announceFloor(context, tx, to.location_id);
  return { from: await readTab(tx, by.actor, from.id), to: await readTab(tx, by.actor, to.id) };
}

/** Locks both tabs, of which neither may have a payment. The tab of a party is opened if it has none. */
async function lockBoth(context: Context, tx: Tx, by: Author<RequestOrigin>, { billId, to: toId, sittingId }: Input) {
  const { location_id: locationId } = await readTab(tx, by.actor, billId);
  const targetId = toId ?? (await openTab(context, tx, by, { locationId, sittingId })).id;
  for (const id of [billId, targetId].toSorted()) await lockSittingOf(tx, by, id);
  const [from, to] = await lockTabs(tx, by.actor, [billId, targetId]);
  if (!from || !to || from.id === to.id) {
    throw refuse('invalid-argument', say`The dishes are on this tab already. Choose another one.`, { field: 'to' });
  }
  if (from.location_id !== to.location_id) {
    throw refuse('invalid-argument', say`These tabs are at different locations.`, { field: 'to' });
  }
  for (const tab of [from, to]) await requireMergeable(tx, tab);
  if (!takesRounds(tabFacts(to))) {
    throw refuse('failed-precondition', say`A later bill continues this one. Choose that one.`, { field: 'to' });
  }
  return { from, to };
}

function portionsOf(items: Input['items']): Portions {
  const byOrder = Map.groupBy(items, ({ orderId }) => orderId);
  return new Map(
    [...byOrder].map(([orderId, lines]) => {
      const byLine = Map.groupBy(lines, ({ line }) => line);
      const sums = [...byLine].map(
        ([line, same]) => [line, same.reduce((sum, { quantity }) => sum + quantity, 0)] as const,
      );
      return [orderId, new Map(sums)];
    }),
  );
}

const hasAllOf = (row: OrderRow, portions: Portions) =>
  row.items.every(({ line, quantity }) => portions.get(row.id)?.get(line) === quantity);

/** The rounds whose dishes move, oldest first. Refuses dishes that are no longer on the bill, or cost less than listed. */
function requireDishes(from: TabRow, rounds: readonly OrderRow[], portions: Portions): OrderRow[] {
  const moved = rounds.filter(({ id, status }) => portions.has(id) && status !== 'cancelled');
  const isThere = [...portions].every(([orderId, lines]) => {
    const items = moved.find(({ id }) => id === orderId)?.items ?? [];
    return [...lines].every(([line, count]) => items.some((item) => item.line === line && item.quantity >= count));
  });
  if (!isThere) {
    throw refuse(
      'failed-precondition',
      say`Not all of these dishes are on ${tabName(from)} any more. Look at the bill and choose again.`,
    );
  }
  if (moved.some(({ parts, discount_cents: discount }) => discount > 0 || (parts?.adjustments.length ?? 0) > 0)) {
    throw refuse(
      'failed-precondition',
      say`A round with an offer or a discount stays on its bill. Merge the tabs to pay them together.`,
    );
  }
  return moved;
}

const namesOf = (row: OrderRow, portions: Portions) =>
  row.items.flatMap(({ line, name }) => {
    const quantity = portions.get(row.id)?.get(line);
    return quantity === undefined ? [] : [{ name, quantity }];
  });
