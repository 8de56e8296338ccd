import type { Context, Tx } from '../../context.ts';

/**
 * Announces a change of the plan, of a sitting or of the waitlist. With a sitting, only the phones of that party hear
 * it.
 */
export async function announceFloor(context: Context, tx: Tx, locationId: string, sittingId?: string): Promise<void> {
  const data = sittingId === undefined ? {} : { sittingId };
  await context.events.append(tx, { type: 'floor.changed', locationId, at: context.clock.now(), data });
}
