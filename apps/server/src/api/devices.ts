import * as devices from '@tiffin/contract/devices';
import * as passkeys from '@tiffin/contract/passkeys';
import * as tablets from '@tiffin/contract/tablets';
import { isStaff } from '@tiffin/domain/people';
import { SESSION_SECONDS } from '../platform/auth/auth.ts';
import { deviceRegistry } from '../platform/auth/device-cookie.ts';
import { codesOf, confirmIdentity } from '../platform/auth/second-step-calls.ts';
import {
  expiredGuest,
  isGuestBrowser,
  sessionCookie,
  tabletCookie,
  removeCookie,
} from '../platform/auth/session-cookie.ts';
import { shownToLibrary } from '../platform/auth/sign-in-library.ts';
import { transaction } from '../platform/db/transaction.ts';
import { implement, type Implemented } from '../platform/http/implement.ts';
import { requireSignedIn, listDevices, signOut } from '../modules/people/devices.ts';
import {
  addPasskey,
  passkeyChallenge,
  passkeyOptions,
  confirmWithPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
  signInWithPasskey,
} from '../modules/people/passkeys.ts';
import { setRandomPin } from '../modules/people/pins.ts';
import { endSessions } from '../modules/people/sessions.ts';
import {
  removeTablet,
  listTablets,
  setUpTablet,
  SHIFT_SECONDS,
  showTablet,
  unlockTablet,
} from '../modules/people/tablets.ts';

export const deviceRoutes: readonly Implemented[] = [
  implement(devices.getMyDevices, async ({ context, actor, from }) => ({
    devices: await listDevices(context, requireSignedIn(actor, from)),
    ...(await codesOf(context, requireSignedIn(actor, from))),
    ...(await listPasskeys(context, requireSignedIn(actor, from))),
  })),

  implement(devices.signOutDevice, async ({ context, actor, from, body, c }) => {
    const asker = requireSignedIn(actor, from);
    await signOut(context, asker, from, body.deviceId);
    const isThis = body.deviceId === asker.signedIn.sessionId;
    if (isThis) removeCookie(c, context);
    return { isThis };
  }),

  implement(devices.signOutEverywhere, async ({ context, actor, from, c }) => {
    const signedOut = await signOut(context, requireSignedIn(actor, from), from);
    removeCookie(c, context);
    return { signedOut };
  }),

  implement(devices.confirmIdentity, async ({ context, actor, from, body, c }) => {
    const { signedIn } = requireSignedIn(actor, from);
    const { passkey, ...typed } = body;
    const goesFirst = isStaff(actor) || signedIn.needsSecondStep;
    const proof = passkey ? { byPasskey: () => confirmWithPasskey(context, signedIn, passkey) } : typed;
    const at = await confirmIdentity(
      context,
      signedIn,
      { ...proof, goesFirst },
      shownToLibrary(c.req.raw.headers, signedIn, context),
    );
    return { confirmedAt: at.toISOString() };
  }),
];

export const passkeyRoutes: readonly Implemented[] = [
  implement(passkeys.startPasskeyRegistration, async ({ context, actor, from }) => ({
    options: await passkeyOptions(context, requireSignedIn(actor, from)),
  })),

  implement(passkeys.addPasskey, async ({ context, actor, from, body }) => ({
    passkey: await addPasskey(context, requireSignedIn(actor, from), from, body),
  })),

  implement(passkeys.renamePasskey, async ({ context, actor, from, body }) => ({
    passkey: await renamePasskey(context, requireSignedIn(actor, from), from, body),
  })),

  implement(passkeys.removePasskey, async ({ context, actor, from, body }) => {
    await removePasskey(context, requireSignedIn(actor, from), from, body.passkeyId);
    return { passkeyId: body.passkeyId };
  }),

  implement(passkeys.createPasskeyChallenge, async ({ context, from, body }) => ({
    options: await passkeyChallenge(context, from, body.to),
  })),

  implement(passkeys.signInWithPasskey, async ({ context, from, body, c }) => {
    const browser = c.req.header('user-agent') ?? null;
    const { name, email, token } = await signInWithPasskey(context, from, browser, body.proof);
    c.header('set-cookie', sessionCookie(token, context, SESSION_SECONDS), { append: true });
    const cookies = c.req.header('cookie') ?? null;
    c.header('set-cookie', deviceRegistry(context).remember(cookies, email), { append: true });
    if (isGuestBrowser(cookies)) c.header('set-cookie', expiredGuest(context.overTls), { append: true });
    return { name };
  }),
];

export const tabletRoutes: readonly Implemented[] = [
  implement(tablets.getTablets, ({ context, actor }) => listTablets(context, actor)),

  implement(tablets.setUpTablet, async ({ context, actor, from, body, c }) => {
    const { tablet, token } = await setUpTablet(context, { actor, from }, body);
    removeCookie(c, context);
    c.header('set-cookie', tabletCookie(token, context.overTls), { append: true });
    return { tablet };
  }),

  implement(tablets.removeTablet, async ({ context, actor, from, body }) => {
    await removeTablet(context, { actor, from }, body.tabletId);
    return { tabletId: body.tabletId };
  }),

  implement(tablets.createPin, ({ context, actor, from, body }) => setRandomPin(context, { actor, from }, body.userId)),

  implement(tablets.getTablet, ({ context, c }) => showTablet(context, c.req.raw.headers)),

  implement(tablets.unlockTablet, async ({ context, from, body, c }) => {
    const { name, token } = await unlockTablet(context, c.req.raw.headers, from, body);
    c.header('set-cookie', sessionCookie(token, context, SHIFT_SECONDS), { append: true });
    return { name };
  }),

  implement(tablets.lockTablet, async ({ context, from, c }) => {
    const { signedIn } = from;
    if (!signedIn?.tablet) return { locked: false };
    await transaction(context.db, (tx) => endSessions(context, tx, (row) => row('id', '=', signedIn.sessionId)));
    removeCookie(c, context);
    return { locked: true };
  }),
];
