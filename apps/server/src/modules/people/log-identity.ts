import { Refusal } from '@tiffin/domain/core';
import type { SignedInSession } from '../../platform/auth/authenticate.ts';
import type { Context } from '../../context.ts';
import type { RequestOrigin } from '../../platform/http/implement.ts';
import { recordSecurityEntries } from '../audit/record-security-entries.ts';

interface Confirmation {
  readonly from: RequestOrigin;
  readonly signedIn: SignedInSession;
  readonly body: { readonly passkey?: object | undefined; readonly code?: string | undefined };
}

/** Writes to the security log whether a signed-in member of staff could confirm their identity. */
export async function withIdentityLog<T>(
  context: Context,
  { from, signedIn: { userId }, body }: Confirmation,
  confirm: () => Promise<T>,
): Promise<T> {
  const provenBy = body.passkey ? 'passkey' : body.code === undefined ? 'password' : 'code';
  try {
    const confirmed = await confirm();
    await recordSecurityEntries(context.db, {
      at: context.clock.now(),
      kind: 'identity-confirmed',
      userId,
      provenBy,
      from,
    });
    return confirmed;
  } catch (error) {
    const code = error instanceof Refusal ? error.failure.code : null;
    if (code === 'too-many-requests')
      context.securityFailures.add({ kind: 'locked-out', userId, provenBy, wasRefused: true, from });
    else if (code === 'wrong-password' || code === 'wrong-code' || code === 'wrong-passkey')
      context.securityFailures.add({ kind: 'identity-failed', userId, provenBy, from });
    throw error;
  }
}
