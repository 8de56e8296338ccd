import { REQUEST_LIMITS } from '@tiffin/contract';
import { currentLanguage, Refusal } from '@tiffin/domain/core';
import type { Actor } from '@tiffin/domain/people';
import type { Context, Tx } from '../../context.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { countLimitUses, returnUse, type LimitUse } from '../../platform/http/rate-limiter.ts';
import { inLanguageOf, pageAddress } from '../../platform/i18n/request-language.ts';
import { queueMessages } from '../outbox/queue-message.ts';
import { brandOf, confirmEmailMail } from '../outbox/templates/index.ts';
import { readSite } from '../locations/restaurant/site.ts';
import { checkConfirmationCode, newCode, storeCode } from './confirmation-codes.ts';

/** Where a person continues after confirming. */
export type ReturnPath = '/dashboard' | '/reservations';

/**
 * Mails a code for confirming the address of an account. The link in the mail only opens a page with the code filled
 * in: confirming needs a session of the account too, so that neither a mail scanner nor the owner of the address can
 * confirm an account that someone else made. Returns whether the mail was queued.
 */
export async function mailEmailConfirmation(
  parts: Pick<Context, 'config' | 'db' | 'publicUrl' | 'clock' | 'ids' | 'keys'>,
  { id: userId, email, name }: { readonly id: string; readonly email: string; readonly name: string },
  returnPath: ReturnPath = '/dashboard',
): Promise<boolean> {
  const { db, publicUrl, config, ids } = parts;
  const code = newCode(parts);
  const person = await db.selectFrom('users').select('language').where('id', '=', userId).executeTakeFirst();
  const site = await readSite(db);
  // An account's first sign-in has no stored language, so use that of the page.
  const mail = inLanguageOf({ language: person?.language ?? currentLanguage() }, () => {
    const query = new URLSearchParams({ code, ...(returnPath !== '/dashboard' && { next: returnPath }) });
    const url = `${pageAddress({ publicUrl }, '/confirm-email')}?${query}`;
    return confirmEmailMail({ brand: brandOf(site, publicUrl), customerName: name, url, code });
  });
  const id = ids.uuid();
  await queueMessages(db, parts, [
    { id, channel: 'mail', to: email, userId, template: 'verify_email', ...mail, unproven: config.RATE_LIMITS },
  ]);
  const { status } = await db.selectFrom('messages').select('status').where('id', '=', id).executeTakeFirstOrThrow();
  // A code that is not sent must not end the one that the person has.
  if (status === 'cancelled') return false;
  await storeCode(parts, { purpose: 'address', recipient: email, userId }, code);
  return true;
}

/** Mails the code again, unless the address is confirmed or too many were sent. Returns whether it is sent. */
export async function resendEmailConfirmation(context: Context, actor: Actor, returnPath: ReturnPath) {
  if (actor.kind !== 'person' || actor.atTablet) return false;
  const { userId, email, name } = actor;
  try {
    await countLimitUses(context, [REQUEST_LIMITS.askForProof, userId]);
    if (await isEmailConfirmed(context, userId)) return false;
    return (await mailEmailConfirmation(context, { id: userId, email, name }, returnPath)) && context.mailer !== null;
  } catch (error) {
    if (!(error instanceof Refusal)) context.log.warn({ err: error }, 'a confirmation code could not be sent');
    return false;
  }
}

async function isEmailConfirmed({ db }: Pick<Context, 'db'>, userId: string): Promise<boolean> {
  const user = await db
    .selectFrom('users')
    .select('email_confirmed_at')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return user.email_confirmed_at !== null;
}

/** Confirms the address of the actor's account with the code that was mailed to it. Repeating it changes nothing. */
export async function confirmEmail(
  context: Context,
  { userId, email }: Extract<Actor, { kind: 'person' }>,
  code: string,
): Promise<void> {
  if (await isEmailConfirmed(context, userId)) return;
  const guess: LimitUse = [REQUEST_LIMITS.guessEmailCode, userId];
  await countLimitUses(context, guess);
  await checkConfirmationCode(context, { purpose: 'address', recipient: email, userId }, code);
  await returnUse(context, guess);
  await transaction(context.db, async (tx) => {
    await markEmailConfirmed(tx, { userId, email }, context.clock.now());
    await tx.deleteFrom('sent_codes').where('user_id', '=', userId).where('purpose', '=', 'address').execute();
  });
}

/** Records that the account's own session, or its provider, proved the address. */
export async function markEmailConfirmed(
  tx: Tx,
  { userId, email }: { readonly userId: string; readonly email: string },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ email_verified: true, email_confirmed_at: now, updated_at: now })
    .where('id', '=', userId)
    // The address may have changed since the code was sent.
    .where('email', '=', email)
    .execute();
}
