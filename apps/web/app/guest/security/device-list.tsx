import { say } from '@tiffin/domain/core';
import { markSignedOut } from '../../shared/offline/clear-stored-data.ts';
import type { Answer } from '../../shared/api/api.ts';
import { callOf, useAction } from '../../shared/api/use-action.ts';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { formatTime } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import { deviceName } from './device-name.ts';
import { DeviceRow } from './device-row.tsx';
import styles from './devices.module.css';

export type Device = Answer<'getMyDevices'>['devices'][number];

interface DeviceListProps {
  devices: readonly Device[];
  onChanged: () => void;
  /** Called after this device was signed out. */
  onLeft: () => void;
}

export function DeviceList({ devices, onChanged, onLeft }: DeviceListProps) {
  function leave() {
    markSignedOut();
    onLeft();
  }
  const signOut = useAction(callOf('signOutDevice'), {
    doneText: ({ isThis }) => (isThis ? null : say`That device is signed out.`),
    failed: say`The device was not signed out`,
    onDone: ({ isThis }) => (isThis ? leave() : onChanged()),
    onFailed: onChanged,
  });
  const signOutEverywhere = useAction(callOf('signOutEverywhere'), {
    failed: say`The devices were not signed out`,
    onDone: leave,
  });

  return (
    <section aria-labelledby="devices" className="stack gap-12">
      <h2 id="devices">{say`Your devices`}</h2>
      <ul className={styles.list}>
        {devices.map((device) => (
          <DeviceRow
            key={device.id}
            name={deviceName(device)}
            badge={device.isThis && <Badge>{say`This device`}</Badge>}
            hint={[
              say`last used ${formatTime(device.lastUsedAt, 'date-time')}`,
              say`signed in ${formatTime(device.startedAt, 'date-time')}`,
              device.address,
            ]
              .filter(Boolean)
              .join(', ')}
          >
            <Button
              look="quiet"
              size="sm"
              busy={signOut.sending?.deviceId === device.id}
              aria-label={say`Sign out ${deviceName(device)}`}
              onClick={() => void signOut.send({ deviceId: device.id })}
            >
              {say`Sign out`}
            </Button>
          </DeviceRow>
        ))}
      </ul>
      <div className="row flex-wrap gap-8-16">
        <ConfirmButton
          look="danger"
          question={{
            title: say`Sign out everywhere?`,
            text: say`All your devices are signed out at once, this one too. You sign in again with your password.`,
            confirm: say`Sign out everywhere`,
            cancel: say`Stay signed in`,
            look: 'danger-solid',
          }}
          onConfirm={() => signOutEverywhere.send({})}
        >
          {say`Sign out everywhere`}
        </ConfirmButton>
        <Link href={paths.forgotPassword()} className="inline-row touch-height text-sm weight-600">
          {say`Choose a new password`}
        </Link>
      </div>
    </section>
  );
}
