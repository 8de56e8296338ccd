import { useState, useSyncExternalStore } from 'react';
import { errorText } from '../errors/error-text.ts';
import { Switch } from '../../ui/boxes.tsx';
import { toast } from '../../ui/toasts.ts';
import {
  notificationState,
  enableNotifications,
  disableNotifications,
  watchNotificationState,
  type NotificationTopic,
  type NotificationState,
} from './push.ts';
import { texts } from './texts.ts';

const before = (): NotificationState => 'unsupported';

/** The switch for notifications while the site is closed; renders nothing in browsers without them. */
export function NotificationSwitch({ topic }: { topic: NotificationTopic }) {
  const state = useSyncExternalStore(watchNotificationState, () => notificationState(topic), before);
  const [isBusy, setIsBusy] = useState(false);
  if (state === 'unsupported') return null;

  async function change(requested: boolean): Promise<void> {
    setIsBusy(true);
    try {
      await (requested ? enableNotifications(topic) : disableNotifications(topic));
    } catch (error) {
      toast.error(texts.followFailed, { description: errorText(error) });
    }
    setIsBusy(false);
  }

  const { label, hint } = 'orderId' in topic ? texts.followOrder : texts.followLocation;
  return (
    <Switch
      label={label}
      hint={state === 'refused' ? texts.followRefused : hint}
      checked={state === 'on'}
      disabled={isBusy || state === 'refused'}
      onChange={(event) => void change(event.currentTarget.checked)}
    />
  );
}
