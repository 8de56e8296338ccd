import { refuse, say } from '@tiffin/domain/core';
import { hasScope, type KeyLimits, type KeyScope } from '@tiffin/domain/people';

/** Refuses a request whose API key lacks the scope. Requests without a key pass. */
export function requireScope(keyLimits: KeyLimits | null, scope: KeyScope): void {
  if (hasScope(keyLimits, scope)) return;
  throw refuse(
    'scope-missing',
    say`This API key lacks the scope ${scope}. An admin can create a key that has it, in Settings.`,
    { scope },
  );
}
