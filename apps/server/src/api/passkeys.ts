import { SESSION_SECONDS } from '../platform/auth/auth.ts';
import { deviceRegistry } from '../platform/auth/device-cookie.ts';
import { expiredGuestCookie, isGuestBrowser, sessionCookie } from '../platform/auth/session-cookie.ts';
import { implement, type ImplementedCall } from '../platform/http/implement.ts';
import { requireSignedIn } from '../modules/people/devices.ts';
import {
  addPasskey,
  passkeyChallenge,
  passkeyOptions,
  removePasskey,
  renamePasskey,
  signInWithPasskey,
} from '../modules/people/passkeys.ts';

export const passkeyRoutes: readonly ImplementedCall[] = [
  implement('startPasskeyRegistration', async ({ context, actor, from }) => ({
    options: await passkeyOptions(context, requireSignedIn(actor, from)),
  })),

  implement('addPasskey', async ({ context, actor, from, body }) => ({
    passkey: await addPasskey(context, requireSignedIn(actor, from), from, body),
  })),

  implement('renamePasskey', async ({ context, actor, from, body }) => ({
    passkey: await renamePasskey(context, requireSignedIn(actor, from), from, body),
  })),

  implement('removePasskey', async ({ context, actor, from, body }) => {
    await removePasskey(context, requireSignedIn(actor, from), from, body.passkeyId);
    return { passkeyId: body.passkeyId };
  }),

  implement('createPasskeyChallenge', async ({ context, from, body }) => ({
    options: await passkeyChallenge(context, from, body.to),
  })),

  implement('signInWithPasskey', async ({ context, from, body, c }) => {
    const cookies = c.req.header('cookie') ?? null;
    const devices = deviceRegistry(context);
    const isKnownDevice = (address: string) => devices.deviceOf(cookies, address) !== null;
    const { name, email, token } = await signInWithPasskey(context, from, isKnownDevice, body.proof);
    c.header('set-cookie', sessionCookie(token, context, SESSION_SECONDS), { append: true });
    c.header('set-cookie', devices.remember(cookies, email), { append: true });
    if (isGuestBrowser(cookies)) c.header('set-cookie', expiredGuestCookie(context.overTls), { append: true });
    return { name };
  }),
];
