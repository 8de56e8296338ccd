import { DEFAULT_WEEK, WEEKDAY_NAMES, WEEKDAYS, type Weekday } from '@tiffin/domain/hours';
import { COUNTRIES, countryName, featureName, FEATURES, HOME_COUNTRY } from '@tiffin/domain/locations';
import { phoneText } from '@tiffin/domain/people';
import { PROVINCES } from '@tiffin/domain/pricing';
import { Plus, Trash2 } from 'lucide-react';
import { ORDER_TYPES, orderTypeLabel, MAX_SLOT_RULES } from '@tiffin/domain/order';
import { say } from '@tiffin/domain/core';
import { Checkbox } from '../../ui/boxes.tsx';
import { Field, FieldError } from '../../ui/field.tsx';
import { SelectField, SwitchField, TextField } from '../../ui/form-fields.tsx';
import { Select } from '../../ui/inputs.tsx';
import type { OpenForm } from '../../ui/use-form.ts';
import { ExceptionsEditor, HoursEditor } from './hours-editor.tsx';
import { LIMITS, SWITCHES, type locationForm, type TypedRule } from './location-codec.ts';
import { texts } from './texts.ts';
import styles from './locations.module.css';
import { Button, IconButton } from '../../ui/button.tsx';

/** Canadian time zones, east to west. */
const ZONES = [
  'America/St_Johns',
  'America/Halifax',
  'America/Moncton',
  'America/Toronto',
  'America/Winnipeg',
  'America/Regina',
  'America/Edmonton',
  'America/Vancouver',
  'America/Whitehorse',
];

type LocationFieldsProps = { form: OpenForm<typeof locationForm.fields> };

export function ContactFields({ form }: LocationFieldsProps) {
  const { at, draft, set } = form;
  const isAtHome = draft.country === HOME_COUNTRY;
  const offeredZones = isAtHome ? ZONES : Intl.supportedValuesOf('timeZone');
  const zones = offeredZones.includes(draft.timeZone) ? offeredZones : [draft.timeZone, ...offeredZones];
  return (
    <>
      <div className="stack gap-16 two-from-600">
        <TextField {...at('address')} />
        <TextField {...at('city')} />
        {isAtHome ? (
          <SelectField {...at('region')}>
            <option value="">{say`By its postal code`}</option>
            {Object.entries(PROVINCES).map(([province, name]) => (
              <option key={province} value={province}>
                {name}
              </option>
            ))}
          </SelectField>
        ) : (
          <TextField {...at('region')} label={say`Region`} />
        )}
        <TextField {...at('postalCode')} hint={isAtHome ? at('postalCode').hint : undefined} />
        <SelectField {...at('country')} onValue={(country) => set({ country, region: '' })}>
          {COUNTRIES.map((country) => (
            <option key={country} value={country}>
              {countryName(country)}
            </option>
          ))}
        </SelectField>
        <TextField {...at('phone')} onBlur={() => set({ phone: phoneText(draft.phone.trim()) })} />
        <TextField {...at('email')} />
        <TextField {...at('manager')} />
        <TextField {...at('capacity')} />
        <TextField {...at('openingDate')} />
        <TextField {...at('dayEndHour')} />
        <TextField {...at('code')} />
        <SelectField {...at('timeZone')}>
          {zones.map((zone) => (
            <option key={zone} value={zone}>
              {zone.replace(/^.*\//, '').replaceAll('_', ' ')}
            </option>
          ))}
        </SelectField>
      </div>
      <FeatureFields form={form} />
    </>
  );
}

function FeatureFields({ form: { at, draft, set } }: LocationFieldsProps) {
  return (
    <fieldset className="grid gap-8">
      <legend className="below-6 weight-640">{at('features').label}</legend>
      <div className={`grid ${styles.boxes}`}>
        {FEATURES.map((feature) => (
          <Checkbox
            key={feature}
            label={featureName(feature)}
            checked={draft.features.includes(feature)}
            onChange={(event) =>
              set({
                features: FEATURES.filter((each) =>
                  each === feature ? event.target.checked : draft.features.includes(each),
                ),
              })
            }
          />
        ))}
      </div>
    </fieldset>
  );
}

export function TimeFields({ form: { draft, problems, set } }: LocationFieldsProps) {
  return (
    <>
      <HoursEditor
        week={draft.hours ?? DEFAULT_WEEK}
        isUsual={draft.hours === null}
        problem={problems.hours}
        onChange={(hours) => set({ hours })}
      />
      <ExceptionsEditor
        exceptions={draft.hoursExceptions}
        problem={problems.hoursExceptions}
        onChange={(hoursExceptions) => set({ hoursExceptions })}
      />
    </>
  );
}

export function KitchenFields({ form: { at } }: LocationFieldsProps) {
  const limits = at('ticketLimits');
  return (
    <>
      <fieldset className="grid gap-8">
        <legend className="below-6 weight-640">{limits.label}</legend>
        <p className="hint">{texts.tickets.text}</p>
        <Checkbox
          label={texts.tickets.usual}
          checked={limits.value.areUsual}
          onChange={(event) => limits.onValue({ ...limits.value, areUsual: event.target.checked })}
        />
        {!limits.value.areUsual && (
          <div className={`stack gap-16 ${styles.three}`}>
            {LIMITS.map((name) => (
              <TextField
                key={name}
                label={texts.tickets[name]}
                inputMode="numeric"
                maxLength={3}
                value={limits.value[name]}
                onValue={(text) => limits.onValue({ ...limits.value, [name]: text })}
              />
            ))}
          </div>
        )}
        <FieldError error={limits.error} />
      </fieldset>
      <SlotRules {...at('slotRules')} />
    </>
  );
}

export function SwitchFields({ form: { at } }: LocationFieldsProps) {
  return SWITCHES.map((name) => <SwitchField key={name} {...at(name)} />);
}

const FRESH: TypedRule = { service: null, days: [], mostOrders: '', mostUnits: '' };

interface SlotRulesProps {
  label: string;
  value: readonly TypedRule[];
  error?: string | null | undefined;
  onValue: (rules: readonly TypedRule[]) => void;
}

/** Limits per 15-minute kitchen slot, for all orders or one order type, on some or all days. */
function SlotRules({ label, value, error, onValue }: SlotRulesProps) {
  const change = (at: number, fields: Partial<TypedRule>) =>
    onValue(value.map((rule, index) => (index === at ? { ...rule, ...fields } : rule)));
  return (
    <fieldset className="grid gap-8">
      <legend className="below-6 weight-640">{label}</legend>
      <p className="hint">{texts.slots.text}</p>
      {value.map((rule, at) => (
        <SlotRule
          // Rules have no id, so the index is the key.
          // oxlint-disable-next-line react/no-array-index-key
          key={at}
          rule={rule}
          number={at + 1}
          onChange={(fields) => change(at, fields)}
          onRemove={() => onValue(value.filter((_, index) => index !== at))}
        />
      ))}
      {value.length < MAX_SLOT_RULES && (
        <Button look="line" size="sm" onClick={() => onValue([...value, FRESH])}>
          <Plus /> {texts.slots.add}
        </Button>
      )}
      <FieldError error={error} />
    </fieldset>
  );
}

interface SlotRuleProps {
  rule: TypedRule;
  /** Its position in the list, from 1. */
  number: number;
  onChange: (fields: Partial<TypedRule>) => void;
  onRemove: () => void;
}

function SlotRule({ rule, number, onChange, onRemove }: SlotRuleProps) {
  // No days means every day.
  const days = rule.days.length === 0 ? WEEKDAYS : rule.days;
  function setDay(day: Weekday, isOn: boolean) {
    const next = WEEKDAYS.filter((each) => (each === day ? isOn : days.includes(each)));
    onChange({ days: next.length === WEEKDAYS.length ? [] : next });
  }
  return (
    <div className="stack gap-8">
      <div className={`stack gap-16 ${styles.three}`}>
        <Field label={texts.slots.which}>
          <Select
            value={rule.service ?? ''}
            onChange={(event) => {
              const { value: chosen } = event.currentTarget;
              onChange({ service: ORDER_TYPES.find((type) => type === chosen) ?? null });
            }}
          >
            <option value="">{texts.slots.all}</option>
            {ORDER_TYPES.map((type) => (
              <option key={type} value={type}>
                {orderTypeLabel(type)}
              </option>
            ))}
          </Select>
        </Field>
        {(['mostOrders', 'mostUnits'] as const).map((name) => (
          <TextField
            key={name}
            label={texts.slots[name]}
            inputMode="numeric"
            maxLength={4}
            value={rule[name]}
            onValue={(text) => onChange({ [name]: text })}
          />
        ))}
      </div>
      <div className="row flex-wrap gap-8">
        {WEEKDAYS.map((day) => (
          <Checkbox
            key={day}
            label={WEEKDAY_NAMES[day].slice(0, 3)}
            checked={days.includes(day)}
            onChange={(event) => setDay(day, event.target.checked)}
          />
        ))}
        <IconButton label={texts.slots.remove(number)} onClick={onRemove}>
          <Trash2 />
        </IconButton>
      </div>
    </div>
  );
}
