import { Refusal } from '@tiffin/domain/core';
import type { Actor } from '@tiffin/domain/people';
import type { SignedInSession } from '../../platform/auth/authenticate.ts';
import type { Context } from '../../context.ts';
import type { RequestOrigin } from '../../platform/http/implement.ts';
import { accountEntry, recordAuditEntries } from './record-audit-entries.ts';

interface Confirmation {
  readonly actor: Extract<Actor, { kind: 'person' }>;
  readonly from: RequestOrigin;
  readonly signedIn: SignedInSession;
  readonly body: { readonly passkey?: object | undefined; readonly code?: string | undefined };
}

/** Writes to the audit log whether a signed-in member of staff could confirm their identity. */
export async function withIdentityLog<T>(
  context: Context,
  { actor, from, signedIn: { userId }, body }: Confirmation,
  confirm: () => Promise<T>,
): Promise<T> {
  const provenBy = body.passkey ? 'passkey' : body.code === undefined ? 'password' : 'code';
  try {
    const confirmed = await confirm();
    const entry = { at: context.clock.now(), provenBy, from } as const;
    await recordAuditEntries(context.db, accountEntry('identity-confirmed', { id: userId, name: actor.name }, entry));
    return confirmed;
  } catch (error) {
    const code = error instanceof Refusal ? error.failure.code : null;
    const failed = { actor, userId, provenBy, from } as const;
    if (code === 'too-many-requests') context.failures.add({ ...failed, action: 'locked-out', wasRefused: true });
    else if (code === 'wrong-password' || code === 'wrong-code' || code === 'wrong-passkey')
      context.failures.add({ ...failed, action: 'identity-failed' });
    throw error;
  }
}
