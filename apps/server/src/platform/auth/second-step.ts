import { createHash } from 'node:crypto';
import { Refusal, refuse } from '@tiffin/domain/core';
import { isAppCode } from '@tiffin/domain/people';
import type { APIError } from 'better-auth/api';
import type { Context, Db, Tx } from '../../context.ts';
import { libraryFailure } from './library-failure.ts';

/** Longer than any code is valid. */
const CODE_LIVES_MS = 5 * 60_000;

/** Returns false if the code was used before. */
export async function markCodeUsed({ db, clock }: Context, userId: string, code: string): Promise<boolean> {
  const now = clock.now();
  const claimed = await db
    .insertInto('used_codes')
    .values({ user_id: userId, code_hash: createHash('sha256').update(code).digest('base64url'), used_at: now })
    .onConflict((used) =>
      used
        .columns(['user_id', 'code_hash'])
        .doUpdateSet({ used_at: now })
        .where('used_codes.used_at', '<', new Date(now.getTime() - CODE_LIVES_MS)),
    )
    .returning('user_id')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** Deletes used codes that have expired, because nobody can use them again. */
export async function forgetUsedCodes({ db, clock }: Context): Promise<void> {
  const usedBefore = new Date(clock.now().getTime() - CODE_LIVES_MS);
  await db.deleteFrom('used_codes').where('used_at', '<', usedBefore).execute();
}

/** Refuses a code of an app, or a recovery code, that is wrong or was used before. */
export async function checkSecondStepCode(context: Context, userId: string, code: string, headers: Headers) {
  const { api } = await context.auth();
  try {
    if (isAppCode(code)) await api.verifyTOTP({ body: { code }, headers });
    else await api.verifyBackupCode({ body: { code, disableSession: true }, headers });
  } catch (error) {
    if (!(error instanceof Error && error.name === 'APIError')) throw error;
    const { body, statusCode } = error as APIError;
    throw new Refusal(libraryFailure(body ?? {}, statusCode));
  }
  if (!(await markCodeUsed(context, userId, code))) throw refuse('wrong-code');
}

export async function hasCodes(db: Db | Tx, userId: string): Promise<boolean> {
  const user = await db.selectFrom('users').select('two_factor_enabled').where('id', '=', userId).executeTakeFirst();
  return user?.two_factor_enabled ?? false;
}

export async function hasPasskeys(db: Db | Tx, userId: string): Promise<boolean> {
  const own = await db.selectFrom('passkeys').select('id').where('user_id', '=', userId).limit(1).executeTakeFirst();
  return own !== undefined;
}
