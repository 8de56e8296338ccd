import * as contract from '@tiffin/contract/devices';
import type { ApiContext } from '../../http/api-context.ts';
import { confirmMe } from '../../auth/confirm-me.ts';
import { codesOf } from '../../auth/second-step-calls.ts';
import { expiredCookies, underNewName } from '../../auth/session-cookie.ts';
import type { Context } from '../../context.ts';
import { implement, type Implemented } from '../../http/implement.ts';
import { askerOf, listDevices, signOut } from './devices.ts';

export const deviceRoutes: readonly Implemented[] = [
  implement(contract.getMyDevices, async ({ context, actor, from }) => ({
    devices: await listDevices(context, askerOf(actor, from)),
    ...(await codesOf(context, askerOf(actor, from))),
  })),

  implement(contract.signOutDevice, async ({ context, actor, from, body, c }) => {
    const asker = askerOf(actor, from);
    await signOut(context, asker, from, body.deviceId);
    const isThis = body.deviceId === asker.signedIn.sessionId;
    if (isThis) takeCookies(context, c);
    return { isThis };
  }),

  implement(contract.signOutEverywhere, async ({ context, actor, from, c }) => {
    const signedOut = await signOut(context, askerOf(actor, from), from);
    takeCookies(context, c);
    return { signedOut };
  }),

  implement(contract.confirmMe, async ({ context, actor, from, body, c }) => {
    const headers = new Headers(c.req.raw.headers);
    headers.set('cookie', underNewName(headers.get('cookie') ?? '', context.publicUrl.startsWith('https:')));
    const at = await confirmMe(context, askerOf(actor, from).signedIn, body, headers);
    return { confirmedAt: at.toISOString() };
  }),
];

function takeCookies({ publicUrl }: Context, c: ApiContext): void {
  for (const gone of expiredCookies(publicUrl.startsWith('https:'))) c.header('set-cookie', gone, { append: true });
}
