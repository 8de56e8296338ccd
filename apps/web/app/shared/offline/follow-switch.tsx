import { useState, useSyncExternalStore } from 'react';
import { wordsFor } from '../errors/words.ts';
import { Switch } from '../../ui/boxes.tsx';
import { toast } from '../../ui/toasts.ts';
import { following, startFollowing, stopFollowing, subscribeFollowing, type Followed, type Following } from './push.ts';
import { texts } from './texts.ts';

const before = (): Following => 'unsupported';

/** The switch for notifications while the site is closed; renders nothing in browsers without them. */
export function FollowSwitch({ what }: { what: Followed }) {
  const state = useSyncExternalStore(subscribeFollowing, () => following(what), before);
  const [isBusy, setIsBusy] = useState(false);
  if (state === 'unsupported') return null;

  async function change(requested: boolean): Promise<void> {
    setIsBusy(true);
    try {
      await (requested ? startFollowing(what) : stopFollowing(what));
    } catch (error) {
      toast.error(texts.followFailed, { description: wordsFor(error) });
    }
    setIsBusy(false);
  }

  const { label, hint } = 'orderId' in what ? texts.followOrder : texts.followLocation;
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
