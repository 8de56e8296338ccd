import { refuse, say } from '@tiffin/domain/core';
import { nextDeviceLetters } from '@tiffin/domain/order';
import { sql } from 'kysely';
import type { Context, Tx } from '../../context.ts';

/** Gives a device the letters with which it numbers orders that it takes offline. A device keeps its letters for ever. */
export async function nameDevice(
  context: Context,
  tx: Tx,
  { deviceId }: { readonly deviceId: string },
): Promise<{ letter: string }> {
  await sql`select pg_advisory_xact_lock(hashtext('letters of devices'))`.execute(tx);
  const devices = await tx.selectFrom('till_devices').select(['id', 'letters']).execute();
  const known = devices.find(({ id }) => id === deviceId.toLowerCase());
  if (known) return { letter: known.letters };
  const letters = nextDeviceLetters(new Set(devices.map((each) => each.letters)));
  if (letters === null) throw refuse('failed-precondition', say`No more devices can take orders offline.`);
  await tx.insertInto('till_devices').values({ id: deviceId, letters, named_at: context.clock.now() }).execute();
  return { letter: letters };
}

/**
 * Refuses a number with the letters of another device. A device that is not known keeps the letters that it has: the
 * database may have been restored to a time before it was named.
 */
export async function requireOwnLetters(
  context: Context,
  tx: Tx,
  { offline_number: number, device_id: deviceId }: { readonly offline_number: string; readonly device_id: string },
): Promise<void> {
  const [letters = ''] = number.split('-');
  await tx
    .insertInto('till_devices')
    .values({ id: deviceId, letters, named_at: context.clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const device = await tx.selectFrom('till_devices').select('letters').where('id', '=', deviceId).executeTakeFirst();
  if (device?.letters === letters) return;
  throw refuse('already-taken', say`The letter ${letters} belongs to another device.`, { field: 'number' });
}
