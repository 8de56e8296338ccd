import type { Call } from '@tiffin/contract/call';
import { actorIdOf, isStaff, type Actor } from '@tiffin/domain/people';
import type { Context } from '../../context.ts';

/** Where the data of a request came from. */
export interface ReadState {
  readonly context: Context;
  /** The time of the data, if it is so old that people should know. */
  readonly dataAsOf: Date | null;
}

/** Runs a handler with the replica as `context.db` if there is one that is current enough; else with the primary. */
export async function readFromReplica<T>(
  context: Context,
  actor: Actor,
  read: (state: ReadState) => Promise<T> | T,
): Promise<T> {
  const { replica } = context;
  const onPrimary = () => read({ context, dataAsOf: null });
  const id = actorIdOf(actor);
  if (!replica || id === null) return onPrimary();
  const source = await replica.choose({ id, idempotencyActor: `${actor.kind}:${id}` });
  if (!source.replica) return onPrimary();
  const dataAsOf = source.lagMs === null ? null : new Date(context.clock.now().getTime() - source.lagMs);
  try {
    return await read({ context: { ...context, db: source.replica }, dataAsOf });
  } catch (error) {
    // The replica may have gone away, or cancelled the query to replay a change.
    if (!replica.handleFailure(error)) throw error;
    replica.recordNeed(id);
    return onPrimary();
  }
}

/** Remembers a change by staff, who may look at a report next. */
export function recordStaffWrite({ replica }: Context, call: Call, actor: Actor): void {
  if (!replica || call.method === 'get' || call.isRead || call.mayUseReplica || !isStaff(actor)) return;
  const id = actorIdOf(actor);
  if (id !== null) replica.recordNeed(id);
}
