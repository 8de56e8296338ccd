import type { Context, Tx } from '../../context.ts';

/** The plan, who sits at its tables, or who waits for one is different now. */
export async function announceFloor(context: Context, tx: Tx, locationId: string): Promise<void> {
  await context.events.append(tx, { type: 'floor.changed', locationId, at: context.clock.now(), data: {} });
}
