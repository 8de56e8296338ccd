import { Plus, Trash2 } from 'lucide-react';
import { HALIFAX, localDate, rateFromDecimal, say } from '@tiffin/domain/core';
import { HOME_COUNTRY } from '@tiffin/domain/locations';
import { isTipBaseSetByLaw, PROVINCES } from '@tiffin/domain/pricing';
import { useServerNow } from '../../shared/live/server-clock.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { FieldError } from '../../ui/field.tsx';
import { CheckField, ChoiceField, TextField, SelectField } from '../../ui/form-fields.tsx';
import { NamedOptions } from '../../ui/inputs.tsx';
import type { OpenForm } from '../../ui/use-form.ts';
import { chosenTimeZone, type locationForm } from './location-codec.ts';
import type { ManagedLocation } from './location-data.ts';
import { TaxCodeFields } from './tax-code-fields.tsx';
import {
  taxesForNewAddress,
  NEW_TAX_CODE,
  taxNames,
  taxSentences,
  draftTaxation,
  type TaxSource,
  type TypedTaxCode,
  type TypedTaxes,
} from './tax-codec.ts';
import { texts } from './texts.ts';
import styles from './locations.module.css';

interface TaxFieldsProps {
  form: OpenForm<typeof locationForm.fields>;
  /** The saved location; null for a new one. */
  location: ManagedLocation | null;
}

/** The taxes of a location, with an example of a meal for 100.00. */
export function TaxFields({ form: { at, draft, updates }, location }: TaxFieldsProps) {
  const now = useServerNow(60_000);
  const settings = at('taxSettings');
  const { source, registrations } = settings.value;
  const change = (fields: Partial<TypedTaxes>) => settings.onValue({ ...settings.value, ...fields });
  const today = localDate(now, chosenTimeZone(draft) ?? HALIFAX);
  const rate = overrideRate(draft.taxRateOverride);
  // When the address changes, the server proposes new taxes, unless they are edited in the same form.
  const newTaxes =
    location && updates.taxSettings === undefined ? taxesForNewAddress(location, updates, today) : undefined;
  const taxation = draftTaxation(settings.value, { ...draft, rate }, today);
  const facts = {
    ...taxation,
    taxes: newTaxes !== undefined && rate === null ? newTaxes : taxation.taxes,
    // More than 100 % may be typed; the field refuses it when the form is saved.
    override: { rate: rate === null ? null : rateFromDecimal(Math.min(rate, 1)), label: draft.taxLabelOverride },
    tipBase: draft.tipBaseOverride,
  };
  const registeredTaxes = source === 'postal-code' || rate !== null ? [] : taxNames(facts, today);
  return (
    <fieldset className="grid gap-8">
      <legend className="below-6 weight-640">{settings.label}</legend>
      {taxSentences(facts, today).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {newTaxes !== undefined && (
        <Banner tone="warn">{say`Another tax law applies at the new address. New taxes are proposed when you save. Please check them then.`}</Banner>
      )}
      <SelectField
        label={say`Taxes`}
        hint={say`The rates of a province follow its law automatically.`}
        value={source}
        // The ids of the options are sources.
        onValue={(chosen) => change({ source: chosen as TaxSource })}
      >
        <NamedOptions options={sourcesFor(source, { isNew: location === null, country: draft.country })} />
      </SelectField>
      {source === 'own' && <OwnTaxes taxes={settings.value} onChange={change} />}
      <FieldError error={settings.error} />
      {registeredTaxes.length > 0 && (
        <RegistrationFields
          names={registeredTaxes}
          registrations={registrations}
          onChange={(name, number) => change({ registrations: { ...registrations, [name]: number } })}
        />
      )}
      <div className="stack gap-16 two-from-600">
        <TextField {...at('taxRateOverride')} />
        <TextField {...at('taxLabelOverride')} />
      </div>
      {isTipBaseSetByLaw(facts, today) ? (
        <p className="hint">{say`The law here requires tips to be calculated before tax.`}</p>
      ) : (
        <ChoiceField
          {...at('tipBaseOverride')}
          options={['with-tax', 'before-tax']}
          labels={texts.tax.tips}
          value={draft.tipBaseOverride ?? 'with-tax'}
        />
      )}
      <div className="stack gap-16 two-from-600">
        <TextField {...at('guestTipPercents')} />
        <TextField {...at('tillTipPercents')} />
      </div>
    </fieldset>
  );
}

/** The typed percentage as a rate; null while it is empty or unreadable. */
function overrideRate(typed: string): number | null {
  const percent = typed.trim();
  return percent === '' || Number.isNaN(Number(percent)) ? null : Number(percent) / 100;
}

/** The sources with their labels. Outside the home country there are no provinces and postal codes. */
function sourcesFor(current: TaxSource, { isNew, country }: { isNew: boolean; country: string }) {
  const isAtHome = country === HOME_COUNTRY;
  const proposed = isAtHome ? say`by the law of its province` : say`none yet: we do not know its law`;
  const sources = [
    ...(isNew ? [{ id: 'proposed', name: proposed }] : []),
    ...Object.entries(PROVINCES).map(([id, name]) => ({ id, name: say`by the law of ${name}` })),
    { id: 'own', name: say`entered here` },
    { id: 'postal-code', name: say`by the postal code alone` },
  ];
  return sources.filter(({ id }) => isAtHome || ['proposed', 'own', current].includes(id));
}

const MAX_OWN_TAXES = 6;

interface OwnTaxesProps {
  taxes: TypedTaxes;
  onChange: (typed: Partial<TypedTaxes>) => void;
}

function OwnTaxes({ taxes: { own, included }, onChange }: OwnTaxesProps) {
  const setCode = (index: number, typed: Partial<TypedTaxCode>) =>
    onChange({ own: own.map((each, i) => (i === index ? { ...each, ...typed } : each)) });
  return (
    <>
      {own.map((code, index) => (
        // Rows have no id while they are typed, so the index is the key.
        // oxlint-disable-next-line react/no-array-index-key
        <div className={`grid gap-8 align-end ${styles.taxCode}`} key={index}>
          <TaxCodeFields
            code={code}
            labels={{ name: say`Name`, onMeals: say`On meals, percent`, onLiquor: say`On liquor, percent` }}
            onChange={(typed) => setCode(index, typed)}
          />
          <IconButton
            label={say`Remove ${code.label || say`this tax`}`}
            onClick={() => onChange({ own: own.filter((_, i) => i !== index) })}
          >
            <Trash2 />
          </IconButton>
        </div>
      ))}
      <CheckField
        label={say`Prices include these taxes`}
        value={included}
        onValue={(isOn) => onChange({ included: isOn })}
      />
      {own.length < MAX_OWN_TAXES && (
        <Button look="quiet" onClick={() => onChange({ own: [...own, NEW_TAX_CODE] })}>
          <Plus />
          {say`Add Tax`}
        </Button>
      )}
    </>
  );
}

interface RegistrationFieldsProps {
  names: readonly string[];
  registrations: TypedTaxes['registrations'];
  onChange: (name: string, number: string) => void;
}

function RegistrationFields({ names, registrations, onChange }: RegistrationFieldsProps) {
  return (
    <div className="stack gap-16 two-from-600">
      {names.map((name) => (
        <TextField
          key={name}
          label={say`${name} number`}
          hint={
            /HST|GST/.test(name)
              ? say`On receipts and exports. If it is empty, they have the tax number from Settings.`
              : say`On receipts and exports.`
          }
          optional
          maxLength={40}
          value={registrations[name] ?? ''}
          onValue={(text) => onChange(name, text)}
        />
      ))}
    </div>
  );
}
