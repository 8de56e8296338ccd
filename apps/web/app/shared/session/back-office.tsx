import { createContext, useContext } from 'react';
import { messageForCode } from '@tiffin/domain/errors';
import { canEverPerform, type Action, type Actor } from '@tiffin/domain/people';
import type { Me } from '../api/server-context.ts';

export interface BackOffice {
  readonly me: NonNullable<Me>;
  readonly actor: Actor;
  /** Why this person may never do this; null if they may. For `disabledReason`. */
  readonly whyNot: (action: Action) => string | null;
}

const Context = createContext<BackOffice | null>(null);
export const BackOfficeProvider = Context;

/** What the pages of the back office know of the person. */
export function backOfficeOf(me: NonNullable<Me>): BackOffice {
  const actor = actorOf(me);
  return {
    me,
    actor,
    whyNot: (action) => (canEverPerform(action, actor) ? null : messageForCode('permission-denied')),
  };
}

export function useBackOffice(): BackOffice {
  const value = useContext(Context);
  if (!value) throw new Error('useBackOffice needs the back office around it');
  return value;
}

/** The person as the domain's rules know them. */
export function actorOf(me: NonNullable<Me>): Actor {
  return {
    kind: 'person',
    userId: me.uid,
    role: me.role,
    locationIds: me.locationIds,
    email: me.email,
    name: me.displayName,
  };
}

/** The default location: where the person works, or the restaurant's default, or the first. */
export function homeLocation(availableIds: readonly string[], actor: Actor, defaultId: string): string | undefined {
  const own = actor.kind === 'person' ? actor.locationIds : [];
  return own.find((id) => availableIds.includes(id)) ?? availableIds.find((id) => id === defaultId) ?? availableIds[0];
}
