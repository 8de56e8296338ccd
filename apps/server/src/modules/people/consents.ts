import type { ResponseOf } from '@tiffin/contract';
import { refuse, say } from '@tiffin/domain/core';
import { offersConsentTexts } from '@tiffin/domain/messages';
import { sql } from 'kysely';
import type { Context, Tx, Db } from '../../context.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { pageAddress } from '../../platform/i18n/request-language.ts';
import { cancelUnsentMessages } from '../outbox/update-messages.ts';
import { readSite } from '../locations/restaurant/site.ts';

/** SQL condition on a consent `c`: an account's consent counts only for an address it has confirmed. */
export const isConsentProven = sql<boolean>`
  not exists (select from users owner where owner.id = c.user_id and not owner.email_verified)
`;

/** SQL condition on `consents` and `users`: the account gave the consent, or confirmed the address of the consent. */
export function isConsentOfAccount() {
  return sql<boolean>`(consents.user_id = users.id or (users.email_confirmed_at is not null and consents.email = users.email))`;
}

/** The templates of mails that go only to people who agreed to offers. */
export const OFFER_TEMPLATES: readonly string[] = ['promotion', 'welcome'];

interface Subscriber {
  readonly email: string;
  /** The account; null when the owner of the address decides, by a link that was mailed to it. */
  readonly userId: string | null;
}

interface ConsentChange {
  readonly agrees: boolean;
  readonly source: string;
  readonly now: Date;
  /** What the person read when agreeing. */
  readonly wording?: string | null;
}

/**
 * Records a consent to promotions or its withdrawal; both dates are kept. An account that has not confirmed its address
 * withdraws only its own consent, because the address may belong to someone else.
 */
export async function setPromotionConsent(
  tx: Tx,
  person: Subscriber,
  { agrees, source, now, wording = null }: ConsentChange,
): Promise<void> {
  if (agrees) {
    await tx
      .insertInto('consents')
      .values({
        email: person.email,
        user_id: person.userId,
        purpose: 'promotions',
        channel: 'mail',
        source,
        given_at: now,
        wording,
      })
      .onConflict((conflict) =>
        conflict.columns(['email', 'purpose', 'channel']).where('withdrawn_at', 'is', null).doNothing(),
      )
      .execute();
    return;
  }
  const withdrawn = await tx
    .updateTable('consents')
    .set({ withdrawn_at: now, withdrawn_by: source })
    .where('email', '=', person.email)
    .where('purpose', '=', 'promotions')
    .where('withdrawn_at', 'is', null)
    .$if(person.userId !== null, (own) =>
      own.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('users').select('users.id').where('users.id', '=', person.userId).where(isConsentOfAccount()),
        ),
      ),
    )
    .returning('id')
    .execute();
  if (person.userId !== null && withdrawn.length === 0) return;
  await cancelUnsentMessages(tx, person.email, OFFER_TEMPLATES, UNSUBSCRIBED);
}

/** Records that an account agreed to offers in one of our forms, with the words of the form. */
export async function recordFormConsent(
  tx: Tx,
  account: { readonly email: string; readonly userId: string },
  source: 'account page' | 'sign-up page',
  now: Date,
): Promise<void> {
  const { name, address } = await readSite(tx);
  const { label, terms } = offersConsentTexts(name, address);
  await setPromotionConsent(tx, account, { agrees: true, source, now, wording: `${label}. ${terms}` });
}

/** The addresses that agreed to promotions, each with its unsubscribe link. */
export async function unsubscribeUrls(
  context: Pick<Context, 'publicUrl'>,
  db: Db | Tx,
  emails: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (emails.length === 0) return new Map();
  const rows = await db
    .selectFrom('consents as c')
    .select(['email', 'token'])
    // Not a list of parameters, of which a query has at most 65,535.
    .where(sql<boolean>`email = any(${[...emails]}::text[])`)
    .where('purpose', '=', 'promotions')
    .where('channel', '=', 'mail')
    .where('withdrawn_at', 'is', null)
    .where(isConsentProven)
    .execute();
  return new Map(rows.map(({ email, token }) => [email, pageAddress(context, `/unsubscribe?token=${token}`)]));
}

// Reasons why a message was not sent, stored in the source language and translated when read.
const UNSUBSCRIBED = say`Unsubscribed`;
/** The reason why an offer was not sent to somebody. */
export const NO_CONSENT = say`Has not agreed to receive promotions`;

type Answer = ResponseOf<'getMailSubscription'>;

/** The content of the page behind an unsubscribe link: the address and whether it still gets promotions. */
export async function readSubscription(db: Db | Tx, token: string): Promise<Answer> {
  const { email } = await requireConsent(db, token);
  const consent = await db
    .selectFrom('consents')
    .select('id')
    .where('email', '=', email)
    .where('purpose', '=', 'promotions')
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst();
  return { email: maskEmail(email), subscribed: consent !== undefined };
}

/** Unsubscribes with one click, without sign-in. Old links also end a later consent. Repeating it changes nothing. */
export function unsubscribe(context: Context, token: string): Promise<Answer> {
  return transaction(context.db, async (tx) => {
    const { email } = await requireConsent(tx, token);
    const withdrawal = { agrees: false, source: 'unsubscribe link', now: context.clock.now() };
    await setPromotionConsent(tx, { email, userId: null }, withdrawal);
    return readSubscription(tx, token);
  });
}

async function requireConsent(db: Db | Tx, token: string): Promise<{ email: string }> {
  const consent = await db.selectFrom('consents').select('email').where('token', '=', token).executeTakeFirst();
  if (!consent) throw refuse('not-found', say`This link is not valid.`);
  return consent;
}

/** 'p•••@example.com': the owner recognises it, others with the link do not. */
function maskEmail(email: string): string {
  const [name = '', domain = ''] = email.split('@');
  return `${name.slice(0, 1)}•••@${domain}`;
}
