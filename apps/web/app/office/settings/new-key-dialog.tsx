import { useState } from 'react';
import { localDate, say } from '@tiffin/domain/core';
import { KEY_AREAS, keyAreaName, type KeyScope } from '@tiffin/domain/people';
import { newKey } from '../../shared/api/new-key.ts';
import { errorText } from '../../shared/errors/error-text.ts';
import { useLocations, useSite } from '../../shared/site/site.ts';
import { Banner } from '../../ui/banner.tsx';
import { RadioCards } from '../../ui/boxes.tsx';
import { Chip, Segmented } from '../../ui/choices.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Field, FieldError } from '../../ui/field.tsx';
import { FormDialog, SecretDialog } from '../../ui/form-dialog.tsx';
import { TextInput } from '../../ui/inputs.tsx';
import { toast } from '../../ui/toasts.ts';
import { NEW_KEY, newApiKeyOf, type ApiKeyDraft, type ScopePreset } from './api-key-limits.ts';
import { keyLimitTexts } from './api-key-texts.ts';
import styles from './settings.module.css';
import { settingsTexts as texts } from './texts.ts';
import { useCreateApiKey, type ApiKey } from './use-settings.ts';

const PRESET_HINTS = {
  everything: say`Also what later versions add.`,
  read: say`See everything, change nothing.`,
  ordering: say`Take and change orders and reservations, read the menu. No money, no customers.`,
  chosen: say`Area by area.`,
};

const PRESETS: readonly ScopePreset[] = ['everything', 'read', 'ordering', 'chosen'];

interface PartProps {
  draft: ApiKeyDraft;
  onChange: (change: Partial<ApiKeyDraft>) => void;
}

function problemsOf(draft: ApiKeyDraft, today: string) {
  return {
    name: draft.name.trim() === '' ? say`Name is required` : null,
    scopes: draft.preset === 'chosen' && draft.scopes.length === 0 ? say`Choose at least one` : null,
    lastDay: draft.lastDay !== '' && draft.lastDay < today ? say`Choose today or a later day` : null,
  };
}

/** Names, limits and creates an API key, and shows it once. */
export function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const { timeZone } = useSite();
  const [draft, setDraft] = useState(NEW_KEY);
  const [isChecked, setIsChecked] = useState(false);
  const [request] = useState(newKey);
  const [today] = useState(() => localDate(new Date(), timeZone));
  const [made, setMade] = useState<string | null>(null);
  const create = useCreateApiKey();
  const problems = problemsOf(draft, today);
  const shown = isChecked ? problems : { name: null, scopes: null, lastDay: null };
  const change = (changes: Partial<ApiKeyDraft>) => setDraft((current) => ({ ...current, ...changes }));

  async function submit() {
    setIsChecked(true);
    if (Object.values(problems).some((problem) => problem !== null)) return;
    try {
      const { key } = await create.mutateAsync({ key: request, ...newApiKeyOf(draft, timeZone) });
      setMade(key);
    } catch (error) {
      toast.error(say`The key could not be created`, { description: errorText(error) });
    }
  }

  if (made !== null) return <MadeKey apiKey={made} onClose={onClose} />;
  return (
    <FormDialog
      title={say`New API key`}
      confirmLabel={say`Create key`}
      cancelLabel={say`Cancel`}
      busy={create.isPending}
      onClose={onClose}
      onSubmit={() => void submit()}
    >
      <Field label={say`Name`} hint={say`Who will use it, e.g. “Bookkeeping”.`} error={shown.name} required>
        <TextInput
          value={draft.name}
          maxLength={100}
          autoComplete="off"
          onChange={(event) => change({ name: event.target.value })}
        />
      </Field>
      <Segmented<ApiKey['kind']>
        legend={say`Kind`}
        options={[
          { value: 'admin', label: texts.kinds.admin },
          { value: 'customer', label: texts.kinds.customer },
        ]}
        value={draft.kind}
        onValue={(kind) => change({ kind })}
      />
      <RadioCards<ScopePreset>
        legend={say`What it may do`}
        options={PRESETS.map((preset) => ({
          value: preset,
          label: keyLimitTexts.presets[preset],
          hint: PRESET_HINTS[preset],
        }))}
        value={draft.preset}
        onValue={(preset) => change({ preset })}
      />
      {draft.preset === 'chosen' && <ScopeChoices draft={draft} onChange={change} error={shown.scopes} />}
      {draft.kind === 'admin' && <LocationChoices draft={draft} onChange={change} />}
      <Field
        label={say`Last day`}
        hint={say`The key stops working at the end of this day. Empty: never.`}
        error={shown.lastDay}
        optional
      >
        <TextInput
          type="date"
          value={draft.lastDay}
          min={today}
          onChange={(event) => change({ lastDay: event.target.value })}
        />
      </Field>
    </FormDialog>
  );
}

function toggled<T>(values: readonly T[], value: T, isOn: boolean): readonly T[] {
  return isOn ? [...values, value] : values.filter((each) => each !== value);
}

/** Reading and changing, area by area. */
function ScopeChoices({ draft, onChange, error }: PartProps & { error: string | null }) {
  const choice = (scope: KeyScope, label: string, accessibleName: string) => (
    <Chip
      label={label}
      aria-label={accessibleName}
      checked={draft.scopes.includes(scope)}
      onChange={({ target }) => onChange({ scopes: toggled(draft.scopes, scope, target.checked) })}
    />
  );
  return (
    <div>
      <ul className="ruled">
        {KEY_AREAS.map((area) => {
          const name = keyAreaName(area);
          return (
            <li key={area} className="row flex-wrap between gap-8">
              <span>{name}</span>
              <span className="flex gap-8">
                {choice(`${area}:read`, say`Read`, say`Read: ${name}`)}
                {choice(`${area}:write`, say`Change`, say`Change: ${name}`)}
              </span>
            </li>
          );
        })}
      </ul>
      <FieldError error={error} />
    </div>
  );
}

/** The locations of a key. None chosen means all. */
function LocationChoices({ draft: { locationIds }, onChange }: PartProps) {
  const locations = useLocations();
  if (locations.length < 2) return null;
  return (
    <fieldset aria-describedby="key-locations-hint">
      <legend className="label below-6">{say`Where`}</legend>
      <div className="flex flex-wrap gap-8">
        {locations.map(({ id, name }) => (
          <Chip
            key={id}
            label={name}
            checked={locationIds.includes(id)}
            onChange={({ target }) => onChange({ locationIds: toggled(locationIds, id, target.checked) })}
          />
        ))}
      </div>
      <p id="key-locations-hint" className="hint above-6">
        {locationIds.length === 0
          ? say`All locations. Choose some to limit the key to what a manager can do there.`
          : say`Only there, with what a manager can do.`}
      </p>
    </fieldset>
  );
}

function MadeKey({ apiKey, onClose }: { apiKey: string; onClose: () => void }) {
  return (
    <SecretDialog title={say`New API key`} closeLabel={say`Done`} onClose={onClose}>
      <Banner tone="warn">{say`Copy the key now: it is not shown again`}</Banner>
      <div className={`row gap-8 round-md quiet ${styles.key}`}>
        <code className="grow min-width-0 text-sm break-anywhere">{apiKey}</code>
        <CopyButton
          text={apiKey}
          label={say`Copy the key`}
          copied={say`Copied`}
          failed={say`Please select the key and copy it by hand`}
        />
      </div>
    </SecretDialog>
  );
}
