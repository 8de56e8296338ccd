import * as contract from '@tiffin/contract/tablets';
import { secretOf } from '../../auth/secrets.ts';
import { expiredCookies, sessionCookie, tabletCookie } from '../../auth/session-cookie.ts';
import type { Context } from '../../context.ts';
import { transaction } from '../../db/transaction.ts';
import type { ApiContext } from '../../http/api-context.ts';
import { implement, type Implemented } from '../../http/implement.ts';
import { endStreams } from './change-users.ts';
import { givePin } from './pins.ts';
import { endTablet, listTablets, setUpTablet, SHIFT_SECONDS, showTablet, unlockTablet } from './tablets.ts';

export const tabletRoutes: readonly Implemented[] = [
  implement(contract.getTablets, ({ context, actor }) => listTablets(context, actor)),

  implement(contract.setUpTablet, async ({ context, actor, from, body, c }) => {
    const { tablet, token } = await setUpTablet(context, { actor, from }, body);
    signOutHere(context, c);
    c.header('set-cookie', tabletCookie(token, isOverTls(context)), { append: true });
    return { tablet };
  }),

  implement(contract.endTablet, async ({ context, actor, from, body }) => {
    await endTablet(context, { actor, from }, body.tabletId);
    return { tabletId: body.tabletId };
  }),

  implement(contract.givePin, ({ context, actor, from, body }) => givePin(context, { actor, from }, body.userId)),

  implement(contract.getTablet, ({ context, c }) => showTablet(context, c.req.raw.headers)),

  implement(contract.unlockTablet, async ({ context, from, body, c }) => {
    const { name, token } = await unlockTablet(context, c.req.raw.headers, from, body);
    const overTls = isOverTls(context);
    const parts = { secret: secretOf(context.config), overTls, seconds: SHIFT_SECONDS };
    c.header('set-cookie', sessionCookie(token, parts), { append: true });
    return { name };
  }),

  implement(contract.lockTablet, async ({ context, from, c }) => {
    const { signedIn } = from;
    if (!signedIn?.tablet) return { locked: false };
    await transaction(context.db, async (tx) => {
      await tx.deleteFrom('sessions').where('id', '=', signedIn.sessionId).execute();
      await endStreams(context, tx, signedIn.userId, context.clock.now());
    });
    signOutHere(context, c);
    return { locked: true };
  }),
];

function isOverTls({ publicUrl }: Context): boolean {
  return publicUrl.startsWith('https:');
}

function signOutHere(context: Context, c: ApiContext): void {
  for (const gone of expiredCookies(isOverTls(context))) c.header('set-cookie', gone, { append: true });
}
