import { Field } from '../../ui/field.tsx';
import { pointed, TextInput } from '../../ui/inputs.tsx';
import type { TypedCode } from './tax-codec.ts';

/** The name of a tax with its rates for meals and for liquor, in percent. */
export function TaxCodeFields({
  code,
  words,
  isLiquorOptional = false,
  onChange,
}: {
  code: TypedCode;
  words: { readonly name: string; readonly onMeals: string; readonly onLiquor: string };
  isLiquorOptional?: boolean;
  onChange: (typed: Partial<TypedCode>) => void;
}) {
  return (
    <>
      <Field label={words.name}>
        <TextInput maxLength={12} value={code.label} onChange={(event) => onChange({ label: event.target.value })} />
      </Field>
      <Field label={words.onMeals}>
        <TextInput
          inputMode="decimal"
          maxLength={8}
          value={code.meal}
          onChange={(event) => onChange({ meal: pointed(event.target.value) })}
        />
      </Field>
      <Field label={words.onLiquor} optional={isLiquorOptional}>
        <TextInput
          inputMode="decimal"
          maxLength={8}
          value={code.liquor}
          onChange={(event) => onChange({ liquor: pointed(event.target.value) })}
        />
      </Field>
    </>
  );
}
