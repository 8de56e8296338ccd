import { useState } from 'react';
import { ArrowDown, Plus, Trash2 } from 'lucide-react';
import { ringFromGeoJson, ZONES_MOST, FEE_STEPS_MOST } from '@tiffin/domain/delivery';
import { Button, IconButton } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/boxes.tsx';
import { Field, FieldError } from '../../ui/field.tsx';
import { pointed, Select, Textarea, TextInput } from '../../ui/inputs.tsx';
import type { OpenForm } from '../../ui/use-form.ts';
import { AreaGrid } from './area-grid.tsx';
import { locationPointOf, newZone, zoneProblems, type TypedZone, type ZoneProblems } from './delivery-codec.ts';
import type { locationForm } from './location-codec.ts';
import { texts } from './texts.ts';
import styles from './locations.module.css';

const { delivery: words } = texts;

/** The delivery zones of a location and their fees. */
export function DeliveryFields({ form: { at, draft } }: { form: OpenForm<typeof locationForm.fields> }) {
  const settings = at('delivery');
  const { position: restaurant, zones } = settings.value;
  const set = (index: number, typed: Partial<TypedZone>) =>
    settings.onValue({
      position: restaurant,
      zones: zones.map((zone, i) => (i === index ? { ...zone, ...typed } : zone)),
    });
  if (!draft.features.includes('Delivery')) return null;
  return (
    <fieldset className="grid gap-8">
      <legend className="below-6 weight-640">{settings.label}</legend>
      <p className="hint">{zones.length === 0 ? words.none : words.text}</p>
      <Field
        label={words.position}
        hint={words.positionHint}
        error={
          settings.error && restaurant.trim() !== '' && locationPointOf(restaurant) === null
            ? words.invalidPosition
            : undefined
        }
        optional
      >
        <TextInput
          value={restaurant}
          maxLength={60}
          placeholder="45.3647, -63.2800"
          onChange={(event) => settings.onValue({ position: event.target.value, zones })}
        />
      </Field>
      {zones.map((zone, index) => (
        <ZoneFields
          key={zone.id}
          zone={zone}
          house={restaurant}
          wrong={settings.error ? zoneProblems(zone) : { fees: [] }}
          onChange={(typed) => set(index, typed)}
          onRemove={() => settings.onValue({ position: restaurant, zones: zones.filter(({ id }) => id !== zone.id) })}
        />
      ))}
      <FieldError error={settings.error} />
      {zones.length < ZONES_MOST && (
        <div>
          <Button look="quiet" onClick={() => settings.onValue({ position: restaurant, zones: [...zones, newZone()] })}>
            <Plus aria-hidden="true" />
            {words.add}
          </Button>
        </div>
      )}
    </fieldset>
  );
}

function ZoneFields({
  zone,
  house: restaurant,
  wrong,
  onChange,
  onRemove,
}: {
  zone: TypedZone;
  house: string;
  wrong: ZoneProblems;
  onChange: (typed: Partial<TypedZone>) => void;
  onRemove: () => void;
}) {
  const name = zone.name || words.aZone;
  const line = (
    field: 'name' | 'minimum' | 'freeOver' | 'extraMinutes' | 'priority' | 'km',
    inputMode: 'text' | 'decimal' | 'numeric' = 'decimal',
  ) => (
    <Field label={words.fields[field]} hint={words.hints[field]} error={wrong[field]}>
      <TextInput
        inputMode={inputMode}
        maxLength={field === 'name' ? 60 : 12}
        value={zone[field]}
        onChange={({ target }) => onChange({ [field]: inputMode === 'decimal' ? pointed(target.value) : target.value })}
      />
    </Field>
  );
  return (
    <fieldset className={`grid gap-12 round-md sunken ${styles.zone}`}>
      <legend className="sr-only">{name}</legend>
      <div className="row between gap-8">
        <Checkbox
          label={words.isOn}
          checked={zone.isOn}
          onChange={(event) => onChange({ isOn: event.target.checked })}
        />
        <IconButton label={words.remove(name)} onClick={onRemove}>
          <Trash2 aria-hidden="true" />
        </IconButton>
      </div>
      <div className="stack gap-16 two-from-600">
        {line('name', 'text')}
        <Field label={words.kind}>
          <Select value={zone.kind} onChange={(event) => onChange({ kind: event.target.value as TypedZone['kind'] })}>
            {(['prefix', 'radius', 'polygon'] as const).map((kind) => (
              <option key={kind} value={kind}>
                {words.kinds[kind]}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      {zone.kind === 'prefix' && (
        <Field label={words.prefixes} hint={words.prefixesHint} error={wrong.prefixes}>
          <TextInput
            value={zone.prefixes}
            autoCapitalize="characters"
            onChange={(event) => onChange({ prefixes: event.target.value })}
          />
        </Field>
      )}
      {zone.kind === 'radius' && line('km')}
      {zone.kind === 'polygon' && (
        <>
          <AreaGrid
            restaurantPoint={locationPointOf(restaurant)}
            ring={zone.ring}
            onRing={(ring) => onChange({ ring })}
          />
          <PasteArea onRing={(ring) => onChange({ ring })} />
        </>
      )}
      <div className="stack gap-16 two-from-600">
        {line('minimum')}
        {line('freeOver')}
      </div>
      <div className="grid gap-8">
        {zone.fees.map((step, index) => (
          // Rows have no id while they are typed, so the index is the key.
          // oxlint-disable-next-line react/no-array-index-key
          <div className={`grid gap-8 align-end ${styles.feeStep}`} key={index}>
            {(['from', 'fee'] as const).map((field) => (
              <Field key={field} label={words.steps[field]} error={wrong.fees[index]?.[field]}>
                <TextInput
                  inputMode="decimal"
                  maxLength={12}
                  readOnly={field === 'from' && index === 0}
                  value={step[field]}
                  onChange={(event) =>
                    onChange({
                      fees: zone.fees.map((each, i) =>
                        i === index ? { ...each, [field]: pointed(event.target.value) } : each,
                      ),
                    })
                  }
                />
              </Field>
            ))}
            {index > 0 && (
              <IconButton
                label={words.removeStep(step.from || '0')}
                onClick={() => onChange({ fees: zone.fees.filter((_, i) => i !== index) })}
              >
                <Trash2 aria-hidden="true" />
              </IconButton>
            )}
          </div>
        ))}
        {zone.fees.length < FEE_STEPS_MOST && (
          <div>
            <Button look="ghost" size="sm" onClick={() => onChange({ fees: [...zone.fees, { from: '', fee: '' }] })}>
              <Plus aria-hidden="true" />
              {words.addStep}
            </Button>
          </div>
        )}
      </div>
      <div className="stack gap-16 two-from-600">
        {line('extraMinutes', 'numeric')}
        {line('priority', 'numeric')}
      </div>
    </fieldset>
  );
}

/** Pastes an area drawn in another tool. */
function PasteArea({ onRing }: { onRing: (ring: TypedZone['ring']) => void }) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | undefined>();
  return (
    <div className="grid gap-8">
      <Field label={words.geoJson} hint={words.geoJsonHint} error={problem} optional>
        <Textarea
          rows={3}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setProblem(undefined);
          }}
        />
      </Field>
      <div>
        <Button
          look="quiet"
          size="sm"
          onClick={() => {
            const read = ringFromGeoJson(text);
            if (!read.ok) return setProblem(read.error.message);
            setText('');
            return onRing(read.value);
          }}
        >
          <ArrowDown aria-hidden="true" /> {words.take}
        </Button>
      </div>
    </div>
  );
}
