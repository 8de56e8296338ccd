import { Field } from '../../ui/field.tsx';
import { withDecimalPoint, TextInput } from '../../ui/inputs.tsx';
import type { TypedTaxCode } from './tax-codec.ts';

/** The name of a tax with its rates for meals and for liquor, in percent. */
export function TaxCodeFields({
  code,
  labels,
  isLiquorOptional = false,
  onChange,
}: {
  code: TypedTaxCode;
  labels: { readonly name: string; readonly onMeals: string; readonly onLiquor: string };
  isLiquorOptional?: boolean;
  onChange: (typed: Partial<TypedTaxCode>) => void;
}) {
  return (
    <>
      <Field label={labels.name}>
        <TextInput maxLength={12} value={code.label} onChange={(event) => onChange({ label: event.target.value })} />
      </Field>
      <Field label={labels.onMeals}>
        <TextInput
          inputMode="decimal"
          maxLength={8}
          value={code.meal}
          onChange={(event) => onChange({ meal: withDecimalPoint(event.target.value) })}
        />
      </Field>
      <Field label={labels.onLiquor} optional={isLiquorOptional}>
        <TextInput
          inputMode="decimal"
          maxLength={8}
          value={code.liquor}
          onChange={(event) => onChange({ liquor: withDecimalPoint(event.target.value) })}
        />
      </Field>
    </>
  );
}
