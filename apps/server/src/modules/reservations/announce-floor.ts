import type { Context, Tx } from '../../context.ts';

/** Announces a change of the plan, of a sitting or of the waitlist. */
export async function announceFloor(context: Context, tx: Tx, locationId: string): Promise<void> {
  await context.events.append(tx, { type: 'floor.changed', locationId, at: context.clock.now(), data: {} });
}
