import type { Actor } from '@tiffin/domain/people';

/** The columns that say who did something: in the audit log, in an order's history. */
export interface WhoColumns {
  readonly actor_kind: Actor['kind'];
  readonly actor_id: string | null;
  readonly actor_name: string | null;
}

export function whoColumns(actor: Actor): WhoColumns {
  if (actor.kind === 'person') return { actor_kind: 'person', actor_id: actor.userId, actor_name: actor.name };
  if (actor.kind === 'machine') return { actor_kind: 'machine', actor_id: actor.keyId, actor_name: actor.name };
  return { actor_kind: actor.kind, actor_id: null, actor_name: null };
}
