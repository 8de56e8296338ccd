import { Field } from './field.tsx';
import { TextInput, type TextInputProps } from './inputs.tsx';
import type { FormFieldProps } from './use-form.ts';
import styles from './colour-field.module.css';

interface ColourFieldProps extends FormFieldProps<string> {
  /** The colour that the picker shows while the text is empty or no colour. */
  defaultColour: string;
  pickerLabel: string;
  input?: TextInputProps | undefined;
}

const COLOUR = /^#[\da-f]{6}$/;

export function ColourField({
  label,
  hint,
  required,
  optional,
  error,
  value,
  onValue,
  defaultColour,
  pickerLabel,
  input,
}: ColourFieldProps) {
  const typed = value.trim().toLowerCase();
  return (
    <Field {...{ label, hint, required, optional, error }}>
      <div className="row gap-8">
        <TextInput
          autoComplete="off"
          {...input}
          className="grow"
          value={value}
          onChange={(event) => onValue(event.target.value)}
        />
        <input
          type="color"
          aria-label={pickerLabel}
          className={`no-shrink surface round-control pointer ${styles.picker}`}
          value={COLOUR.test(typed) ? typed : defaultColour}
          onChange={(event) => onValue(event.target.value)}
        />
      </div>
    </Field>
  );
}
