import type { ResponseOf } from '@tiffin/contract';
import { valueOrThrow } from '@tiffin/domain/core';
import { authorise } from '@tiffin/domain/people';
import type { TableCall } from '@tiffin/domain/tabs';
import { sql } from 'kysely';
import type { Context, Tx } from '../../context.ts';
import type { StoredCall } from '../../platform/db/stored-json.ts';
import { updateRow } from '../../platform/db/write-row.ts';
import type { ChangeUseCase } from '../../platform/http/implement.ts';
import { announceFloor } from '../reservations/announce-floor.ts';
import { lockOpenSitting, type TableGuest } from './table-guests.ts';

type Calls = ResponseOf<'callWaiter'>['calls'];

export const callsAnswer = (calls: readonly StoredCall[] | null): Calls =>
  (calls ?? []).map(({ about, at }) => ({ about, at }));

/** Calls a waiter. A second press is the same call, whichever phone it comes from. */
export function callWaiter(context: Context, tx: Tx, guest: TableGuest, about: TableCall): Promise<{ calls: Calls }> {
  const call = { id: context.ids.uuid(), about, at: context.clock.now().toISOString() };
  return changeCalls(context, tx, guest.sittingId, (calls) =>
    calls.some((each) => each.about === about) ? calls : [...calls, call],
  );
}

export function takeBackCall(context: Context, tx: Tx, guest: TableGuest, about: TableCall): Promise<{ calls: Calls }> {
  return changeCalls(context, tx, guest.sittingId, (calls) => calls.filter((each) => each.about !== about));
}

/** Marks a call as answered. One that was answered or whose party left needs nothing more. */
export const answerTableCall: ChangeUseCase<'answerTableCall'> = async (context, tx, by, { callId }) => {
  const { rows } = await sql<{ id: string; location_id: string }>`
    select id, location_id from sittings
    where ended_at is null and calls @> ${JSON.stringify([{ id: callId }])}::jsonb
  `.execute(tx);
  for (const { id, location_id: locationId } of rows) {
    valueOrThrow(authorise('floor.seat', by.actor, { locationId }));
    await changeCalls(context, tx, id, (calls) => calls.filter((each) => each.id !== callId));
  }
  return { callId };
};

async function changeCalls(
  context: Context,
  tx: Tx,
  sittingId: string,
  change: (calls: readonly StoredCall[]) => readonly StoredCall[],
): Promise<{ calls: Calls }> {
  const sitting = await lockOpenSitting(tx, sittingId);
  const before = sitting.calls ?? [];
  const calls = change(before);
  if (calls.length !== before.length) {
    await updateRow(tx, 'sittings', sittingId, { calls: JSON.stringify(calls) });
    await announceFloor(context, tx, sitting.location_id, sittingId);
  }
  return { calls: callsAnswer(calls) };
}
