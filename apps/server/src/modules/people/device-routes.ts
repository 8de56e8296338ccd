import * as contract from '@tiffin/contract/devices';
import { isStaff } from '@tiffin/domain/people';
import { confirmMe } from '../../auth/confirm-me.ts';
import { codesOf } from '../../auth/second-step-calls.ts';
import { takeCookies } from '../../auth/session-cookie.ts';
import { shownToLibrary } from '../../auth/shown-to-library.ts';
import { implement, type Implemented } from '../../http/implement.ts';
import { askerOf, listDevices, signOut } from './devices.ts';
import { confirmByPasskey, listPasskeys } from './passkeys.ts';

export const deviceRoutes: readonly Implemented[] = [
  implement(contract.getMyDevices, async ({ context, actor, from }) => ({
    devices: await listDevices(context, askerOf(actor, from)),
    ...(await codesOf(context, askerOf(actor, from))),
    ...(await listPasskeys(context, askerOf(actor, from))),
  })),

  implement(contract.signOutDevice, async ({ context, actor, from, body, c }) => {
    const asker = askerOf(actor, from);
    await signOut(context, asker, from, body.deviceId);
    const isThis = body.deviceId === asker.signedIn.sessionId;
    if (isThis) takeCookies(c, context);
    return { isThis };
  }),

  implement(contract.signOutEverywhere, async ({ context, actor, from, c }) => {
    const signedOut = await signOut(context, askerOf(actor, from), from);
    takeCookies(c, context);
    return { signedOut };
  }),

  implement(contract.confirmMe, async ({ context, actor, from, body, c }) => {
    const { signedIn } = askerOf(actor, from);
    const { passkey, ...typed } = body;
    const goesFirst = isStaff(actor) || signedIn.needsSecondStep;
    const proof = passkey ? { byPasskey: () => confirmByPasskey(context, signedIn, passkey) } : typed;
    const at = await confirmMe(
      context,
      signedIn,
      { ...proof, goesFirst },
      shownToLibrary(c.req.raw.headers, signedIn, context),
    );
    return { confirmedAt: at.toISOString() };
  }),
];
