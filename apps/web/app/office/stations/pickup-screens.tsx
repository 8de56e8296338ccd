import { useState } from 'react';
import { Plus, Tv } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { say } from '@tiffin/domain/core';
import { paths } from '../../paths.ts';
import type { Answer } from '../../shared/api/api.ts';
import { apiQuery } from '../../shared/api/queries.ts';
import { useCall } from '../../shared/api/use-call.ts';
import { Loaded } from '../../shared/page/loaded.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { booleanField, formOf, textField } from '../../ui/form.ts';
import { EditDialog, SwitchField, TextField } from '../../ui/form-fields.tsx';
import { SecretDialog } from '../../ui/form-dialog.tsx';
import { formatTime } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { toast } from '../../ui/toasts.ts';
import { useForm } from '../../ui/use-form.ts';
import styles from './stations.module.css';

type PickupScreen = Answer<'getPickupScreens'>['screens'][number];

const screensKey = (locationId: string) => ['pickup-screens', locationId];

/** The televisions of a location, and their keys. */
export function PickupScreens({ locationId }: { locationId: string }) {
  const screens = useQuery({
    ...apiQuery(screensKey(locationId), 'getPickupScreens', { query: { locationId } }),
    select: (answer) => answer.screens,
  });
  const [isAdding, setIsAdding] = useState(false);
  return (
    <Panel
      title={say`Pick-up screens`}
      explain={say`A television by the counter shows which pickup orders are being prepared and which are ready.`}
      aside={
        <Button look="quiet" size="sm" onClick={() => setIsAdding(true)}>
          <Plus />
          {say`Add a screen`}
        </Button>
      }
    >
      <Loaded query={screens} failed={say`The pick-up screens could not be loaded`} rows={1} height={56} level={3}>
        {(list) =>
          list.length === 0 ? (
            <p className="hint">{say`No television yet.`}</p>
          ) : (
            <ul className="ruled">
              {list.map((screen) => (
                <ScreenRow key={screen.screenId} {...screen} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {isAdding && <AddScreenDialog locationId={locationId} onClose={() => setIsAdding(false)} />}
    </Panel>
  );
}

function ScreenRow(screen: PickupScreen) {
  const { screenId, locationId, name, keyEnd, showsInitials, setUpBy, setUpAt, lastUsedAt, refusedAt } = screen;
  const remove = useCall('removePickupScreen', {
    done: () => say`${name} is disconnected`,
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
  const [made, setMade] = useState<string | null>(null);
  const failed = say`The screen was not set up`;
  const add = useCall('addPickupScreen', { failed, changes: [screensKey(locationId)] });
  const form = useForm(screenForm, null, {
    async save({ values }) {
      const answer = await add.send({ locationId, ...values });
      if (answer?.key === null) {
        toast.error(failed, { description: say`Its key cannot be shown again. Disconnect it and add a new one.` });
        onClose();
      } else if (answer) setMade(answer.key);
    },
  });
  if (made !== null) return <NewScreenKey screenKey={made} onClose={onClose} />;
  return (
    <EditDialog form={form} size="sm" title={say`Add a screen`} save={say`Create its key`} onClose={onClose}>
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
    <SecretDialog title={say`Key of the pick-up screen`} closeLabel={say`Done`} onClose={onClose}>
      <Banner tone="warn">{say`Open ${address} on the television and enter this key. You see it only now.`}</Banner>
      <div className={`row gap-8 round-md quiet ${styles.key}`}>
        <code className="grow text-lg weight-600 num">{screenKey}</code>
        <CopyButton text={link} label={say`Copy the link with the key`} />
      </div>
      <QrCode text={link} label={say`The link with the key as a QR code`} />
      <ul className="stack gap-4 text-sm">
        <li>{say`It reads order numbers and times.`}</li>
        <li>{say`It can change nothing. An attempt is refused and shown here.`}</li>
        <li>{say`It ends when you disconnect it, or when you no longer manage this location.`}</li>
      </ul>
    </SecretDialog>
  );
}
