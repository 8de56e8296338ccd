import { priorityAllergens, allergyName } from '@tiffin/domain/menu';
import { ALLERGY_LIMITS, type Allergy } from '@tiffin/domain/order';
import { Check, Plus } from 'lucide-react';
import { say } from '@tiffin/domain/core';
import { classNames } from '../../ui/class-names.ts';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/inputs.tsx';
import styles from './allergy-chooser.module.css';

/** For guests, where they state an allergy. */
export const STORED_ON_DEVICE = say`This stays on your device with the order until you place it, sign out or remove your details. By stating it you agree that we use it to prepare your food.`;

/** The number of characters from which the counter is shown. */
const COUNTED_FROM = 400;

interface AllergyChooserProps {
  country: string;
  legend: string;
  hint?: string | undefined;
  value: readonly Allergy[];
  onValue: (allergies: readonly Allergy[]) => void;
}

/** The priority allergens of the country as buttons, and a field for any other allergy. */
export function AllergyChooser({ country, legend, hint, value, onValue }: AllergyChooserProps) {
  // A table may have stated several in words; the field shows the first one.
  const [first, ...others] = value.filter(({ code }) => code === undefined);
  const text = first?.text ?? '';
  const codes = value.flatMap(({ code }) => code ?? []);
  const withText = (of: readonly Allergy[], typed: string) => [
    ...of,
    ...(typed === '' ? [] : [{ text: typed }]),
    ...others,
  ];
  const coded = value.filter(({ code }) => code !== undefined);
  return (
    <fieldset className="stack gap-12">
      <legend className="sr-only">{legend}</legend>
      <div className="flex flex-wrap gap-8">
        {[...new Set([...priorityAllergens(country), ...codes])].map((code) => {
          const isOn = codes.includes(code);
          return (
            <label
              key={code}
              className={classNames(
                'inline-row gap-6 relative touch-height weight-550 pill pointer',
                styles.chip,
                isOn && styles.on,
              )}
            >
              <input
                className="unseen"
                type="checkbox"
                checked={isOn}
                onChange={() =>
                  onValue(withText(isOn ? coded.filter((each) => each.code !== code) : [...coded, { code }], text))
                }
              />
              {/* One of the two, so that no button gets wider and moves the others under a finger. */}
              {isOn ? <Check width={16} /> : <Plus width={16} />}
              {allergyName(code)}
            </label>
          );
        })}
      </div>
      <Field
        label={say`Another allergy`}
        optional
        hint={text.length >= COUNTED_FROM ? say`${text.length} of ${ALLERGY_LIMITS.textLength} characters` : undefined}
      >
        <TextInput
          autoComplete="off"
          placeholder={say`For example gluten or kiwi`}
          maxLength={ALLERGY_LIMITS.textLength}
          value={text}
          onChange={(event) => onValue(withText(coded, event.target.value))}
        />
      </Field>
      {hint && <p className="hint">{hint}</p>}
    </fieldset>
  );
}
