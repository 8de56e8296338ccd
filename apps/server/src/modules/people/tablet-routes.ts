import * as contract from '@tiffin/contract/tablets';
import { sessionCookie, tabletCookie, takeCookies } from '../../auth/session-cookie.ts';
import { transaction } from '../../db/transaction.ts';
import { implement, type Implemented } from '../../http/implement.ts';
import { endSessions } from './end-sessions.ts';
import { givePin } from './pins.ts';
import { endTablet, listTablets, setUpTablet, SHIFT_SECONDS, showTablet, unlockTablet } from './tablets.ts';

export const tabletRoutes: readonly Implemented[] = [
  implement(contract.getTablets, ({ context, actor }) => listTablets(context, actor)),

  implement(contract.setUpTablet, async ({ context, actor, from, body, c }) => {
    const { tablet, token } = await setUpTablet(context, { actor, from }, body);
    takeCookies(c, context);
    c.header('set-cookie', tabletCookie(token, context.overTls), { append: true });
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
    c.header('set-cookie', sessionCookie(token, context, SHIFT_SECONDS), { append: true });
    return { name };
  }),

  implement(contract.lockTablet, async ({ context, from, c }) => {
    const { signedIn } = from;
    if (!signedIn?.tablet) return { locked: false };
    await transaction(context.db, (tx) => endSessions(context, tx, (row) => row('id', '=', signedIn.sessionId)));
    takeCookies(c, context);
    return { locked: true };
  }),
];
