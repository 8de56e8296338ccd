import type { AnswerOf } from '@tiffin/contract';
import type { getUnsubscribe } from '@tiffin/contract/people';
import { refuse, say } from '@tiffin/domain/core';
import type { Context } from '../../context.ts';
import type { Db, Tx } from '../../db/connection.ts';
import { transaction } from '../../db/transaction.ts';
import { setPromotionConsent } from './consents.ts';

type Answer = AnswerOf<typeof getUnsubscribe>;

/** What the page behind an unsubscribe link says: whose address, and whether offers still go there. */
export async function readSubscription(db: Db | Tx, token: string): Promise<Answer> {
  const { email } = await consentBehind(db, token);
  const inForce = await db
    .selectFrom('consents')
    .select('id')
    .where('email', '=', email)
    .where('purpose', '=', 'promotions')
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst();
  return { email: masked(email), subscribed: inForce !== undefined };
}

/** One press and no sign-in. An old link ends the present consent too, and twice is as good as once. */
export function unsubscribe(context: Context, token: string): Promise<Answer> {
  return transaction(context.db, async (tx) => {
    const { email } = await consentBehind(tx, token);
    await setPromotionConsent(tx, { email, userId: null }, false, 'unsubscribe link', context.clock.now());
    return readSubscription(tx, token);
  });
}

async function consentBehind(db: Db | Tx, token: string): Promise<{ email: string }> {
  const consent = await db.selectFrom('consents').select('email').where('token', '=', token).executeTakeFirst();
  if (!consent) throw refuse('not-found', say`This link is not known.`);
  return consent;
}

/** 'p•••@example.com': enough for its owner, too little for whoever found the link. */
function masked(email: string): string {
  const [name = '', domain = ''] = email.split('@');
  return `${name.slice(0, 1)}•••@${domain}`;
}
