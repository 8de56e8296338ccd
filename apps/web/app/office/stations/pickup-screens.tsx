import { useState } from 'react';
import { Plus, Tv } from 'lucide-react';
import { paths } from '../../paths.ts';
import { newKey } from '../../shared/api/new-key.ts';
import { errorText } from '../../shared/errors/error-text.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { FormDialog, SecretDialog } from '../../ui/form-dialog.tsx';
import { formatTime } from '../../ui/format.ts';
import { SwitchField } from '../../ui/form-fields.tsx';
import { TextInput } from '../../ui/inputs.tsx';
import { Panel } from '../../ui/panel.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { toast } from '../../ui/toasts.ts';
import { screenTexts as texts } from './screen-texts.ts';
import { usePickupScreens, usePickupScreenActions, type PickupScreenEntry } from './stations-data.ts';
import styles from './stations.module.css';

/** The televisions of a location, and their keys. */
export function PickupScreens({ locationId }: { locationId: string }) {
  const { data, error, isPending, refetch } = usePickupScreens(locationId);
  const [isAdding, setIsAdding] = useState(false);
  const [removing, setRemoving] = useState<PickupScreenEntry | null>(null);
  return (
    <Panel
      title={texts.title}
      explain={texts.explain}
      aside={
        <Button look="quiet" size="sm" onClick={() => setIsAdding(true)}>
          <Plus aria-hidden="true" />
          {texts.add}
        </Button>
      }
    >
      {isPending && <SkeletonRows label={texts.loading} rows={1} height={56} />}
      {!data && error && (
        <ErrorState title={texts.loadFailed} text={errorText(error)} level={3}>
          <Button onClick={() => void refetch()}>{texts.tryAgain}</Button>
        </ErrorState>
      )}
      {data?.length === 0 && <p className="hint">{texts.none}</p>}
      {data && data.length > 0 && (
        <ul className="ruled">
          {data.map((screen) => (
            <ScreenRow key={screen.screenId} screen={screen} onRemove={() => setRemoving(screen)} />
          ))}
        </ul>
      )}
      {isAdding && <AddScreenDialog locationId={locationId} onClose={() => setIsAdding(false)} />}
      {removing && <RemoveScreenDialog locationId={locationId} screen={removing} onClose={() => setRemoving(null)} />}
    </Panel>
  );
}

function ScreenRow({ screen, onRemove }: { screen: PickupScreenEntry; onRemove: () => void }) {
  const { name, keyEnd, showsInitials, setUpBy, setUpAt, lastUsedAt, refusedAt, isValid } = screen;
  return (
    <li className="row flex-wrap between gap-8-16">
      <div className="grid min-width-0 break-anywhere">
        <b className="inline-row gap-6 icon-18 weight-600">
          <Tv aria-hidden="true" />
          {name}
        </b>
        <span className="hint">
          {texts.keyEnds(keyEnd)}, {showsInitials ? texts.withInitials : texts.withoutNames}
        </span>
        <span className="hint">
          {texts.setUp(formatTime(setUpAt, 'day'), setUpBy)},{' '}
          {lastUsedAt ? texts.used(formatTime(lastUsedAt, 'date-time')) : texts.neverUsed}
        </span>
        {refusedAt && <span className="hint danger">{texts.refused(formatTime(refusedAt, 'date-time'))}</span>}
      </div>
      <div className="row gap-8">
        {!isValid && <Badge tone="warn">{texts.ended}</Badge>}
        <Button look="ghost" size="sm" aria-label={texts.removeLabel(name)} onClick={onRemove}>
          {texts.remove}
        </Button>
      </div>
    </li>
  );
}

function AddScreenDialog({ locationId, onClose }: { locationId: string; onClose: () => void }) {
  const [name, setName] = useState('');
  const [showsInitials, setShowsInitials] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [request] = useState(newKey);
  const [made, setMade] = useState<string | null>(null);
  const { add } = usePickupScreenActions(locationId);

  async function submit() {
    if (name.trim() === '') return setProblem(texts.needsName);
    try {
      const { key } = await add.mutateAsync({ key: request, body: { locationId, name: name.trim(), showsInitials } });
      if (key === null) {
        toast.error(texts.addFailed, { description: texts.keyLost });
        onClose();
      } else setMade(key);
    } catch (error) {
      toast.error(texts.addFailed, { description: errorText(error) });
    }
  }

  if (made !== null) return <NewScreenKey screenKey={made} onClose={onClose} />;
  return (
    <FormDialog
      title={texts.add}
      confirmLabel={texts.create}
      cancelLabel={texts.cancel}
      busy={add.isPending}
      onClose={onClose}
      onSubmit={() => void submit()}
    >
      <Field label={texts.name} error={problem} required>
        <TextInput
          value={name}
          maxLength={60}
          autoComplete="off"
          placeholder={texts.namePlaceholder}
          onChange={(event) => {
            setName(event.target.value);
            setProblem(null);
          }}
        />
      </Field>
      <SwitchField label={texts.initials} hint={texts.initialsHint} value={showsInitials} onValue={setShowsInitials} />
    </FormDialog>
  );
}

/** The key is shown only here. The link contains it, for a television with a keyboard or a camera. */
function NewScreenKey({ screenKey, onClose }: { screenKey: string; onClose: () => void }) {
  const link = new URL(paths.pickupScreen(screenKey), location.origin).href;
  return (
    <SecretDialog title={texts.keyTitle} closeLabel={texts.done} onClose={onClose}>
      <Banner tone="warn">{texts.keyOnce(new URL(paths.pickupScreen(), location.origin).href)}</Banner>
      <div className={`row gap-8 round-md quiet ${styles.key}`}>
        <code className="grow text-lg weight-600 num">{screenKey}</code>
        <CopyButton text={link} label={texts.copyLink} copied={texts.copied} failed={texts.copyFailed} />
      </div>
      <QrCode text={link} label={texts.qr} />
      <ul className="stack gap-4 text-sm">
        <li>{texts.reads}</li>
        <li>{texts.changesNothing}</li>
        <li>{texts.endsWithYou}</li>
      </ul>
    </SecretDialog>
  );
}

function RemoveScreenDialog({
  locationId,
  screen,
  onClose,
}: {
  locationId: string;
  screen: PickupScreenEntry;
  onClose: () => void;
}) {
  const { remove } = usePickupScreenActions(locationId);

  async function confirm() {
    try {
      await remove.mutateAsync({ screenId: screen.screenId });
      toast.success(texts.removed(screen.name));
    } catch (error) {
      toast.error(texts.removeFailed, { description: errorText(error) });
    }
    onClose();
  }

  return (
    <ConfirmDialog
      open
      title={texts.removeTitle(screen.name)}
      description={texts.removeText}
      confirmLabel={texts.remove}
      cancelLabel={texts.cancel}
      onConfirm={confirm}
      onCancel={onClose}
    />
  );
}
