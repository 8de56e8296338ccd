import { useState } from 'react';
import { say } from '@tiffin/domain/core';
import { markSignedOut } from '../../shared/offline/clear-stored-data.ts';
import { api, type Answer } from '../../shared/api/api.ts';
import { errorTextOrServerMessage } from '../../shared/errors/error-text.ts';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { formatTime } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import { toast } from '../../ui/toasts.ts';
import { deviceName } from './device-name.ts';
import styles from './devices.module.css';

export type Device = Answer<'getMyDevices'>['devices'][number];

/** The devices where the person is signed in, each with a button to sign it out. */
export function DeviceList({
  devices,
  onChanged,
  onLeft,
}: {
  devices: readonly Device[];
  onChanged: () => void;
  onLeft: () => void;
}) {
  const [ending, setEnding] = useState<string | null>(null);
  const [isConfirming, setIsConfirming] = useState(false);

  async function signOut({ id, isThis }: Device) {
    setEnding(id);
    try {
      await api('signOutDevice', { body: { deviceId: id } });
      if (isThis) left();
      else {
        toast.success(say`That device is signed out.`);
        onChanged();
      }
    } catch (error) {
      toast.error(errorTextOrServerMessage(error, [404]));
      onChanged();
    }
    setEnding(null);
  }

  function left() {
    markSignedOut();
    onLeft();
  }

  return (
    <section aria-labelledby="devices" className="stack gap-12">
      <h2 id="devices">{say`Your devices`}</h2>
      <ul className={styles.list}>
        {devices.map((device) => (
          <li key={device.id} className="row flex-wrap between gap-8-16">
            <div className="grid min-width-0 break-anywhere">
              <span className="row flex-wrap gap-8">
                <b className="weight-600">{deviceName(device)}</b>
                {device.isThis && <Badge>{say`This device`}</Badge>}
              </span>
              <span className="hint">
                {[
                  say`last used ${formatTime(device.lastUsedAt, 'date-time')}`,
                  say`signed in ${formatTime(device.startedAt, 'date-time')}`,
                  device.address,
                ]
                  .filter(Boolean)
                  .join(', ')}
              </span>
            </div>
            <Button
              look="quiet"
              size="sm"
              busy={ending === device.id}
              aria-label={say`Sign out ${deviceName(device)}`}
              onClick={() => void signOut(device)}
            >
              {say`Sign out`}
            </Button>
          </li>
        ))}
      </ul>
      <div className="row flex-wrap gap-8-16">
        <Button look="danger" onClick={() => setIsConfirming(true)}>
          {say`Sign out everywhere`}
        </Button>
        <Link href={paths.forgotPassword()} className="inline-row touch-height text-sm weight-600">
          {say`Choose a new password`}
        </Link>
      </div>
      <ConfirmDialog
        open={isConfirming}
        title={say`Sign out everywhere?`}
        description={say`All your devices are signed out at once, this one too. You sign in again with your password.`}
        confirmLabel={say`Sign out everywhere`}
        cancelLabel={say`Stay signed in`}
        look="danger-solid"
        onCancel={() => setIsConfirming(false)}
        onConfirm={async () => {
          try {
            await api('signOutEverywhere', { body: {} });
            left();
          } catch (error) {
            toast.error(errorTextOrServerMessage(error, []));
          }
          setIsConfirming(false);
        }}
      />
    </section>
  );
}
