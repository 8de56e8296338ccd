import { useState } from 'react';
import { Tv } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { say } from '@tiffin/domain/core';
import { paths } from '../../paths.ts';
import type { Answer } from '../../shared/api/api.ts';
import { apiQuery } from '../../shared/api/queries.ts';
import { useCall } from '../../shared/api/use-call.ts';
import { ListPanel } from '../../shared/page/list-panel.tsx';
import { useRecordForm } from '../../shared/page/use-record-form.ts';
import { Badge } from '../../ui/badge.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { booleanField, formOf, textField } from '../../ui/form.ts';
import { EditDialog, SwitchField, TextField } from '../../ui/form-fields.tsx';
import { formatTime } from '../../ui/format.ts';
import { QrCode } from '../../ui/qr-code.tsx';
import { SecretShown } from '../../ui/secret-shown.tsx';
import { toast } from '../../ui/toasts.ts';

type PickupScreen = Answer<'getPickupScreens'>['screens'][number];

const screensKey = (locationId: string) => ['pickup-screens', locationId];

/** The televisions of a location, and their keys. */
export function PickupScreens({ locationId }: { locationId: string }) {
  const screens = useQuery({
    ...apiQuery(screensKey(locationId), 'getPickupScreens', { query: { locationId } }),
    select: (answer) => answer.screens,
  });
  return (
    <ListPanel
      part="screens"
      title={say`Pick-up screens`}
      explain={say`A television by the counter shows which pickup orders are being prepared and which are ready.`}
      query={screens}
      failed={say`The pick-up screens could not be loaded`}
      none={<p className="hint">{say`No television yet.`}</p>}
      add={say`Add a screen`}
      dialog={(onClose) => <AddScreenDialog locationId={locationId} onClose={onClose} />}
    >
      {(screen) => <ScreenRow key={screen.screenId} {...screen} />}
    </ListPanel>
  );
}

function ScreenRow(screen: PickupScreen) {
  const { screenId, locationId, name, keyEnd, showsInitials, setUpBy, setUpAt, lastUsedAt, refusedAt } = screen;
  const remove = useCall('removePickupScreen', {
    doneText: () => say`${name} is disconnected`,
    failed: say`The screen was not disconnected`,
    changes: [screensKey(locationId)],
  });
  const day = formatTime(setUpAt, 'day');
  return (
    <li className="row flex-wrap between gap-8-16">
      <div className="grid min-width-0 break-anywhere">
        <b className="inline-row gap-6 icon-18 weight-600">
          <Tv />
          {name}
        </b>
        <span className="hint">
          {say`Key ends in ${keyEnd}`}, {showsInitials ? say`shows first letters` : say`shows no names`}
        </span>
        <span className="hint">
          {setUpBy === null ? say`Set up ${day}` : say`Set up ${day} by ${setUpBy}`},{' '}
          {lastUsedAt ? say`last used ${formatTime(lastUsedAt, 'date-time')}` : say`not used yet`}
        </span>
        {refusedAt && (
          <span className="hint danger">
            {say`Its key was used for something else, and refused, ${formatTime(refusedAt, 'date-time')}`}
          </span>
        )}
      </div>
      <div className="row gap-8">
        {!screen.isValid && <Badge tone="warn">{say`Needs a new key`}</Badge>}
        <ConfirmButton
          look="ghost"
          size="sm"
          aria-label={say`Disconnect ${name}`}
          question={{
            title: say`Disconnect ${name}?`,
            text: say`The screen stops at once. To use it again it needs a new key.`,
            confirm: say`Disconnect`,
          }}
          onConfirm={() => remove.send({ screenId })}
        >
          {say`Disconnect`}
        </ConfirmButton>
      </div>
    </li>
  );
}

const screenForm = formOf({
  name: textField(say`Name`, {
    missing: say`Please write a name.`,
    input: { maxLength: 60, placeholder: say`Counter TV` },
  }),
  showsInitials: booleanField(say`Show the first letter of the guest’s name`, {
    hint: say`Without it, the screen shows only the five characters that you call out.`,
  }),
});

function AddScreenDialog({ locationId, onClose }: { locationId: string; onClose: () => void }) {
  const [newKey, setNewKey] = useState<string | null>(null);
  const failed = say`The screen was not set up`;
  const form = useRecordForm(screenForm, {
    call: 'addPickupScreen',
    body: ({ values }) => ({ locationId, ...values }),
    changes: [screensKey(locationId)],
    onDone({ key }) {
      if (key !== null) return setNewKey(key);
      toast.error(failed, { description: say`Its key cannot be shown again. Disconnect it and add a new one.` });
      onClose();
    },
  });
  if (newKey !== null) return <NewScreenKey screenKey={newKey} onClose={onClose} />;
  return (
    <EditDialog
      form={form}
      size="sm"
      title={say`Add a screen`}
      save={say`Create its key`}
      failed={failed}
      onClose={onClose}
    >
      <TextField {...form.at('name')} />
      <SwitchField {...form.at('showsInitials')} />
    </EditDialog>
  );
}

/** The key is shown only here. The link contains it, for a television with a keyboard or a camera. */
function NewScreenKey({ screenKey, onClose }: { screenKey: string; onClose: () => void }) {
  const link = new URL(paths.pickupScreen(screenKey), location.origin).href;
  const address = new URL(paths.pickupScreen(), location.origin).href;
  return (
    <SecretShown
      title={say`Key of the pick-up screen`}
      warning={say`Open ${address} on the television and enter this key. You see it only now.`}
      secret={screenKey}
      copy={say`Copy the key`}
      onClose={onClose}
    >
      <QrCode text={link} label={say`The link with the key as a QR code`} />
      <ul className="stack gap-4 text-sm">
        <li>{say`It reads order numbers and times.`}</li>
        <li>{say`It can change nothing. An attempt is refused and shown here.`}</li>
        <li>{say`It ends when you disconnect it, or when you no longer manage this location.`}</li>
      </ul>
    </SecretShown>
  );
}
