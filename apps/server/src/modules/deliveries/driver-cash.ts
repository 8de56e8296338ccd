import type { ResponseOf } from '@tiffin/contract';
import { cents, fromDollars, valueOrThrow, refuse, say, subtractCents, toDollars, ZERO } from '@tiffin/domain/core';
import { needsReason } from '@tiffin/domain/day';
import { authorise, isAdmin, userIdOf, type Actor } from '@tiffin/domain/people';
import { sql } from 'kysely';
import type { Db, Tx } from '../../context.ts';
import { requireMoneyScope } from '../../platform/auth/require-scope.ts';
import { idsOf } from '../../platform/db/sql-lists.ts';
import { recordCash } from '../drawers/record-cash.ts';
import { recordAuditEntry } from '../log/record-audit-entries.ts';
import { colleaguesAt } from '../people/pins.ts';
import { requireManager } from '../people/require-manager.ts';
import { insertRow } from '../../platform/db/write-row.ts';
import type { ChangeUseCase } from '../../platform/http/implement.ts';

type Cash = ResponseOf<'getDeliveries'>['cash'];

interface CarriedRow {
  readonly id: string;
  readonly location_id: string;
  readonly driver_id: string;
  readonly driver_name: string;
  readonly order_id: string;
  readonly amount_cents: number;
  readonly at: Date;
}

/** Cash that drivers collected and have not handed in, oldest first. Excludes undone payments. */
async function readCarriedCash(db: Db | Tx, locationIds: readonly string[], driverId: string | null = null) {
  const { rows } = await sql<CarriedRow>`
    select c.id, c.location_id, c.driver_id, c.driver_name, c.order_id, c.amount_cents, c.at from driver_cash c
    where c.location_id = any(${[...locationIds]}::text[]) and c.kind = 'collected' and c.handed_in is null
      and c.driver_id is not null and (${driverId}::text is null or c.driver_id = ${driverId})
      and not exists (select from refunds r where r.payment_id = c.payment_id and r.is_undo and r.status <> 'failed')
    order by c.at, c.id
  `.execute(db);
  return rows;
}

/** The cash that each driver carries, for the people who receive it. */
export async function readDriverCash(db: Db | Tx, actor: Actor, locationIds: readonly string[]): Promise<Cash> {
  const rows = await readCarriedCash(db, locationIds);
  const byDriver = Map.groupBy(rows, (row) => `${row.location_id} ${row.driver_id}`).values();
  const cash = await Promise.all(
    [...byDriver].map(async (collected): Promise<Cash> => {
      const [first] = collected;
      if (!first) return [];
      const carrier = { locationId: first.location_id, driverId: first.driver_id };
      return [
        {
          ...carrier,
          name: first.driver_name,
          carries: toDollars(sumOf(collected)),
          collected: collected.map(({ order_id: orderId, amount_cents: amount, at }) => ({
            orderId,
            amount: toDollars(cents(amount)),
            at: at.toISOString(),
          })),
          toSomebodyElse: (await mayReceive(db, actor, carrier)) ? undefined : true,
        },
      ];
    }),
  );
  return cash.flat();
}

/** Two people must count the cash, so drivers cannot receive their own. Exception: an admin without colleagues. */
async function mayReceive(
  db: Db | Tx,
  actor: Actor,
  { locationId, driverId }: { readonly locationId: string; readonly driverId: string },
): Promise<boolean> {
  if (userIdOf(actor) !== driverId) return true;
  if (!isAdmin(actor)) return false;
  return (await colleaguesAt(db, [locationId])).every(({ userId }) => userId === driverId);
}

function sumOf(rows: readonly Pick<CarriedRow, 'amount_cents'>[]) {
  return cents(rows.reduce((sum, { amount_cents: amount }) => sum + amount, 0));
}

/**
 * Hands in all the cash of a driver in one step. What is short or over is in the log, with its reason. Much of it needs a
 * manager.
 */
export const handInCash: ChangeUseCase<'handInCash'> = async (
  context,
  tx,
  by,
  { locationId, driverId, amount, ...input },
) => {
  valueOrThrow(authorise('order.take-payment', by.actor, { locationId }));
  requireMoneyScope(by.actor);
  if (!(await mayReceive(tx, by.actor, { locationId, driverId }))) {
    throw refuse(
      'conflict',
      say`Somebody else must receive the cash you carry. Please ask a colleague to count it with you.`,
    );
  }
  // Lock the rows, so that a second request finds nothing left.
  await tx
    .selectFrom('driver_cash')
    .select('id')
    .where('location_id', '=', locationId)
    .where('driver_id', '=', driverId)
    .where('kind', '=', 'collected')
    .where('handed_in', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  const rows = await readCarriedCash(tx, [locationId], driverId);
  const sum = sumOf(rows);
  const [first] = rows;
  if (!first || fromDollars(amount) !== sum) {
    throw refuse('conflict', say`The cash this driver carries has changed. Please check the list again.`, {
      field: 'amount',
      carries: toDollars(sum),
    });
  }
  const counted = input.counted ?? sum;
  const difference = subtractCents(counted, sum);
  const reason = (difference !== 0 && input.reason) || null;
  if (difference !== 0 && reason === null) {
    throw refuse('invalid-argument', say`Please say why the cash differs.`, { field: 'reason' });
  }
  // As much as may be missing from a drawer.
  if (needsReason(difference)) {
    await requireManager(context, tx, by, {
      right: 'drawer.manage',
      locationId,
      approval: 'allow-difference',
      subject: ['user', driverId],
      amount: cents(Math.abs(difference)),
      refusalText: say`The cash differs much from the list. A manager has to approve it.`,
    });
  }
  const id = context.ids.uuid();
  const now = context.clock.now();
  await insertRow(tx, 'driver_cash', {
    id,
    location_id: locationId,
    driver_id: driverId,
    driver_name: first.driver_name,
    kind: 'handed-in',
    amount_cents: subtractCents(ZERO, sum),
    at: now,
    taken_by_name: 'name' in by.actor ? by.actor.name : '',
  });
  await tx.updateTable('driver_cash').set({ handed_in: id }).where('id', 'in', idsOf(rows)).execute();
  await recordAuditEntry(tx, { at: now, ...by }, 'hand-in-cash', ['user', driverId], {
    locationId,
    after: {
      amount: toDollars(counted),
      difference: difference === 0 ? undefined : toDollars(difference),
      reason: reason ?? undefined,
      driver: first.driver_name,
      orders: rows.map((row) => row.order_id),
    },
  });
  await recordCash(context, tx, by, locationId, [{ kind: 'hand-over', amount: counted }], driverId);
  await recordCash(context, tx, by, locationId, [{ kind: 'hand-in', amount: counted }]);
  return { handedIn: toDollars(counted) };
};
