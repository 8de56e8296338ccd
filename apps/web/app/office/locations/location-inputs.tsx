import { DEFAULT_WEEK } from '@tiffin/domain/hours';
import { COUNTRIES, countryName, featureName, FEATURES, HOME_COUNTRY } from '@tiffin/domain/locations';
import { phoneText } from '@tiffin/domain/people';
import { PROVINCES } from '@tiffin/domain/pricing';
import { Checkbox } from '../../ui/boxes.tsx';
import { Field, FieldError } from '../../ui/field.tsx';
import { SelectField, SwitchField, TextField } from '../../ui/form-fields.tsx';
import { TextInput } from '../../ui/inputs.tsx';
import type { OpenForm } from '../../ui/use-form.ts';
import { ExceptionsEditor } from './exceptions-editor.tsx';
import { HoursEditor } from './hours-editor.tsx';
import { LIMITS, SWITCHES, type locationForm } from './location-codec.ts';
import { SlotRules } from './slot-rules.tsx';
import { texts } from './texts.ts';
import styles from './locations.module.css';

/** Canada's clocks, east to west. */
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

export function ContactFields({ form: { at, draft, set } }: LocationFieldsProps) {
  const isAtHome = draft.country === HOME_COUNTRY;
  const known = isAtHome ? ZONES : Intl.supportedValuesOf('timeZone');
  const zones = known.includes(draft.timeZone) ? known : [draft.timeZone, ...known];
  return (
    <>
      <div className="stack gap-16 two-from-600">
        <TextField {...at('address')} />
        <TextField {...at('city')} />
        {isAtHome ? (
          <SelectField {...at('region')}>
            <option value="">{texts.byPostalCode}</option>
            {Object.entries(PROVINCES).map(([province, name]) => (
              <option key={province} value={province}>
                {name}
              </option>
            ))}
          </SelectField>
        ) : (
          <TextField {...at('region')} label={texts.region} />
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
        <TextField {...at('code')} />
        <SelectField {...at('timeZone')}>
          {zones.map((zone) => (
            <option key={zone} value={zone}>
              {zone.replace(/^.*\//, '').replaceAll('_', ' ')}
            </option>
          ))}
        </SelectField>
      </div>
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
    </>
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
  const { tickets } = texts;
  const limits = at('ticketLimits');
  return (
    <>
      <fieldset className="grid gap-8">
        <legend className="below-6 weight-640">{limits.label}</legend>
        <p className="hint">{tickets.text}</p>
        <Checkbox
          label={tickets.usual}
          checked={limits.value.areUsual}
          onChange={(event) => limits.onValue({ ...limits.value, areUsual: event.target.checked })}
        />
        {!limits.value.areUsual && (
          <div className={`stack gap-16 ${styles.three}`}>
            {LIMITS.map((name) => (
              <Field key={name} label={tickets[name]}>
                <TextInput
                  inputMode="numeric"
                  maxLength={3}
                  value={limits.value[name]}
                  onChange={(event) => limits.onValue({ ...limits.value, [name]: event.target.value })}
                />
              </Field>
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
