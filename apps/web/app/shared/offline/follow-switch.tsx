import { useState, useSyncExternalStore } from 'react';
import { say } from '@tiffin/domain/core';
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

const FOLLOW_ORDER = {
  label: say`Notify me on this device`,
  hint: say`When the kitchen starts and when it is ready, even if this page is closed.`,
};

const FOLLOW_LOCATION = {
  label: say`New orders on this device`,
  hint: say`A notification for each, even if the back office is closed.`,
};

const stateOnServer = (): NotificationState => 'unsupported';

/** The switch for notifications while the site is closed; renders nothing in browsers without them. */
export function NotificationSwitch({ topic }: { topic: NotificationTopic }) {
  const state = useSyncExternalStore(watchNotificationState, () => notificationState(topic), stateOnServer);
  const [isBusy, setIsBusy] = useState(false);
  if (state === 'unsupported') return null;

  async function change(requested: boolean): Promise<void> {
    setIsBusy(true);
    try {
      await (requested ? enableNotifications(topic) : disableNotifications(topic));
    } catch (error) {
      toast.error(say`Notifications are blocked`, { description: errorText(error) });
    }
    setIsBusy(false);
  }

  const { label, hint } = 'orderId' in topic ? FOLLOW_ORDER : FOLLOW_LOCATION;
  return (
    <Switch
      label={label}
      hint={
        state === 'refused'
          ? say`This browser does not allow notifications from this site. You can change that in its settings.`
          : hint
      }
      checked={state === 'on'}
      disabled={isBusy || state === 'refused'}
      onChange={(event) => void change(event.currentTarget.checked)}
    />
  );
}
