import { useEffect, useEffectEvent, useState } from 'react';
import { phoneText } from '@tiffin/domain/people';
import { say } from '@tiffin/domain/core';
import type { Answer } from '../api/api.ts';
import { useAction } from '../api/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextInput } from '../../ui/inputs.tsx';

const DIGITS = 6;

interface CodeDialogProps {
  title: string;
  description: string;
  confirmLabel: string;
  send: () => Promise<Answer<'sendClaimCode'>>;
  /** What to do when no code was sent. */
  notSent: string;
  /** Why the last code was refused. */
  refused: string | null;
  busy: boolean;
  onCode: (code: string) => void;
  onClose: () => void;
}

/** Sends a code when it opens, and asks for it. A link would not do, because mail scanners open links. */
export function CodeDialog({ send, notSent, refused, onCode, ...dialog }: CodeDialogProps) {
  const [code, setCode] = useState('');
  const [isMissing, setMissing] = useState(false);
  const [note, setNote] = useState<string | null>(null);
  const sending = useAction(send, {
    onDone: ({ isSent, to, minutes }) =>
      setNote(isSent ? say`We sent a code to ${phoneText(to)}. It is valid for ${minutes} minutes.` : notSent),
  });
  const sendAnother = () => void sending.send();
  const sendFirst = useEffectEvent(sendAnother);
  useEffect(() => sendFirst(), []);

  return (
    <FormDialog
      {...dialog}
      cancelLabel={say`Back`}
      onSubmit={() => {
        const digits = code.replaceAll(/\D/g, '');
        setMissing(digits.length !== DIGITS);
        if (digits.length === DIGITS) onCode(digits);
      }}
    >
      <p role="status">{sending.isBusy ? say`We are sending a code…` : (sending.error ?? note)}</p>
      <Field
        label={say`Code`}
        hint={say`Six digits`}
        error={isMissing ? say`Please type the six digits.` : (refused ?? undefined)}
        required
      >
        <TextInput
          name="code"
          value={code}
          inputMode="numeric"
          autoComplete="one-time-code"
          // Leaves room for a space or a hyphen between the digits.
          maxLength={2 * DIGITS - 1}
          onChange={(event) => {
            setCode(event.target.value);
            setMissing(false);
          }}
        />
      </Field>
      <Button look="ghost" size="sm" busy={sending.isBusy} onClick={sendAnother}>
        {say`Send another code`}
      </Button>
    </FormDialog>
  );
}
