import { useState } from 'react';
import { instantOf, localDate, say } from '@tiffin/domain/core';
import { KEY_AREAS, keyAreaName, ORDERING_SCOPES, READ_SCOPES, type KeyScope } from '@tiffin/domain/people';
import { serverNow } from '../../shared/live/server-clock.ts';
import { useRecordForm } from '../../shared/page/use-record-form.ts';
import { useLocations, useSite } from '../../shared/site/site.ts';
import { RadioCards } from '../../ui/boxes.tsx';
import { Chip, Chips, optionsOf } from '../../ui/choices.tsx';
import { formOf, textField, valueField } from '../../ui/form.ts';
import { EditDialog, SegmentedField, TextareaField, TextField } from '../../ui/form-fields.tsx';
import type { FormFieldProps } from '../../ui/use-form.ts';
import { KEY_KINDS, SCOPE_PRESETS } from './api-key-limits.ts';
import { API_KEYS_KEY, type ApiKey } from './connections-data.ts';
import { SecretShown } from '../../ui/secret-shown.tsx';

type ScopePreset = keyof typeof SCOPE_PRESETS;

const PRESET_HINTS = {
  everything: say`Also what later versions add.`,
  read: say`See everything, change nothing.`,
  ordering: say`Take and change orders and reservations, read the menu. No money, no customers.`,
  chosen: say`Area by area.`,
};

const keyForm = formOf({
  name: textField(say`Name`, {
    missing: say`Name is required`,
    hint: say`Who will use it, e.g. “Bookkeeping”.`,
    input: { maxLength: 100 },
  }),
  kind: valueField<ApiKey['kind']>(say`Kind`, 'admin'),
  preset: valueField<ScopePreset | ''>(say`What it may do`, ''),
  /** What was chosen area by area. */
  scopes: valueField<KeyScope[]>('', []),
  locationIds: valueField<string[]>(say`Where`, []),
  origins: textField(say`Your pages`, {
    hint: say`Addresses of the websites that may use the key, one per line, such as https://www.example.com. Empty: only this site and programs.`,
    optional: true,
    input: { maxLength: 2_000 },
  }),
  lastDay: textField(say`Last day`, {
    hint: say`The key stops working at the end of this day. Empty: never.`,
    optional: true,
    input: { type: 'date' },
  }),
});

/** A new key may do nothing until somebody chooses. Null once it may do something. */
function missingChoice({ preset, scopes }: { preset: ScopePreset | ''; scopes: readonly KeyScope[] }): string | null {
  if (preset === '') return say`Choose what the key may do.`;
  return preset === 'chosen' && scopes.length === 0 ? say`Choose at least one area.` : null;
}

/** The origins of the typed addresses, which people copy with a path and a final slash. */
function originsIn(text: string): string[] {
  return text.split(/\s+/).flatMap((address) => (address === '' ? [] : (URL.parse(address)?.origin ?? address)));
}

/** Names, limits and creates an API key, and shows it once. */
export function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const { timeZone } = useSite();
  const locations = useLocations();
  const [today] = useState(() => localDate(serverNow(), timeZone));
  const [createdKey, setCreatedKey] = useState<string | null>(null);
  const form = useRecordForm(keyForm, {
    call: 'createApiKey',
    body: ({ values: { name, kind, preset, scopes, locationIds, origins, lastDay } }) => {
      const allowed = { '': [], everything: null, read: READ_SCOPES, ordering: ORDERING_SCOPES, chosen: scopes }[
        preset
      ];
      return {
        name,
        kind,
        scopes: allowed ? [...allowed] : undefined,
        // A public key works at all locations.
        locationIds: kind === 'admin' && locationIds.length > 0 ? locationIds : undefined,
        origins: kind === 'customer' && origins !== '' ? originsIn(origins) : undefined,
        expiresAt: lastDay ? instantOf(lastDay, '23:59', timeZone).toISOString() : undefined,
      };
    },
    check: ({ lastDay }) => (lastDay !== '' && lastDay < today ? { lastDay: say`Choose today or a later day` } : {}),
    changes: [API_KEYS_KEY],
    onDone: ({ key }) => setCreatedKey(key),
  });
  const { at, draft } = form;
  const { label, value, onValue } = at('preset');
  const missing = missingChoice(draft);
  if (createdKey !== null) {
    return (
      <SecretShown
        title={say`New API key`}
        warning={say`Copy the key now: it is not shown again`}
        secret={createdKey}
        copy={say`Copy the key`}
        onClose={onClose}
      />
    );
  }
  return (
    <EditDialog
      form={form}
      size="sm"
      title={say`New API key`}
      save={say`Create key`}
      blocked={missing}
      failed={say`The key could not be created`}
      onClose={onClose}
    >
      <TextField {...at('name')} />
      <SegmentedField {...at('kind')} options={optionsOf(KEY_KINDS)} />
      <RadioCards<ScopePreset | ''>
        legend={label}
        options={(['everything', 'read', 'ordering', 'chosen'] as const).map((preset) => ({
          value: preset,
          label: SCOPE_PRESETS[preset],
          hint: PRESET_HINTS[preset],
        }))}
        value={value}
        onValue={onValue}
      />
      {draft.preset === 'chosen' && <ScopeChoices {...at('scopes')} />}
      {missing && <p className="hint">{missing}</p>}
      {draft.kind === 'admin' && locations.length > 1 && (
        <fieldset aria-describedby="key-locations-hint">
          <legend className="label below-6">{at('locationIds').label}</legend>
          <Chips options={locations} chosen={draft.locationIds} onChosen={at('locationIds').onValue} />
          <p id="key-locations-hint" className="hint above-6">
            {draft.locationIds.length === 0
              ? say`All locations. Choose some to limit the key to what a manager can do there.`
              : say`Only there, with what a manager can do.`}
          </p>
        </fieldset>
      )}
      {draft.kind === 'customer' && <TextareaField {...at('origins')} rows={2} />}
      <TextField {...at('lastDay')} min={today} />
    </EditDialog>
  );
}

function ScopeChoices({ value, onValue }: FormFieldProps<KeyScope[]>) {
  const choice = (scope: KeyScope, label: string, accessibleName: string) => (
    <Chip
      label={label}
      aria-label={accessibleName}
      checked={value.includes(scope)}
      onChange={({ target }) => onValue(target.checked ? [...value, scope] : value.filter((each) => each !== scope))}
    />
  );
  return (
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
  );
}
