import { DEFAULT_WEEK } from '@tiffin/domain/hours';
import { COUNTRIES, countryName, featureName, FEATURES, HOME_COUNTRY, timeZoneOf } from '@tiffin/domain/locations';
import { phoneText } from '@tiffin/domain/people';
import { PROVINCES } from '@tiffin/domain/pricing';
import { Plus, Trash2 } from 'lucide-react';
import { ORDER_TYPES, orderTypeLabel, MAX_SLOT_RULES } from '@tiffin/domain/order';
import { say } from '@tiffin/domain/core';
import { FieldError } from '../../ui/field.tsx';
import { CheckField, SelectField, SwitchField, TextField } from '../../ui/form-fields.tsx';
import { NamedOptions } from '../../ui/inputs.tsx';
import { partProps } from '../../ui/parts.tsx';
import type { FormFieldProps, OpenForm } from '../../ui/use-form.ts';
import { ExceptionsEditor, HoursEditor } from './hours-editor.tsx';
import type { ManagedLocation } from './location-data.ts';
import { TICKET_LIMIT_FIELDS, type locationForm, type TypedRule } from './location-codec.ts';
import { texts } from './texts.ts';
import { WeekdayChecks } from './weekday-checks.tsx';
import styles from './locations.module.css';
import { Button, IconButton } from '../../ui/button.tsx';

/** Canadian time zones, east to west. */
const TIME_ZONES = [
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

/** The address, the contacts and what the location offers. */
export function ContactFields({ form: { at, draft, set } }: LocationFieldsProps) {
  const isAtHome = draft.country === HOME_COUNTRY;
  return (
    <>
      <div className="stack gap-16 two-from-600">
        <TextField {...at('address')} />
        <TextField {...at('city')} />
        <RegionField {...at('region')} country={draft.country} />
        <TextField {...at('postalCode')} hint={isAtHome ? at('postalCode').hint : undefined} />
        <CountryField {...at('country')} onValue={(country) => set({ country, region: '' })} />
        <TextField {...at('phone')} onBlur={() => set({ phone: phoneText(draft.phone.trim()) })} />
        <TextField {...at('email')} />
        <TextField {...at('manager')} />
        <TextField {...at('capacity')} />
        <TextField {...at('openingDate')} />
        <TextField {...at('dayEndHour')} />
        <TextField {...at('code')} />
        <TimeZoneField {...at('timeZone')} address={draft} />
      </div>
      <fieldset className="grid gap-8">
        <legend className="below-6 weight-640">{at('features').label}</legend>
        <div className={`grid ${styles.boxes}`}>
          {FEATURES.map((feature) => (
            <CheckField
              key={feature}
              label={featureName(feature)}
              value={draft.features.includes(feature)}
              onValue={(isOn) =>
                set({ features: FEATURES.filter((each) => (each === feature ? isOn : draft.features.includes(each))) })
              }
            />
          ))}
        </div>
      </fieldset>
    </>
  );
}

/** A province of the home country; elsewhere a text. */
export function RegionField({ country, ...field }: FormFieldProps<string> & { country: string }) {
  if (country !== HOME_COUNTRY) return <TextField {...field} label={say`Region`} />;
  return (
    <SelectField {...field}>
      <option value="">{say`By its postal code`}</option>
      <NamedOptions options={Object.entries(PROVINCES).map(([id, name]) => ({ id, name }))} />
    </SelectField>
  );
}

export function CountryField(field: FormFieldProps<string>) {
  return (
    <SelectField {...field}>
      <NamedOptions options={COUNTRIES.map((id) => ({ id, name: countryName(id) ?? id }))} />
    </SelectField>
  );
}

type AddressProps = { address: Parameters<typeof timeZoneOf>[0] };

/** The time zone of the typed address, or another one. */
export function TimeZoneField({ address, ...field }: FormFieldProps<string> & AddressProps) {
  const offered = address.country === HOME_COUNTRY ? TIME_ZONES : Intl.supportedValuesOf('timeZone');
  const zones = field.value === '' || offered.includes(field.value) ? offered : [field.value, ...offered];
  const zone = timeZoneOf(address);
  return (
    <SelectField {...field}>
      <option value="">{zone === null ? say`By its address` : say`By its address: ${timeZoneText(zone)}`}</option>
      <NamedOptions options={zones.map((id) => ({ id, name: timeZoneText(id) }))} />
    </SelectField>
  );
}

/** The city of a time zone: 'St Johns'. */
const timeZoneText = (zone: string) => zone.replace(/^.*\//, '').replaceAll('_', ' ');

/** The opening hours and the dates that differ from them. */
export function TimeFields({ form: { draft, problems, set } }: LocationFieldsProps) {
  return (
    <>
      <div {...partProps('hours')}>
        <HoursEditor
          week={draft.hours ?? DEFAULT_WEEK}
          isUsual={draft.hours === null}
          problem={problems.hours}
          onChange={(hours) => set({ hours })}
        />
      </div>
      <div {...partProps('dates')}>
        <ExceptionsEditor
          exceptions={draft.hoursExceptions}
          problem={problems.hoursExceptions}
          onChange={(hoursExceptions) => set({ hoursExceptions })}
        />
      </div>
    </>
  );
}

/** When tickets are late, and how many orders the kitchen can make in a slot. */
export function KitchenFields({ form: { at } }: LocationFieldsProps) {
  const limits = at('ticketLimits');
  return (
    <>
      <fieldset className="grid gap-8">
        <legend className="below-6 weight-640">{limits.label}</legend>
        <p className="hint">{say`After how many minutes a ticket on the board turns yellow (soon) and red (late).`}</p>
        <CheckField
          label={say`Use the usual limits`}
          value={limits.value.areUsual}
          onValue={(areUsual) => limits.onValue({ ...limits.value, areUsual })}
        />
        {!limits.value.areUsual && (
          <div className={`stack gap-16 ${styles.three}`}>
            {TICKET_LIMIT_FIELDS.map((name) => (
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

/** How long parties sit and how many guests may come at once, if bookings take their tables for a whole stay. */
export function StayFields({ form: { at, draft } }: LocationFieldsProps) {
  const { label, value, error, onValue } = at('stayMinutes');
  if (!draft.countsStays) return null;
  return (
    <>
      <fieldset className="grid gap-8">
        <legend className="below-6 weight-640">{label}</legend>
        <div className={`stack gap-16 ${styles.three}`}>
          {value.map((rule, line) => (
            <TextField
              key={rule.partyFrom}
              label={rule.partyFrom === 1 ? say`From 1 guest` : say`From ${rule.partyFrom} guests`}
              inputMode="numeric"
              maxLength={3}
              value={rule.minutes}
              onValue={(minutes) => onValue(value.map((each, index) => (index === line ? { ...each, minutes } : each)))}
            />
          ))}
        </div>
        <FieldError error={error} />
      </fieldset>
      <TextField {...at('pacing')} />
    </>
  );
}

/** Whether guests order and pay at the table by phone. */
export function TableOrderingFields({ label, value, onValue }: FormFieldProps<ManagedLocation['tableOrdering']>) {
  // A server of an earlier version does not send it.
  const { isOn = false, firstRoundWaits = true } = value ?? {};
  return (
    <>
      <SwitchField
        label={label}
        hint={say`Guests scan the code at their table and type the code of their party. Print the codes of the tables where you edit the plan of the floor.`}
        value={isOn}
        onValue={(next) => onValue({ isOn: next, firstRoundWaits })}
      />
      {isOn && (
        <SwitchField
          label={say`A waiter says yes to the first round`}
          hint={say`Later rounds of the party go straight to the kitchen.`}
          value={firstRoundWaits}
          onValue={(next) => onValue({ isOn, firstRoundWaits: next })}
        />
      )}
    </>
  );
}

const NEW_RULE: TypedRule = { service: null, days: [], mostOrders: '', mostUnits: '' };

/** Limits per 15-minute kitchen slot, for all orders or one order type, on some or all days. */
function SlotRules({ label, value, error, onValue }: FormFieldProps<readonly TypedRule[]>) {
  const change = (changed: number, fields: Partial<TypedRule>) =>
    onValue(value.map((rule, index) => (index === changed ? { ...rule, ...fields } : rule)));
  return (
    <fieldset className="grid gap-8">
      <legend className="below-6 weight-640">{label}</legend>
      <p className="hint">{say`Per quarter of an hour. When one is full, guests get the next one with room. Units say how much work a dish is: 1 for each dish, unless you change it.`}</p>
      {value.map((rule, index) => (
        <SlotRule
          // Rules have no id, so the index is the key.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          rule={rule}
          line={index + 1}
          onChange={(fields) => change(index, fields)}
          onRemove={() => onValue(value.filter((_, each) => each !== index))}
        />
      ))}
      {value.length < MAX_SLOT_RULES && (
        <Button look="line" size="sm" onClick={() => onValue([...value, NEW_RULE])}>
          <Plus /> {say`Add a limit`}
        </Button>
      )}
      <FieldError error={error} />
    </fieldset>
  );
}

interface SlotRuleProps {
  rule: TypedRule;
  /** Its position in the list, from 1. */
  line: number;
  onChange: (fields: Partial<TypedRule>) => void;
  onRemove: () => void;
}

function SlotRule({ rule, line, onChange, onRemove }: SlotRuleProps) {
  return (
    <div className="stack gap-8">
      <div className={`stack gap-16 ${styles.three}`}>
        <SelectField
          label={say`Orders`}
          value={rule.service ?? ''}
          onValue={(chosen) => onChange({ service: ORDER_TYPES.find((type) => type === chosen) ?? null })}
        >
          <option value="">{texts.slots.all}</option>
          <NamedOptions options={ORDER_TYPES.map((id) => ({ id, name: orderTypeLabel(id) }))} />
        </SelectField>
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
      <WeekdayChecks days={rule.days} onDays={(days) => onChange({ days })}>
        <IconButton label={say`Remove limit ${line}`} onClick={onRemove}>
          <Trash2 />
        </IconButton>
      </WeekdayChecks>
    </div>
  );
}
