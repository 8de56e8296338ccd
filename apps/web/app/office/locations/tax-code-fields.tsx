import { TextField } from '../../ui/form-fields.tsx';
import type { TypedTaxCode } from './tax-codec.ts';

interface TaxCodeFieldsProps {
  code: TypedTaxCode;
  labels: { readonly name: string; readonly onMeals: string; readonly onLiquor: string };
  isLiquorOptional?: boolean;
  onChange: (typed: Partial<TypedTaxCode>) => void;
}

/** The name of a tax with its rates for meals and for liquor, in percent. */
export function TaxCodeFields({ code, labels, isLiquorOptional = false, onChange }: TaxCodeFieldsProps) {
  return (
    <>
      <TextField label={labels.name} maxLength={12} value={code.label} onValue={(label) => onChange({ label })} />
      <TextField
        label={labels.onMeals}
        input={{ inputMode: 'decimal' }}
        maxLength={8}
        value={code.meal}
        onValue={(meal) => onChange({ meal })}
      />
      <TextField
        label={labels.onLiquor}
        optional={isLiquorOptional}
        input={{ inputMode: 'decimal' }}
        maxLength={8}
        value={code.liquor}
        onValue={(liquor) => onChange({ liquor })}
      />
    </>
  );
}
