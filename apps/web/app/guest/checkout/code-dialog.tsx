import { useEffect, useEffectEvent, useState } from 'react';
import type { ContactForm } from '@tiffin/domain/order';
import { phoneText } from '@tiffin/domain/people';
import { api } from '../../shared/api/api.ts';
import { useStep } from '../../shared/errors/use-step.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextInput } from '../../ui/inputs.tsx';
import type { CodeAsked } from './place-order.ts';
import { texts } from './texts.ts';

const said = texts.code;

/** In cash without an account a second order, or a large one, waits for a code that shows that we reach them. */
export function CodeDialog({
  asked: { channel, because },
  contact: { phone, email },
  callUs,
  refused,
  busy,
  onCode,
  onClose,
}: {
  asked: CodeAsked;
  contact: ContactForm;
  /** The place's telephone. */
  callUs: string;
  /** Why the last one was not taken. */
  refused: string | null;
  busy: boolean;
  onCode: (code: string) => void;
  onClose: () => void;
}) {
  const [code, setCode] = useState('');
  const [isMissing, setMissing] = useState(false);
  const [note, setNote] = useState<string | null>(null);
  const sending = useStep(async () => {
    const sent = await api('sendOrderCode', { body: { ...(phone && { phone }), ...(email && { email }) } });
    setNote(sent.isSent ? said.sent(phoneText(sent.to), sent.minutes) : said.notSent(callUs));
  });
  const sendFirst = useEffectEvent(sending.submit);
  useEffect(() => sendFirst(), []);

  return (
    <FormDialog
      title={said.title[channel]}
      description={said.because[because]}
      confirmLabel={said.place}
      cancelLabel={said.back}
      busy={busy}
      onClose={onClose}
      onSubmit={() => {
        const digits = code.replaceAll(/\D/g, '');
        setMissing(digits.length !== 6);
        if (digits.length === 6) onCode(digits);
      }}
    >
      <p role="status">{sending.busy ? said.sending : (sending.problem ?? note)}</p>
      <Field label={said.label} hint={said.hint} error={isMissing ? said.missing : (refused ?? undefined)} required>
        <TextInput
          name="contactCode"
          value={code}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={11}
          onChange={(event) => {
            setCode(event.target.value);
            setMissing(false);
          }}
        />
      </Field>
      <Button look="ghost" size="sm" busy={sending.busy} onClick={sending.submit}>
        {said.again}
      </Button>
    </FormDialog>
  );
}
