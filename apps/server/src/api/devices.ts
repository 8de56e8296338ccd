import { passwordHashOf } from '../platform/auth/password-hash.ts';
import { readSecondStepStatus, confirmIdentity } from '../platform/auth/second-step-calls.ts';
import { removeSessionCookie } from '../platform/auth/session-cookie.ts';
import { headersForLibrary } from '../platform/auth/sign-in-library.ts';
import { implement, type ImplementedCall } from '../platform/http/implement.ts';
import { withIdentityLog } from '../modules/log/log-sign-ins.ts';
import { requireSignedIn, listDevices, signOut } from '../modules/people/devices.ts';
import { confirmWithPasskey, listPasskeys } from '../modules/people/passkeys.ts';

export const deviceRoutes: readonly ImplementedCall[] = [
  implement('getMyDevices', async ({ context, actor, from }) => ({
    devices: await listDevices(context, requireSignedIn(actor, from)),
    ...(await readSecondStepStatus(context, requireSignedIn(actor, from))),
    ...(await listPasskeys(context, requireSignedIn(actor, from))),
    hasPassword: (await passwordHashOf(context.db, requireSignedIn(actor, from).signedIn.userId)) !== null,
    needsNewPassword: from.signedIn?.needsNewPassword === true,
  })),

  implement('signOutDevice', async ({ context, actor, from, body, c }) => {
    const person = requireSignedIn(actor, from);
    await signOut(context, person, from, body.deviceId);
    const isThis = body.deviceId === person.signedIn.sessionId;
    if (isThis) removeSessionCookie(c, context);
    return { isThis };
  }),

  implement('signOutEverywhere', async ({ context, actor, from, c }) => {
    const signedOut = await signOut(context, requireSignedIn(actor, from), from);
    removeSessionCookie(c, context);
    return { signedOut };
  }),

  implement('confirmIdentity', async ({ context, actor, from, body, c }) => {
    const person = requireSignedIn(actor, from);
    const { signedIn } = person;
    const { passkey, ...typed } = body;
    const { isStaff } = signedIn;
    const proof = passkey ? { byPasskey: () => confirmWithPasskey(context, signedIn, passkey) } : typed;
    const headers = headersForLibrary(c.req.raw.headers, signedIn, context);
    const confirm = () => confirmIdentity(context, signedIn, { ...proof, goesFirst: isStaff }, headers);
    const at = isStaff ? await withIdentityLog(context, { ...person, from, body }, confirm) : await confirm();
    return { confirmedAt: at.toISOString() };
  }),
];
