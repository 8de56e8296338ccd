import { useState } from 'react';
import { say } from '@tiffin/domain/core';
import { useLocations } from '../../shared/site/site.ts';
import type { Answer } from '../../shared/api/api.ts';
import { callOf, useAction } from '../../shared/api/use-action.ts';
import { refusalText } from '../../shared/errors/error-text.ts';
import { markSignedOut } from '../../shared/offline/clear-stored-data.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { formOf, textField } from '../../ui/form.ts';
import { EditDialog, SelectField, TextField } from '../../ui/form-fields.tsx';
import { SecretDialog } from '../../ui/form-dialog.tsx';
import { formatTime } from '../../ui/format.ts';
import { NamedOptions } from '../../ui/inputs.tsx';
import { useForm } from '../../ui/use-form.ts';
import { DeviceRow } from './device-row.tsx';
import styles from './devices.module.css';

const SET_UP = say`Make this device a shared tablet`;

type Tablets = Answer<'getTablets'>;

interface SharedTabletsProps {
  shared: Tablets | null;
  /** Why the tablets could not be loaded. */
  problem: string | null;
  locationIds: readonly string[] | null;
  onChanged: () => void;
  onSetUp: () => void;
}

/** Tablets shared by several people, and the PINs with which they switch. */
export function SharedTablets({ shared, problem, locationIds, onChanged, onSetUp }: SharedTabletsProps) {
  const [newPin, setNewPin] = useState<{ name: string; pin: string } | null>(null);
  const [isSettingUp, setSettingUp] = useState(false);
  const createPin = useAction(callOf('createPin'), {
    failed: say`The PIN was not created`,
    onDone(answer) {
      setNewPin(answer);
      onChanged();
    },
    onFailed: onChanged,
  });
  const endTablet = useAction(callOf('removeTablet'), {
    doneText: () => say`That tablet is no longer shared.`,
    failed: say`The tablet was not ended`,
    onDone: onChanged,
    onFailed: onChanged,
  });

  return (
    <section aria-labelledby="tablets" className="stack gap-12">
      <h2 id="tablets">{say`Shared tablets`}</h2>
      <p className="soft text-sm">{say`A tablet on the counter is set up once. People switch with six digits, and work under their own name with staff rights.`}</p>
      {problem !== null && <Banner tone="bad">{problem}</Banner>}
      <ul className={styles.list}>
        {shared?.tablets.map((tablet) => (
          <DeviceRow
            key={tablet.id}
            name={tablet.name}
            hint={[
              tablet.locationName,
              tablet.lastUsedAt && say`last used ${formatTime(tablet.lastUsedAt, 'date-time')}`,
            ]
              .filter(Boolean)
              .join(', ')}
          >
            <ConfirmButton
              look="quiet"
              size="sm"
              aria-label={say`End ${tablet.name}`}
              question={{
                title: say`End ${tablet.name}?`,
                text: say`The person who uses it is signed out at once. A manager can set it up again on the tablet itself.`,
                confirm: say`End`,
                cancel: say`Keep it`,
                look: 'danger-solid',
              }}
              onConfirm={() => endTablet.send({ tabletId: tablet.id })}
            >
              {say`End`}
            </ConfirmButton>
          </DeviceRow>
        ))}
      </ul>
      <div>
        <Button look="quiet" onClick={() => setSettingUp(true)}>
          {SET_UP}
        </Button>
      </div>
      <h3>{say`PINs`}</h3>
      <ul className={styles.list}>
        {shared?.people.map(({ userId, name, hasPin, isLocked, mayGive }) => (
          <DeviceRow
            key={userId}
            name={name}
            badge={
              isLocked ? (
                <Badge tone="bad">{say`Locked after five wrong tries`}</Badge>
              ) : (
                hasPin && <Badge tone="ok">{say`Has a PIN`}</Badge>
              )
            }
          >
            <Button
              look="quiet"
              size="sm"
              aria-label={say`Give ${name} a PIN`}
              busy={createPin.sending?.userId === userId}
              disabledReason={mayGive ? null : say`An admin gives managers their PIN; admins give themselves one.`}
              onClick={() => void createPin.send({ userId })}
            >
              {hasPin ? say`Give a new PIN` : say`Give a PIN`}
            </Button>
          </DeviceRow>
        ))}
      </ul>
      {newPin && <NewPin {...newPin} onClose={() => setNewPin(null)} />}
      {isSettingUp && <SetUpTablet locationIds={locationIds} onClose={() => setSettingUp(false)} onSetUp={onSetUp} />}
    </section>
  );
}

function NewPin({ name, pin, onClose }: { name: string; pin: string; onClose: () => void }) {
  return (
    <SecretDialog title={say`The PIN of ${name}`} closeLabel={say`Done`} onClose={onClose}>
      <p className={`num text-center ${styles.given}`}>{pin}</p>
      <Banner tone="warn">{say`Tell only them: it is not shown again. Their earlier PIN no longer works.`}</Banner>
    </SecretDialog>
  );
}

const tabletForm = formOf({
  locationId: textField(say`Where is it used?`),
  name: textField(say`Name`, {
    missing: say`Please give it a name`,
    hint: say`The name people use: Till 1, Kitchen`,
    input: { maxLength: 60 },
  }),
});

interface SetUpTabletProps {
  locationIds: readonly string[] | null;
  onClose: () => void;
  onSetUp: () => void;
}

function SetUpTablet({ locationIds, onClose, onSetUp }: SetUpTabletProps) {
  const locations = useLocations().filter(({ id }) => locationIds === null || locationIds.includes(id));
  const { sendOrThrow } = useAction(callOf('setUpTablet'), {
    onDone() {
      markSignedOut();
      onSetUp();
    },
  });
  const form = useForm(tabletForm, {
    initialValues: { locationId: locations[0]?.id ?? '' },
    save: ({ values }) => sendOrThrow(values),
    refused: refusalText,
  });
  return (
    <EditDialog
      form={form}
      size="sm"
      title={say`A shared tablet`}
      description={say`You are signed out here, and the screen shows who can use it.`}
      save={SET_UP}
      cancel={say`Not now`}
      onClose={onClose}
    >
      <SelectField {...form.at('locationId')}>
        <NamedOptions options={locations} />
      </SelectField>
      <TextField {...form.at('name')} />
    </EditDialog>
  );
}
