import { sessionCookie, tabletCookie, removeSessionCookie } from '../platform/auth/session-cookie.ts';
import { transaction } from '../platform/db/transaction.ts';
import { implement, type ImplementedCall } from '../platform/http/implement.ts';
import { accountEntry, recordAuditEntries } from '../modules/log/record-audit-entries.ts';
import { setRandomPin } from '../modules/people/pins.ts';
import { endSessions } from '../modules/people/sign-in-sessions.ts';
import {
  removeTablet,
  listTablets,
  setUpTablet,
  SHIFT_SECONDS,
  showTablet,
  unlockTablet,
} from '../modules/people/tablets.ts';

export const tabletRoutes: readonly ImplementedCall[] = [
  implement('getTablets', ({ context, actor }) => listTablets(context, actor)),

  implement('setUpTablet', async ({ context, actor, from, body, c }) => {
    const { tablet, token } = await setUpTablet(context, { actor, from }, body);
    removeSessionCookie(c, context);
    c.header('set-cookie', tabletCookie(token, context.overTls), { append: true });
    return { tablet };
  }),

  implement('removeTablet', async ({ context, actor, from, body }) => {
    await removeTablet(context, { actor, from }, body.tabletId);
    return { tabletId: body.tabletId };
  }),

  implement('createPin', ({ context, actor, from, body }) => setRandomPin(context, { actor, from }, body.userId)),

  implement('getTablet', ({ context, c }) => showTablet(context, c.req.raw.headers)),

  implement('unlockTablet', async ({ context, from, body, c }) => {
    const { name, token } = await unlockTablet(context, c.req.raw.headers, from, body);
    c.header('set-cookie', sessionCookie(token, context, SHIFT_SECONDS), { append: true });
    return { name };
  }),

  implement('lockTablet', async ({ context, actor, from, c }) => {
    const { signedIn } = from;
    if (!signedIn?.tablet) return { locked: false };
    await transaction(context.db, async (tx) => {
      await endSessions(context, tx, (row) => row('id', '=', signedIn.sessionId));
      const person = { id: signedIn.userId, name: 'name' in actor ? actor.name : '' };
      await recordAuditEntries(tx, accountEntry('signed-out', person, { at: context.clock.now(), from }));
    });
    removeSessionCookie(c, context);
    return { locked: true };
  }),
];
