import { randomCode } from '@tiffin/domain/core';
import { senderProblem } from '@tiffin/domain/messages';
import { welcomeCodeOf } from '@tiffin/domain/pricing';
import type { Context, Tx } from '../../../context.ts';
import { isUniqueViolation } from '../../../platform/db/connection.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { inLanguageOf, pageAddress } from '../../../platform/i18n/request-language.ts';
import { queueMessages } from '../../outbox/queue-message.ts';
import { brandOf, welcomeMail } from '../../outbox/templates/index.ts';
import { recordFormConsent, unsubscribeUrls } from '../../people/consents.ts';
import { setWelcomeCode } from '../../people/update-me.ts';
import { readSite } from '../../locations/restaurant/site.ts';
import { hasOrderedSignedIn } from './welcome-offer.ts';

const CODE_LENGTH = 5;
const MAX_TRIES = 5;

type Parts = Pick<Context, 'db' | 'clock' | 'ids' | 'publicUrl' | 'log'>;

/** Records that a new account agreed to offers when signing up. */
export async function acceptOffersAtSignUp(
  parts: Parts,
  { id: userId, email }: { readonly id: string; readonly email: string },
): Promise<void> {
  const now = parts.clock.now();
  await transaction(parts.db, (tx) => recordFormConsent(tx, { email, userId }, 'sign-up page', now));
  await sendWelcomeOffer(parts, userId);
}

/**
 * Sends the welcome offer, a personal code for a discount on the first order, once to a customer who agreed to offers and
 * confirmed the address. Called whenever one of these may have become true. A failure must not fail what the customer
 * did, so it is logged.
 */
export async function sendWelcomeOffer(parts: Parts, userId: string): Promise<void> {
  try {
    for (let tries = 1; ; tries++) {
      try {
        await transaction(parts.db, (tx) => issueCode(parts, tx, userId));
        return;
      } catch (error) {
        if (!isUniqueViolation(error) || tries >= MAX_TRIES) throw error;
      }
    }
  } catch (error) {
    parts.log.warn({ err: error }, 'the welcome offer could not be sent');
  }
}

async function issueCode(parts: Parts, tx: Tx, userId: string): Promise<void> {
  const person = await tx
    .selectFrom('users')
    .select(['email', 'name', 'language'])
    .where('id', '=', userId)
    .where('role', '=', 'customer')
    .where('email_verified', '=', true)
    .where('welcome_code', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!person || (await hasOrderedSignedIn(tx, userId))) return;
  const unsubscribeUrl = (await unsubscribeUrls(parts, tx, [person.email])).get(person.email);
  const site = await readSite(tx);
  // Codes that were sent before it was stopped stay valid.
  if (!site.welcomeIsActive) return;
  const brand = brandOf(site, parts.publicUrl);
  // The law requires a sender with a postal address. Without it no code is issued.
  if (!unsubscribeUrl || senderProblem({ ...brand, unsubscribeUrl }) !== null) return;
  const code = welcomeCodeOf(site.welcomePercent, randomCode(CODE_LENGTH, parts.ids.random));
  await setWelcomeCode(tx, userId, code);
  const write = () =>
    welcomeMail({ brand, customerName: person.name, code, menuUrl: pageAddress(parts, '/menu'), unsubscribeUrl });
  const mail = inLanguageOf(person, write, site);
  await queueMessages(tx, parts, [
    { channel: 'mail', to: person.email, template: 'welcome', ...mail, userId, onceKey: `welcome:${userId}` },
  ]);
}
