import { useState } from 'react';
import { say } from '@tiffin/domain/core';
import { useLocations } from '../../shared/site/site.ts';
import { api, type Answer } from '../../shared/api/api.ts';
import { useRequestState } from '../../shared/errors/use-step.ts';
import { errorText, errorTextOrServerMessage } from '../../shared/errors/error-text.ts';
import { markSignedOut } from '../../shared/offline/clear-stored-data.ts';
import { withFreshSignIn } from '../../shared/session/fresh-sign-in.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { FormDialog, SecretDialog } from '../../ui/form-dialog.tsx';
import { formatTime } from '../../ui/format.ts';
import { Select, TextInput } from '../../ui/inputs.tsx';
import { toast } from '../../ui/toasts.ts';
import styles from './devices.module.css';

const SET_UP = say`Make this device a shared tablet`;

type Tablets = Answer<'getTablets'>;

/** Tablets shared by several people, and the PINs with which they switch. */
export function SharedTablets({
  shared,
  problem,
  placeIds,
  onChanged,
  onSetUp,
}: {
  shared: Tablets | null;
  /** Why the tablets could not be loaded. */
  problem: string | null;
  placeIds: readonly string[] | null;
  onChanged: () => void;
  onSetUp: () => void;
}) {
  const [newPin, setNewPin] = useState<{ name: string; pin: string } | null>(null);
  const [giving, setGiving] = useState<string | null>(null);
  const [ending, setEnding] = useState<Tablets['tablets'][number] | null>(null);
  const [setting, setSetting] = useState(false);

  async function give(userId: string) {
    setGiving(userId);
    try {
      setNewPin(await withFreshSignIn(() => api('createPin', { body: { userId } })));
    } catch (error) {
      toast.error(errorText(error));
    }
    setGiving(null);
    onChanged();
  }

  async function end(tabletId: string) {
    try {
      await api('removeTablet', { body: { tabletId } });
      toast.success(say`That tablet is no longer shared.`);
    } catch (error) {
      toast.error(errorTextOrServerMessage(error, [404]));
    }
    setEnding(null);
    onChanged();
  }

  return (
    <section aria-labelledby="tablets" className="stack gap-12">
      <h2 id="tablets">{say`Shared tablets`}</h2>
      <p className="soft text-sm">{say`A tablet on the counter is set up once. People switch with six digits, and work under their own name with staff rights.`}</p>
      {problem !== null && <Banner tone="bad">{problem}</Banner>}
      <ul className={styles.list}>
        {shared?.tablets.map((tablet) => (
          <li key={tablet.id} className="row flex-wrap between gap-8-16">
            <div className="grid min-width-0 break-anywhere">
              <b className="weight-600">{tablet.name}</b>
              <span className="hint">
                {[
                  tablet.locationName,
                  tablet.lastUsedAt && say`last used ${formatTime(tablet.lastUsedAt, 'date-time')}`,
                ]
                  .filter(Boolean)
                  .join(', ')}
              </span>
            </div>
            <Button look="quiet" size="sm" aria-label={say`End ${tablet.name}`} onClick={() => setEnding(tablet)}>
              {say`End`}
            </Button>
          </li>
        ))}
      </ul>
      <div>
        <Button look="quiet" onClick={() => setSetting(true)}>
          {SET_UP}
        </Button>
      </div>
      <h3>{say`PINs`}</h3>
      <ul className={styles.list}>
        {shared?.people.map(({ userId, name, hasPin, isLocked, mayGive }) => (
          <li key={userId} className="row flex-wrap between gap-8-16">
            <span className="row flex-wrap gap-8 min-width-0 break-anywhere">
              <b className="weight-600">{name}</b>
              {isLocked ? (
                <Badge tone="bad">{say`Locked after five wrong tries`}</Badge>
              ) : (
                hasPin && <Badge tone="ok">{say`Has a PIN`}</Badge>
              )}
            </span>
            <Button
              look="quiet"
              size="sm"
              aria-label={say`Give ${name} a PIN`}
              busy={giving === userId}
              disabledReason={mayGive ? null : say`An admin gives managers their PIN; admins give themselves one.`}
              onClick={() => void give(userId)}
            >
              {hasPin ? say`Give a new PIN` : say`Give a PIN`}
            </Button>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={ending !== null}
        title={say`End ${ending?.name ?? ''}?`}
        description={say`The person who uses it is signed out at once. A manager can set it up again on the tablet itself.`}
        confirmLabel={say`End`}
        cancelLabel={say`Keep it`}
        look="danger-solid"
        onCancel={() => setEnding(null)}
        onConfirm={() => end(ending?.id ?? '')}
      />
      {newPin && <NewPin {...newPin} onClose={() => setNewPin(null)} />}
      {setting && <SetUpTablet placeIds={placeIds} onClose={() => setSetting(false)} onSetUp={onSetUp} />}
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

function SetUpTablet({
  placeIds,
  onClose,
  onSetUp,
}: {
  placeIds: readonly string[] | null;
  onClose: () => void;
  onSetUp: () => void;
}) {
  const places = useLocations().filter(({ id }) => placeIds === null || placeIds.includes(id));
  const [locationId, setLocationId] = useState(places[0]?.id ?? '');
  const [name, setName] = useState('');
  const [checked, setChecked] = useState(false);
  const { busy, problem, submit } = useRequestState(async () => {
    setChecked(true);
    if (name.trim() === '') return;
    await withFreshSignIn(() => api('setUpTablet', { body: { locationId, name: name.trim() } }));
    markSignedOut();
    onSetUp();
  });

  return (
    <FormDialog
      title={say`A shared tablet`}
      description={say`You are signed out here, and the screen shows who can use it.`}
      confirmLabel={SET_UP}
      cancelLabel={say`Not now`}
      busy={busy}
      onClose={onClose}
      onSubmit={submit}
    >
      <Field label={say`Where is it used?`}>
        <Select value={locationId} onChange={(event) => setLocationId(event.target.value)}>
          {places.map((place) => (
            <option key={place.id} value={place.id}>
              {place.name}
            </option>
          ))}
        </Select>
      </Field>
      <Field
        label={say`Name`}
        hint={say`The name people use: Till 1, Kitchen`}
        error={checked && name.trim() === '' ? say`Please give it a name` : problem}
        required
      >
        <TextInput value={name} maxLength={60} autoComplete="off" onChange={(event) => setName(event.target.value)} />
      </Field>
    </FormDialog>
  );
}
