import { useState } from 'react';
import { FAILED_NOTE_MOST } from '@tiffin/domain/delivery';
import { RadioCards } from '../../ui/boxes.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/inputs.tsx';
import { texts } from './texts.ts';

const { why } = texts;
const OTHER = 'other';

/** Why it comes back, in one press or in words. */
export function WhyNotDialog({
  code,
  busy,
  onClose,
  onSend,
}: {
  code: string;
  busy: boolean;
  onClose: () => void;
  onSend: (note: string) => void;
}) {
  const [reason, setReason] = useState<string>(why.reasons[0]);
  const [words, setWords] = useState('');
  const note = reason === OTHER ? words.trim() : reason;
  return (
    <Dialog
      open
      onClose={onClose}
      title={why.title(code)}
      description={why.text}
      size="sm"
      footer={
        <>
          <Button look="quiet" onClick={onClose}>
            {why.back}
          </Button>
          <Button busy={busy} onClick={() => note !== '' && onSend(note)}>
            {why.send}
          </Button>
        </>
      }
    >
      <RadioCards
        legend={why.label}
        value={reason}
        onValue={setReason}
        options={[...why.reasons.map((each) => ({ value: each, label: each })), { value: OTHER, label: why.other }]}
      />
      {reason === OTHER && (
        <Field label={why.label} required>
          <TextInput value={words} maxLength={FAILED_NOTE_MOST} onChange={(event) => setWords(event.target.value)} />
        </Field>
      )}
    </Dialog>
  );
}
