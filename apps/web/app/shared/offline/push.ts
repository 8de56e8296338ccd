import { api } from '../api/api.ts';
import { FOLLOWED, stored } from './stored.ts';

/** What a device can be notified about. */
export type Followed =
  | { readonly orderId: string; readonly token?: string | undefined }
  | { readonly locationId: string };

/** The state of notifications about one thing on this device. */
export type Following = 'off' | 'on' | 'refused' | 'unsupported';

/** What this device follows, so that a page can show it without a request. */
const followed = stored(FOLLOWED);
const MAX_NOTICES = 50;

function nameOf(what: Followed): string {
  return 'orderId' in what ? `order ${what.orderId}` : `location ${what.locationId}`;
}

function names(): readonly string[] {
  const text = followed.read();
  return text === null ? [] : text.split('\n');
}

function keep(next: readonly string[]): void {
  followed.write(next.length > 0 ? next.slice(-MAX_NOTICES).join('\n') : null);
}

export const subscribeFollowing = followed.subscribe;

export function following(what: Followed): Following {
  if (!('serviceWorker' in navigator) || !('PushManager' in globalThis) || !('Notification' in globalThis)) {
    return 'unsupported';
  }
  if (Notification.permission === 'denied') return 'refused';
  return Notification.permission === 'granted' && names().includes(nameOf(what)) ? 'on' : 'off';
}

/** Asks the person, then the browser's push service, then the server. Must be called from a press. */
export async function startFollowing(what: Followed): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') {
    keep(names());
    return;
  }
  const { endpoint, keys } = await subscription();
  const body = { endpoint, keys };
  if ('orderId' in what) {
    const { orderId, token } = what;
    await api('followOrder', { body: { orderId, ...(token && { token }), subscription: body } });
  } else await api('followLocation', { body: { locationId: what.locationId, subscription: body } });
  keep([...names().filter((name) => name !== nameOf(what)), nameOf(what)]);
}

export async function stopFollowing(what: Followed): Promise<void> {
  const registration = await navigator.serviceWorker.ready;
  const endpoint = (await registration.pushManager.getSubscription())?.endpoint;
  const which = 'orderId' in what ? { orderId: what.orderId } : { locationId: what.locationId };
  if (endpoint) await api('unfollow', { body: { endpoint, ...which } });
  keep(names().filter((name) => name !== nameOf(what)));
}

/** Stops all notifications when the device passes to another person. */
export async function forgetFollowing(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
  // If that fails, it is tried again at the next change of person.
  followed.write(null);
}

async function subscription(): Promise<{ endpoint: string; keys: { p256dh: string; auth: string } }> {
  const registration = await navigator.serviceWorker.ready;
  const { publicKey } = await api('getPushKey');
  const pushSubscription =
    (await registration.pushManager.getSubscription()) ??
    (await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }));
  const { endpoint, keys } = pushSubscription.toJSON();
  if (!endpoint || !keys?.['p256dh'] || !keys['auth']) throw new Error('the browser gave no push address');
  return { endpoint, keys: { p256dh: keys['p256dh'], auth: keys['auth'] } };
}
