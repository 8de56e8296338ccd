import { LIMITS } from '@tiffin/contract';
import { refuse, say } from '@tiffin/domain/core';
import type { Context } from '../context.ts';
import { forget, spend, type Charge } from '../http/hold-to-rates.ts';
import type { SignedIn } from './authenticate.ts';
import { isPassword, passwordHashOf } from './password.ts';
import { checkCode, hasCodes } from './second-step.ts';

interface Proof {
  readonly password?: string | undefined;
  readonly code?: string | undefined;
  /** Works here, and somebody waits. */
  readonly goesFirst: boolean;
  /** Refuses what is not theirs. */
  readonly byPasskey?: () => Promise<void>;
}

/**
 * The person behind a session shows once more that it is them; wrong tries are counted to the person.
 * Whoever has codes shows one: a password may have been read over a shoulder.
 */
export async function confirmMe(
  context: Context,
  { sessionId, userId }: SignedIn,
  { password, code, goesFirst, byPasskey }: Proof,
  headers: Headers,
): Promise<Date> {
  if (password === undefined && code === undefined && !byPasskey)
    throw refuse('invalid-argument', say`A password, a code or a passkey is required`);
  const charge: Charge = [LIMITS.confirm, userId];
  await spend(context, charge);
  const byCode = !byPasskey && (await hasCodes(context.db, userId));
  if (byPasskey) await byPasskey();
  else if (byCode) await checkCode(context, userId, code?.trim() ?? '', headers);
  else if (!(await isPassword(await passwordHashOf(context.db, userId), password ?? '', goesFirst ? 'first' : 'later')))
    throw refuse('wrong-password');
  await forget(context, charge);
  const now = context.clock.now();
  await context.db
    .updateTable('sessions')
    .set({ proven_at: now, ...(byPasskey && { proven_by: 'passkey' }), ...(byCode && { proven_by: 'code' }) })
    .where('id', '=', sessionId)
    .execute();
  return now;
}
