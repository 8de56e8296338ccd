import {
  cents,
  refuse,
  say,
  sayNow,
  subtractCents,
  toDollars,
  valueOrThrow,
  amountWithCurrency,
  type Cents,
  ZERO,
  type Refusal,
} from '@tiffin/domain/core';
import { clockText } from '@tiffin/domain/hours';
import {
  expectedInDrawer,
  needsPayOutApproval,
  needsReason,
  sumCountedCash,
  type ClosedShift,
  type CountedCash,
  type KeptCount,
} from '@tiffin/domain/day';
import { authorise, userIdOf, type Actor } from '@tiffin/domain/people';
import { smallestPiece } from '@tiffin/domain/restaurant';
import { sql } from 'kysely';
import type { Context, Db, Tx } from '../../context.ts';
import { requireMoneyScope } from '../../platform/auth/require-scope.ts';
import type { Row } from '../../platform/db/schema.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { readSite } from '../locations/restaurant/site.ts';
import { recordAuditEntry, type Author } from '../log/record-audit-entries.ts';
import { readNames } from '../people/read-names.ts';
import { requireManager } from '../people/require-manager.ts';
import { doneAtOf, findLateShift, notBefore } from './record-cash.ts';
import { updateRow } from '../../platform/db/write-row.ts';
import type { ChangeUseCase } from '../../platform/http/implement.ts';

type DrawerRow = Row<'drawers'>;
type ShiftRow = Row<'drawer_shifts'>;

/**
 * Opens a drawer. If another amount is counted now than the last count left in it, the difference is recorded here, so
 * that the next count does not show it again.
 */
export const openDrawer: ChangeUseCase<'openDrawer'> = async (context, tx, by, input) => {
  requireMoneyScope(by.actor);
  const drawer = await lockDrawer(tx, by.actor, input.drawerId);
  if (drawer.removed_at !== null) throw refuse('not-found', say`This drawer was removed. Choose another one.`);
  const openShift = await findOpenShift(tx, drawer.id);
  if (openShift) {
    const { opened_at: openedAt, opened_by: openedBy } = openShift;
    const [time, person] = [await timeText(tx, drawer, openedAt), await readPersonName(tx, openedBy)];
    const message = say`At ${time}, ${person} opened ${drawer.name}.`;
    throw refuse('failed-precondition', message, { openedAt: openedAt.toISOString() });
  }
  const float = typeof input.counted === 'number' ? input.counted : await countCash(tx, input.counted);
  const lastShift = await findLastShift(tx, drawer.id);
  const openingDifference = lastShift ? subtractCents(float, cents(lastShift.left_cents ?? 0)) : cents(0);
  const now = context.clock.now();
  const shift = await tx
    .insertInto('drawer_shifts')
    .values({
      id: context.ids.uuid(),
      drawer_id: drawer.id,
      location_id: drawer.location_id,
      number: sql<number>`(select coalesce(max(number), 0) + 1 from drawer_shifts where location_id = ${drawer.location_id})`,
      opened_at: now,
      opened_by: userIdOf(by.actor),
      float_cents: float,
      opening_difference_cents: openingDifference,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  // Entries that arrived while the drawer was closed belong to this shift.
  await tx
    .updateTable('drawer_entries')
    .set({ shift_id: shift.id })
    .where('drawer_id', '=', drawer.id)
    .where('shift_id', 'is', null)
    .execute();
  await announceDay(context, tx, drawer.location_id);
  await recordAuditEntry(tx, { at: now, ...by }, 'open-drawer', ['drawer', drawer.id], {
    locationId: drawer.location_id,
    after: { name: drawer.name, float: toDollars(float), openingDifference: toDollars(openingDifference) },
  });
  return {
    drawerId: drawer.id,
    number: shift.number,
    float: toDollars(float),
    openingDifference: toDollars(openingDifference),
  };
};

/**
 * Records cash that people put in or take out. The same id is recorded once, whenever it arrives. What a device
 * recorded offline during a shift that was closed since (`late_for`) counts in the open shift, or in the next one.
 */
export const addDrawerEntry: ChangeUseCase<'addDrawerEntry'> = async (
  context,
  tx,
  by,
  { drawerId, kind, amount, reason, id },
) => {
  requireMoneyScope(by.actor);
  const drawer = await findDrawer(tx, by.actor, drawerId);
  if (kind !== 'no-sale' && !amount) {
    throw refuse('invalid-argument', say`Please enter an amount above zero.`, { field: 'amount' });
  }
  if (kind !== 'drop' && !reason) {
    throw refuse('invalid-argument', say`Please say what it is for.`, { field: 'reason' });
  }
  const now = context.clock.now();
  const doneAt = doneAtOf(by, now);
  // Two who pay out at once wait for each other, also while the drawer is closed, so that the limit holds for both.
  if (kind === 'pay-out') await lockDayOf(tx, drawer.location_id);
  const openShift = await selectOpenShift(tx, drawer.id).forShare().executeTakeFirst();
  const lateFor = await findLateShift(tx, drawer.id, doneAt, now);
  if (!openShift && !lateFor) throw closedDrawerRefusal(drawer);
  if (kind === 'pay-out')
    await approvePayOut(context, tx, by, { drawer, shift: openShift, amount: amount ?? ZERO, id });
  const inserted = await tx
    .insertInto('drawer_entries')
    .values({
      id,
      drawer_id: drawer.id,
      shift_id: openShift?.id ?? null,
      kind,
      amount_cents: kind === 'no-sale' ? 0 : (amount ?? 0),
      reason: reason || null,
      by_id: userIdOf(by.actor),
      done_at: lateFor ? doneAt : notBefore(doneAt, openShift?.opened_at),
      at: now,
      late_for: lateFor?.id ?? null,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted) {
    await announceDay(context, tx, drawer.location_id);
    await recordAuditEntry(tx, { at: now, ...by }, 'add-drawer-entry', ['drawer', drawer.id], {
      locationId: drawer.location_id,
      after: { name: drawer.name, kind, amount: amount ? toDollars(amount) : undefined, reason: reason || undefined },
    });
  }
  return { entryId: id, number: openShift?.number ?? null };
};

/** The same sentence for both limits, because how much is in the drawer is a secret until it is counted. */
async function approvePayOut(
  context: Context,
  tx: Tx,
  by: Author,
  payOut: {
    readonly drawer: DrawerRow;
    readonly shift: ShiftRow | undefined;
    readonly amount: Cents;
    readonly id: string;
  },
): Promise<void> {
  const { drawer, shift, amount, id } = payOut;
  const inDrawer = shift ? await readExpectedCash(tx, shift) : amount;
  const paidOut = await paidOutBy(tx, drawer, shift, by);
  if (!needsPayOutApproval(amount, { paidOut, inDrawer })) return;
  // A device that got no answer sends the entry again, when the money is already out of the drawer.
  const isKnown = await tx.selectFrom('drawer_entries').select('id').where('id', '=', id).executeTakeFirst();
  if (isKnown) return;
  await requireManager(context, tx, by, {
    right: 'drawer.manage',
    locationId: drawer.location_id,
    approval: 'allow-pay-out',
    subject: ['drawer', drawer.id],
    amount,
    refusalText: say`A manager has to approve paying ${amountWithCurrency(amount)} out of ${drawer.name}.`,
  });
}

async function countCash(tx: Tx, counted: CountedCash): Promise<Cents> {
  const { currency } = await readSite(tx);
  return valueOrThrow(sumCountedCash(counted, { currency, coin: smallestPiece(currency) }));
}

/**
 * Closes a drawer with a blind count: no refusal says what is expected. A large difference is refused without a reason
 * and a manager, and that count is kept. Every later count needs a reason too, also one that fits: else whoever counts
 * could try sums. Only the first of two people closes; the second reads who did.
 */
export const closeDrawer: ChangeUseCase<'closeDrawer'> = async (context, tx, by, input) => {
  requireMoneyScope(by.actor);
  const drawer = await lockDrawer(tx, by.actor, input.drawerId);
  const counted = await countCash(tx, input.counted);
  const left = input.left ?? counted;
  if (left > counted) {
    throw refuse('invalid-argument', say`More stays in the drawer than was counted.`, { field: 'left' });
  }
  const shift = await findOpenShift(tx, drawer.id);
  if (!shift) return answerClosed(tx, by, drawer, input.counted);
  const expected = await readExpectedCash(tx, shift);
  const difference = subtractCents(counted, expected);
  requireCountReason(shift, difference, input.reason);
  const approvedBy = needsReason(difference) ? await approveDifference(context, tx, by, drawer, difference) : null;
  const now = context.clock.now();
  const nameOf = await readNames(tx, [approvedBy, ...shift.counts.map((count) => count.by)]);
  await updateRow(tx, 'drawer_shifts', shift.id, {
    state: 'closed',
    // The clock of another server may have opened the shift, and be ahead.
    closed_at: sql<Date>`greatest(${now}::timestamptz, opened_at)`,
    closed_by: userIdOf(by.actor),
    counted: JSON.stringify(input.counted),
    counted_cents: counted,
    expected_cents: expected,
    difference_cents: difference,
    left_cents: left,
    reason: input.reason || null,
    approved_by: approvedBy,
  });
  await context.reachTestPoint('drawer.closed');
  await announceDay(context, tx, drawer.location_id);
  await recordAuditEntry(tx, { at: now, ...by }, 'close-drawer', ['drawer', drawer.id], {
    locationId: drawer.location_id,
    after: {
      name: drawer.name,
      countedBefore: shift.counts.map((count) => `${toDollars(cents(count.cents))}, ${nameOf(count.by) ?? '–'}`),
      counted: toDollars(counted),
      difference: toDollars(difference),
      reason: input.reason || undefined,
      approvedBy: nameOf(approvedBy) ?? undefined,
    },
  });
  return countAnswer(shift.number, expected, counted);
};

const countAnswer = (number: number, expected: Cents, counted: Cents) => ({
  number,
  expected: toDollars(expected),
  counted: toDollars(counted),
  difference: toDollars(subtractCents(counted, expected)),
});

/** A count that the same person sends twice closes once; others read who closed the drawer. */
async function answerClosed(tx: Tx, by: Author, drawer: DrawerRow, counted: CountedCash) {
  const last = await findLastShift(tx, drawer.id);
  if (!last?.closed_at) throw closedDrawerRefusal(drawer);
  const isRepeated = last.closed_by === userIdOf(by.actor) && isSameCount(last.counted ?? {}, counted);
  if (isRepeated) return countAnswer(last.number, cents(last.expected_cents ?? 0), cents(last.counted_cents ?? 0));
  const message = say`${await readPersonName(tx, last.closed_by)} closed ${drawer.name} at ${await timeText(tx, drawer, last.closed_at)}, No. ${last.number}.`;
  throw refuse('failed-precondition', message, { closedAt: last.closed_at.toISOString(), number: last.number });
}

function isSameCount(one: CountedCash, other: CountedCash): boolean {
  return [...Object.keys(one), ...Object.keys(other)].every((key) => (one[key] ?? 0) === (other[key] ?? 0));
}

const DIFFERS = say`The count differs from what should be in it.`;
/** In the details of a refusal after which the count is kept. Older tills ask for the reason when they see it. */
const KEPT_COUNT = { difference: null };

function requireCountReason({ counts }: ShiftRow, difference: Cents, reason: string | null | undefined): void {
  if (reason) return;
  const details = { field: 'reason', ...KEPT_COUNT };
  if (counts.length > 0) {
    // The same words for a count that fits, so that they tell nothing.
    throw refuse('invalid-argument', say`It was counted before. Give the reason for counting again.`, details);
  }
  if (needsReason(difference)) {
    throw refuse('invalid-argument', `${sayNow(DIFFERS)} ${say`Count again, or give the reason.`}`, details);
  }
}

/** A large difference needs a manager: their own session, or their PIN. Returns the manager's id. */
async function approveDifference(context: Context, tx: Tx, by: Author, drawer: DrawerRow, difference: Cents) {
  const manager = await requireManager(context, tx, by, {
    right: 'drawer.manage',
    locationId: drawer.location_id,
    approval: 'allow-difference',
    subject: ['drawer', drawer.id],
    amount: cents(Math.abs(difference)),
    refusalText: `${sayNow(DIFFERS)} ${say`A manager has to approve it.`}`,
    details: KEPT_COUNT,
  });
  return manager?.userId ?? userIdOf(by.actor);
}

/** A shift keeps at most this many refused counts. */
const MAX_REFUSED_COUNTS = 50;
/** Accepts every amount, because the request that was refused already checked them against the restaurant's coins. */
const ONE_CENT = 1;

/** Stores a refused count in a transaction of its own: that of the request was undone. */
export async function keepRefusedCount(
  context: Context,
  actor: Actor,
  { failure }: Refusal,
  { drawerId, counted }: { readonly drawerId: string; readonly counted: CountedCash },
) {
  if (failure.details?.['difference'] === undefined) return;
  await transaction(context.db, async (tx) => {
    // A colleague may have closed it meanwhile.
    const shift = (await findOpenShift(tx, drawerId)) ?? (await findLastShift(tx, drawerId));
    const sum = sumCountedCash(counted, { coin: ONE_CENT });
    if (!shift || !sum.ok) return;
    const count: KeptCount = { at: context.clock.now().toISOString(), by: userIdOf(actor), cents: sum.value };
    await tx
      .updateTable('drawer_shifts')
      .set({ counts: sql`counts || ${JSON.stringify([count])}::jsonb` })
      .where('id', '=', shift.id)
      .where(sql<boolean>`jsonb_array_length(counts) < ${MAX_REFUSED_COUNTS}`)
      .execute();
  });
}

/** What the person paid out of a drawer since it was opened, or what waits for its next shift while it is closed. */
async function paidOutBy(tx: Tx, { id }: DrawerRow, shift: ShiftRow | undefined, { actor }: Author): Promise<Cents> {
  const { sum } = await tx
    .selectFrom('drawer_entries')
    .select(({ fn }) => fn.sum<string | null>('amount_cents').as('sum'))
    .where('drawer_id', '=', id)
    .where('shift_id', 'is not distinct from', shift?.id ?? null)
    .where('kind', '=', 'pay-out')
    .where('by_id', '=', userIdOf(actor) ?? '')
    .executeTakeFirstOrThrow();
  return cents(Number(sum ?? 0));
}

async function readExpectedCash(tx: Tx, shift: ShiftRow): Promise<Cents> {
  const entries = await tx
    .selectFrom('drawer_entries')
    .select(['kind', 'amount_cents'])
    .where('shift_id', '=', shift.id)
    .execute();
  const amounts = entries.map(({ kind, amount_cents: amount }) => ({ kind, amount: cents(amount) }));
  return expectedInDrawer(cents(shift.float_cents), amounts);
}

async function findDrawer(tx: Tx, actor: Actor, id: string): Promise<DrawerRow> {
  const drawer = await tx.selectFrom('drawers').selectAll().where('id', '=', id).executeTakeFirst();
  if (!drawer) throw refuse('not-found', say`This drawer is not known here. Load the page again.`);
  valueOrThrow(authorise('drawer.count', actor, { locationId: drawer.location_id }));
  return drawer;
}

/** Opening and closing wait for each other at the whole location, so that numbers have no gaps. */
async function lockDrawer(tx: Tx, actor: Actor, id: string): Promise<DrawerRow> {
  const { location_id: locationId } = await findDrawer(tx, actor, id);
  await lockDayOf(tx, locationId);
  return findDrawer(tx, actor, id);
}

/** Changes of the drawers and closings of a location wait for each other. */
export async function lockDayOf(tx: Tx, locationId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`day ${locationId}`}, 0))`.execute(tx);
}

/** Announces to other devices that a drawer, a closing or the hours of work changed. */
export async function announceDay(context: Context, tx: Tx, locationId: string): Promise<void> {
  await context.events.append(tx, { type: 'day.changed', locationId, at: context.clock.now(), data: {} });
}

function selectOpenShift(tx: Tx, drawerId: string) {
  return tx.selectFrom('drawer_shifts').selectAll().where('drawer_id', '=', drawerId).where('state', '=', 'open');
}

/** The open shift, locked. Entries that are being written are awaited and counted; later ones wait for the lock. */
function findOpenShift(tx: Tx, drawerId: string): Promise<ShiftRow | undefined> {
  return selectOpenShift(tx, drawerId).forUpdate().executeTakeFirst();
}

const closedDrawerRefusal = ({ name }: DrawerRow) =>
  refuse('failed-precondition', say`${name} is closed. Open it first, and count what is in it.`);

function findLastShift(tx: Tx, drawerId: string): Promise<ShiftRow | undefined> {
  return tx
    .selectFrom('drawer_shifts')
    .selectAll()
    .where('drawer_id', '=', drawerId)
    .where('state', '=', 'closed')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The name of a person, or “Somebody” if the account is unknown. */
export async function readPersonName(db: Db | Tx, userId: string | null): Promise<string> {
  const person = await db
    .selectFrom('users')
    .select('name')
    .where('id', '=', userId ?? '')
    .executeTakeFirst();
  return person?.name ?? say`Somebody`;
}

async function timeText(tx: Tx, { location_id: id }: DrawerRow, at: Date): Promise<string> {
  const location = await tx.selectFrom('locations').select('time_zone').where('id', '=', id).executeTakeFirstOrThrow();
  return clockText(at, location.time_zone);
}

/** Links counted shifts to the closing that lists them. */
export async function markClosedShifts(tx: Tx, locationId: string, closing: number, shifts: readonly ClosedShift[]) {
  const numbers = shifts.map(({ number }) => number);
  const isListed = sql<boolean>`location_id = ${locationId} and number = any(${numbers}::int[])`;
  await tx.updateTable('drawer_shifts').set({ closing }).where(isListed).execute();
}

/** Takes shifts out of a closing that lists them by mistake. The next closing of their day or later lists them again. */
export async function releaseShifts(tx: Tx, shifts: readonly { readonly id: string }[], at: Date): Promise<void> {
  const isListed = sql<boolean>`id = any(${shifts.map(({ id }) => id)}::text[])`;
  const change = { misplaced_in: sql<number>`closing`, corrected_at: at, closing: null };
  await tx.updateTable('drawer_shifts').set(change).where(isListed).execute();
}
