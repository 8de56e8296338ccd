import * as contract from '@tiffin/contract/passkeys';
import { SESSION_SECONDS } from '../../auth/auth.ts';
import { knownDevices } from '../../auth/known-device.ts';
import { expiredGuest, isGuestBrowser, sessionCookie } from '../../auth/session-cookie.ts';
import { implement, type Implemented } from '../../http/implement.ts';
import { askerOf } from './devices.ts';
import {
  addPasskey,
  askForPasskey,
  beginPasskey,
  removePasskey,
  renamePasskey,
  signInWithPasskey,
} from './passkeys.ts';

export const passkeyRoutes: readonly Implemented[] = [
  implement(contract.beginPasskey, async ({ context, actor, from }) => ({
    options: await beginPasskey(context, askerOf(actor, from)),
  })),

  implement(contract.addPasskey, async ({ context, actor, from, body }) => ({
    passkey: await addPasskey(context, askerOf(actor, from), from, body),
  })),

  implement(contract.renamePasskey, async ({ context, actor, from, body }) => ({
    passkey: await renamePasskey(context, askerOf(actor, from), from, body),
  })),

  implement(contract.removePasskey, async ({ context, actor, from, body }) => {
    await removePasskey(context, askerOf(actor, from), from, body.passkeyId);
    return { passkeyId: body.passkeyId };
  }),

  implement(contract.askForPasskey, async ({ context, from, body }) => ({
    options: await askForPasskey(context, from, body.to),
  })),

  implement(contract.signInWithPasskey, async ({ context, from, body, c }) => {
    const browser = c.req.header('user-agent') ?? null;
    const { name, email, token } = await signInWithPasskey(context, from, browser, body.proof);
    c.header('set-cookie', sessionCookie(token, context, SESSION_SECONDS), { append: true });
    const cookies = c.req.header('cookie') ?? null;
    c.header('set-cookie', knownDevices(context).remember(cookies, email), { append: true });
    if (isGuestBrowser(cookies)) c.header('set-cookie', expiredGuest(context.overTls), { append: true });
    return { name };
  }),
];
