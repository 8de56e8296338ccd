import { refuse, say } from '@tiffin/domain/core';
import { hasScope, worksAt, type Actor, type KeyLimits, type KeyScope } from '@tiffin/domain/people';

/** Refuses a request whose API key lacks the scope. Requests without a key pass. */
export function requireScope(keyLimits: Pick<KeyLimits, 'scopes'> | null, scope: KeyScope): void {
  if (hasScope(keyLimits, scope)) return;
  throw refuse(
    'scope-missing',
    say`This API key lacks the scope ${scope}. An admin can create a key that has it, in Settings.`,
    { scope },
  );
}

/** Whether a caller may do what needs this scope. People and the product itself need none. */
export function hasScopeOfKey(actor: Actor, scope: KeyScope): boolean {
  return actor.kind !== 'machine' || hasScope({ scopes: actor.scopes ?? null }, scope);
}

/** Refuses work that needs another scope than its call, if the key lacks it. People and the product itself pass. */
export function requireScopeOfKey(actor: Actor, scope: KeyScope): void {
  if (actor.kind === 'machine') requireScope({ scopes: actor.scopes ?? null }, scope);
}

/** Refuses a key that may not record payments or refunds. */
export function requireMoneyScope(actor: Actor): void {
  requireScopeOfKey(actor, 'payments:write');
}

/** Refuses a key of other locations, for calls with which anybody may order or book. */
export function requireLocationOfKey(actor: Actor, locationId: string): void {
  if (actor.kind !== 'machine' || worksAt(actor, locationId)) return;
  throw refuse('permission-denied', say`This API key is limited to other locations.`);
}
