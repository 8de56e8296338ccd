import { api } from '../api/api.ts';
import { NOTIFICATION_TOPICS_KEY, storedText } from './text-storage.ts';

export type NotificationTopic =
  | { readonly orderId: string; readonly token?: string | undefined }
  | { readonly locationId: string };

export type NotificationState = 'off' | 'on' | 'refused' | 'unsupported';

/** The topics that this device follows, so that a page can show it without a request. */
const storedTopics = storedText(NOTIFICATION_TOPICS_KEY);
const MAX_TOPICS = 50;

function nameOf(topic: NotificationTopic): string {
  return 'orderId' in topic ? `order ${topic.orderId}` : `location ${topic.locationId}`;
}

function names(): readonly string[] {
  const text = storedTopics.read();
  return text === null ? [] : text.split('\n');
}

function storeNames(next: readonly string[]): void {
  storedTopics.write(next.length > 0 ? next.slice(-MAX_TOPICS).join('\n') : null);
}

export const watchNotificationState = storedTopics.subscribe;

export function notificationState(topic: NotificationTopic): NotificationState {
  if (!('serviceWorker' in navigator) || !('PushManager' in globalThis) || !('Notification' in globalThis)) {
    return 'unsupported';
  }
  if (Notification.permission === 'denied') return 'refused';
  return Notification.permission === 'granted' && names().includes(nameOf(topic)) ? 'on' : 'off';
}

/** Asks the person, then the browser's push service, then the server. Must be called from a press. */
export async function enableNotifications(topic: NotificationTopic): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') {
    // Stored unchanged, so that watchers read the new permission.
    storeNames(names());
    return;
  }
  const { endpoint, keys } = await subscription();
  const body = { endpoint, keys };
  if ('orderId' in topic) {
    const { orderId, token } = topic;
    await api('followOrder', { body: { orderId, token: token || undefined, subscription: body } });
  } else await api('followLocation', { body: { locationId: topic.locationId, subscription: body } });
  storeNames([...names().filter((name) => name !== nameOf(topic)), nameOf(topic)]);
}

export async function disableNotifications(topic: NotificationTopic): Promise<void> {
  const registration = await navigator.serviceWorker.ready;
  const endpoint = (await registration.pushManager.getSubscription())?.endpoint;
  const unfollowed = 'orderId' in topic ? { orderId: topic.orderId } : { locationId: topic.locationId };
  if (endpoint) await api('unfollow', { body: { endpoint, ...unfollowed } });
  storeNames(names().filter((name) => name !== nameOf(topic)));
}

/** Stops all notifications when the device passes to another person. */
export async function disableAllNotifications(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
  // If that fails, it is tried again at the next change of person.
  storedTopics.write(null);
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
