import { GUEST_NOTES, type GuestNote } from '@tiffin/domain/order';
import { Field } from '../../ui/field.tsx';
import { Textarea, TextInput } from '../../ui/inputs.tsx';

interface NoteFieldProps {
  note: GuestNote;
  texts: { readonly label: string; readonly placeholder: string };
  error?: string | undefined;
  optional?: boolean;
  value: string;
  onValue: (text: string) => void;
}

export function NoteField({ note, texts, error, optional = false, value, onValue }: NoteFieldProps) {
  const { lines, most } = GUEST_NOTES[note];
  const Input = INPUTS[lines];
  return (
    <Field label={texts.label} error={error} optional={optional}>
      <Input
        name={note}
        placeholder={texts.placeholder}
        maxLength={most}
        value={value}
        onChange={(event) => onValue(event.target.value)}
      />
    </Field>
  );
}

const INPUTS = { one: TextInput, several: Textarea } as const;
