import { dateIn } from '@tiffin/domain/core';
import { FEATURES } from '@tiffin/domain/locations';
import { phoneText } from '@tiffin/domain/people';
import { taxFor, taxPercentText } from '@tiffin/domain/pricing';
import { useNow } from '../../shared/page/now.ts';
import { Checkbox, Switch } from '../../ui/choices.tsx';
import { Field, FieldError } from '../../ui/field.tsx';
import { Select, TextInput } from '../../ui/inputs.tsx';
import type { Draft, Problems, TicketDraft } from './draft.ts';
import { ExceptionsEditor } from './exceptions-editor.tsx';
import { HoursEditor } from './hours-editor.tsx';
import styles from './location-dialog.module.css';
import { texts } from './texts.ts';

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

export interface LocationFieldsProps {
  draft: Draft;
  problems: Problems;
  onChange: (fields: Partial<Draft>) => void;
}

export function ContactFields({ draft, problems, onChange }: LocationFieldsProps) {
  const { form } = texts;
  const zones = ZONES.includes(draft.timeZone) ? ZONES : [draft.timeZone, ...ZONES];
  return (
    <>
      <div className={styles.two}>
        <Field label={form.address} error={problems.address} required>
          <TextInput
            value={draft.address}
            maxLength={200}
            onChange={(event) => onChange({ address: event.target.value })}
          />
        </Field>
        <Field label={form.postalCode} error={problems.postalCode} required>
          <TextInput
            value={draft.postalCode}
            maxLength={12}
            autoCapitalize="characters"
            onChange={(event) => onChange({ postalCode: event.target.value })}
          />
        </Field>
        <Field label={form.phone} error={problems.phone} required>
          <TextInput
            type="tel"
            placeholder={form.phonePlaceholder}
            value={draft.phone}
            maxLength={40}
            onChange={(event) => onChange({ phone: event.target.value })}
            onBlur={() => onChange({ phone: phoneText(draft.phone.trim()) })}
          />
        </Field>
        <Field label={form.email} error={problems.email} required>
          <TextInput
            type="email"
            value={draft.email}
            maxLength={100}
            onChange={(event) => onChange({ email: event.target.value })}
          />
        </Field>
        <Field label={form.manager} optional>
          <TextInput
            value={draft.manager}
            maxLength={100}
            onChange={(event) => onChange({ manager: event.target.value })}
          />
        </Field>
        <Field label={form.capacity} error={problems.capacity} optional>
          <TextInput
            inputMode="numeric"
            value={draft.capacity}
            maxLength={5}
            onChange={(event) => onChange({ capacity: event.target.value })}
          />
        </Field>
        <Field label={form.openingDate} optional>
          <TextInput
            type="date"
            value={draft.openingDate}
            onChange={(event) => onChange({ openingDate: event.target.value })}
          />
        </Field>
        <Field label={form.timeZone}>
          <Select value={draft.timeZone} onChange={(event) => onChange({ timeZone: event.target.value })}>
            {zones.map((zone) => (
              <option key={zone} value={zone}>
                {zone.replace(/^.*\//, '').replaceAll('_', ' ')}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <fieldset className={styles.group}>
        <legend>{form.features}</legend>
        <div className={styles.boxes}>
          {FEATURES.map((feature) => (
            <Checkbox
              key={feature}
              label={feature}
              checked={draft.features.includes(feature)}
              onChange={(event) =>
                onChange({
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

export function TimeFields({ draft, problems, onChange }: LocationFieldsProps) {
  return (
    <>
      <HoursEditor
        week={draft.week}
        isUsual={!draft.weekTouched}
        problem={problems.week}
        onChange={(week) => onChange({ week, weekTouched: true })}
      />
      <ExceptionsEditor
        exceptions={draft.exceptions}
        problem={problems.exceptions}
        onChange={(exceptions) => onChange({ exceptions })}
      />
    </>
  );
}

const LIMITS = [
  'acceptSoon',
  'acceptLate',
  'dueSoon',
  'passSoon',
  'passLate',
] as const satisfies readonly (keyof TicketDraft)[];

export function KitchenFields({ draft, problems, onChange }: LocationFieldsProps) {
  const { tickets, tax } = texts;
  const now = useNow();
  const byPostalCode = now && taxFor(draft.postalCode, dateIn(now, draft.timeZone));
  return (
    <>
      <fieldset className={styles.group}>
        <legend>{tickets.title}</legend>
        <p className={styles.hint}>{tickets.text}</p>
        <Checkbox
          label={tickets.usual}
          checked={draft.usualLimits}
          onChange={(event) => onChange({ usualLimits: event.target.checked })}
        />
        {!draft.usualLimits && (
          <div className={styles.three}>
            {LIMITS.map((name) => (
              <Field key={name} label={tickets[name]}>
                <TextInput
                  inputMode="numeric"
                  maxLength={3}
                  value={draft.limits[name]}
                  onChange={(event) => onChange({ limits: { ...draft.limits, [name]: event.target.value } })}
                />
              </Field>
            ))}
          </div>
        )}
        <FieldError error={problems.limits} />
      </fieldset>
      <fieldset className={styles.group}>
        <legend>{tax.title}</legend>
        {byPostalCode && (
          <p className={styles.hint}>{tax.text(byPostalCode.label, taxPercentText(byPostalCode.rate))}</p>
        )}
        <div className={styles.two}>
          <Field label={tax.rate} error={problems.taxRate} optional>
            <TextInput
              inputMode="decimal"
              maxLength={8}
              value={draft.taxRate}
              onChange={(event) => onChange({ taxRate: event.target.value })}
            />
          </Field>
          <Field label={tax.label} optional>
            <TextInput
              maxLength={40}
              placeholder={byPostalCode?.label}
              value={draft.taxLabel}
              onChange={(event) => onChange({ taxLabel: event.target.value })}
            />
          </Field>
        </div>
      </fieldset>
      <Switch
        label={texts.form.active}
        hint={texts.form.activeHint}
        checked={draft.isActive}
        onChange={(event) => onChange({ isActive: event.target.checked })}
      />
    </>
  );
}
