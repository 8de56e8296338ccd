import * as devices from '@tiffin/contract/devices';
import { isStaff } from '@tiffin/domain/people';
import { codesOf, confirmIdentity } from '../platform/auth/second-step-calls.ts';
import { removeCookie } from '../platform/auth/session-cookie.ts';
import { shownToLibrary } from '../platform/auth/sign-in-library.ts';
import { implement, type Implemented } from '../platform/http/implement.ts';
import { requireSignedIn, listDevices, signOut } from '../modules/people/devices.ts';
import { confirmWithPasskey, listPasskeys } from '../modules/people/passkeys.ts';

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
