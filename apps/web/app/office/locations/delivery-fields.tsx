import { useState } from 'react';
import { ArrowDown, Plus, Trash2 } from 'lucide-react';
import { ringFromGeoJson, MAX_DELIVERY_ZONES, MAX_FEE_STEPS } from '@tiffin/domain/delivery';
import { say } from '@tiffin/domain/core';
import { Banner } from '../../ui/banner.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { CheckField, ChoiceField, TextField, TextareaField } from '../../ui/form-fields.tsx';
import { FieldError } from '../../ui/field.tsx';
import type { OpenForm } from '../../ui/use-form.ts';
import { AreaGrid } from './area-grid.tsx';
import { locationPointOf, newZone, zoneProblems, type TypedZone, type ZoneProblems } from './delivery-codec.ts';
import type { locationForm } from './location-codec.ts';
import { texts } from './texts.ts';
import styles from './locations.module.css';

/** The delivery zones of a location that delivers. */
export function DeliveryFields({ form: { at, draft } }: { form: OpenForm<typeof locationForm.fields> }) {
  const settings = at('delivery');
  const { position, zones } = settings.value;
  const setZones = (typed: readonly TypedZone[]) => settings.onValue({ position, zones: typed });
  if (!draft.features.includes('Delivery'))
    return (
      <p className="hint">{say`This location does not deliver. Tick Delivery under Features to set its fee and areas.`}</p>
    );
  return (
    <fieldset className="grid gap-8">
      <legend className="below-6 weight-640">{settings.label}</legend>
      {zones.some(({ isOn }) => isOn) ? (
        <p className="hint">{say`Guests outside every zone cannot order delivery. If zones overlap, the one with the lowest number applies.`}</p>
      ) : (
        <Banner tone="warn">{say`No area in use: this location does not deliver, and guests cannot choose delivery. Add an area.`}</Banner>
      )}
      {zones.some(({ isProposed }) => isProposed) && (
        <Banner
          tone="warn"
          title={say`Please check this area`}
          action={
            <Button
              look="quiet"
              size="sm"
              onClick={() => setZones(zones.map((zone) => ({ ...zone, isProposed: false })))}
            >
              {say`It is right`}
            </Button>
          }
        >
          {say`This location used to deliver to every address. Since the upgrade a location delivers only within its areas, so we added one with its own postal code. Add others if you deliver further.`}
        </Banner>
      )}
      <TextField
        label={say`Position of the restaurant`}
        hint={say`Latitude and longitude, as copied from a map. Distances and the grid start here.`}
        error={
          settings.error && position.trim() !== '' && locationPointOf(position) === null
            ? texts.delivery.invalidPosition
            : undefined
        }
        optional
        value={position}
        maxLength={60}
        placeholder="45.3647, -63.2800"
        onValue={(typed) => settings.onValue({ position: typed, zones })}
      />
      {zones.map((zone) => (
        <ZoneFields
          key={zone.id}
          zone={zone}
          position={position}
          problems={settings.error ? zoneProblems(zone) : { fees: [] }}
          onChange={(typed) => setZones(zones.map((each) => (each === zone ? { ...zone, ...typed } : each)))}
          onRemove={() => setZones(zones.filter((each) => each !== zone))}
        />
      ))}
      <FieldError error={settings.error} />
      {zones.length < MAX_DELIVERY_ZONES && (
        <div>
          <Button look="quiet" onClick={() => setZones([...zones, zones.length === 0 ? newZone(draft) : newZone()])}>
            <Plus />
            {say`Add Zone`}
          </Button>
        </div>
      )}
    </fieldset>
  );
}

interface ZoneProps {
  zone: TypedZone;
  problems: ZoneProblems;
  onChange: (typed: Partial<TypedZone>) => void;
}

function ZoneFields({ position, onRemove, ...field }: ZoneProps & { position: string; onRemove: () => void }) {
  const { zone, problems, onChange } = field;
  const name = zone.name || say`this zone`;
  return (
    <fieldset className={`grid gap-12 round-md sunken ${styles.zone}`}>
      <legend className="sr-only">{name}</legend>
      <div className="row between gap-8">
        <CheckField label={say`In use`} value={zone.isOn} onValue={(isOn) => onChange({ isOn })} />
        <IconButton label={say`Remove ${name}`} onClick={onRemove}>
          <Trash2 />
        </IconButton>
      </div>
      <div className="stack gap-16 two-from-600">
        <ZoneField {...field} name="name" inputMode="text" />
        <ChoiceField
          label={say`It covers`}
          options={['prefix', 'radius', 'polygon']}
          labels={texts.delivery.kinds}
          value={zone.kind}
          onValue={(kind) => onChange({ kind })}
        />
      </div>
      <AreaFields {...field} position={position} />
      <div className="stack gap-16 two-from-600">
        <ZoneField {...field} name="minimum" />
        <ZoneField {...field} name="freeOver" />
      </div>
      <FeeSteps fees={zone.fees} problems={problems.fees} onFees={(fees) => onChange({ fees })} />
      <div className="stack gap-16 two-from-600">
        <ZoneField {...field} name="extraMinutes" inputMode="numeric" />
        <ZoneField {...field} name="priority" inputMode="numeric" />
      </div>
    </fieldset>
  );
}

interface ZoneFieldProps extends ZoneProps {
  name: 'name' | 'minimum' | 'freeOver' | 'extraMinutes' | 'priority' | 'km';
  inputMode?: 'text' | 'decimal' | 'numeric';
}

/** A field of a zone with its label, hint and problem. */
function ZoneField({ zone, problems, onChange, name, inputMode = 'decimal' }: ZoneFieldProps) {
  return (
    <TextField
      label={texts.delivery.fields[name]}
      hint={texts.delivery.hints[name]}
      error={problems[name]}
      input={{ inputMode }}
      maxLength={name === 'name' ? 60 : 12}
      value={zone[name]}
      onValue={(text) => onChange({ [name]: text })}
    />
  );
}

function AreaFields({ position, ...field }: ZoneProps & { position: string }) {
  const { zone, problems, onChange } = field;
  if (zone.kind === 'radius') return <ZoneField {...field} name="km" />;
  if (zone.kind === 'polygon')
    return (
      <>
        <AreaGrid restaurantPoint={locationPointOf(position)} ring={zone.ring} onRing={(ring) => onChange({ ring })} />
        <PasteArea onRing={(ring) => onChange({ ring })} />
      </>
    );
  return (
    <TextField
      label={say`Postal codes, or how they begin`}
      hint={say`B2N covers all of B2N; B2N 1A only those addresses. Separate them with commas.`}
      error={problems.prefixes}
      value={zone.prefixes}
      autoCapitalize="characters"
      onValue={(prefixes) => onChange({ prefixes })}
    />
  );
}

interface FeeStepsProps {
  fees: TypedZone['fees'];
  problems: ZoneProblems['fees'];
  onFees: (fees: TypedZone['fees']) => void;
}

/** The delivery fee by the amount of the order. The first step starts at 0. */
function FeeSteps({ fees, problems, onFees }: FeeStepsProps) {
  return (
    <div className="grid gap-8">
      {fees.map((step, index) => (
        // Rows have no id while they are typed, so the index is the key.
        // oxlint-disable-next-line react/no-array-index-key
        <div className={`grid gap-8 align-end ${styles.feeStep}`} key={index}>
          {(['from', 'fee'] as const).map((field) => (
            <TextField
              key={field}
              label={texts.delivery.steps[field]}
              error={problems[index]?.[field]}
              input={{ inputMode: 'decimal' }}
              maxLength={12}
              readOnly={field === 'from' && index === 0}
              value={step[field]}
              onValue={(text) => onFees(fees.map((each, i) => (i === index ? { ...each, [field]: text } : each)))}
            />
          ))}
          {index > 0 && (
            <IconButton
              label={say`Remove the fee from ${step.from || '0'}`}
              onClick={() => onFees(fees.filter((_, i) => i !== index))}
            >
              <Trash2 />
            </IconButton>
          )}
        </div>
      ))}
      {fees.length < MAX_FEE_STEPS && (
        <div>
          <Button look="ghost" size="sm" onClick={() => onFees([...fees, { from: '', fee: '' }])}>
            <Plus />
            {say`Another fee from a higher amount`}
          </Button>
        </div>
      )}
    </div>
  );
}

function PasteArea({ onRing }: { onRing: (ring: TypedZone['ring']) => void }) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | undefined>();
  return (
    <div className="grid gap-8">
      <TextareaField
        label={say`Or paste an area as GeoJSON`}
        hint={say`One polygon, as any map tool saves it.`}
        error={problem}
        optional
        rows={3}
        value={text}
        onValue={(pasted) => {
          setText(pasted);
          setProblem(undefined);
        }}
      />
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
          <ArrowDown /> {say`Use this area`}
        </Button>
      </div>
    </div>
  );
}
