import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { accountNameProblem, phoneProblem } from '@tiffin/domain/order';
import { say } from '@tiffin/domain/core';
import { ApiError } from '../../shared/api/api-error.ts';
import { api } from '../../shared/api/api.ts';
import type { Me } from '../../shared/api/server-context.ts';
import { errorText } from '../../shared/errors/error-text.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/inputs.tsx';
import { PhoneInput } from '../../ui/phone-input.tsx';
import { toast } from '../../ui/toasts.ts';
import styles from './account.module.css';

export type EditedField = 'name' | 'phone';

interface EditDetailProps {
  field: EditedField;
  label: string;
  me: NonNullable<Me>;
  onClose: (isSaved: boolean) => void;
}

/** Changes the name or the phone number in the place of its row. */
export function EditDetail({ field, label, me, onClose }: EditDetailProps) {
  const before = field === 'name' ? me.displayName : (me.phoneNumber ?? '');
  const [value, setValue] = useState(before);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const focusInput = () => form.current?.querySelector('input')?.focus();
  useEffect(focusInput, []);

  function refuse(text: string) {
    setProblem(text);
    focusInput();
  }

  async function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    // An unchanged value is not validated, because older ones may not meet today's rules.
    if (value === before) return onClose(false);
    const found = field === 'name' ? accountNameProblem(value) : value === '' ? null : phoneProblem(value);
    if (found !== null) return refuse(found);
    setBusy(true);
    try {
      await api('updateMe', { body: field === 'name' ? { displayName: value } : { phoneNumber: value || null } });
      toast.success(say`Your details are saved.`);
      onClose(true);
    } catch (error) {
      setBusy(false);
      refuse(error instanceof ApiError && error.status === 400 ? error.message : errorText(error));
    }
  }

  function change(next: string) {
    setValue(next);
    setProblem(null);
  }

  return (
    <form
      ref={form}
      noValidate
      className={`grid gap-16 surface round-md ${styles.editing}`}
      onSubmit={(event) => void save(event)}
    >
      {field === 'name' ? (
        <Field label={label} error={problem} required>
          <TextInput name="name" autoComplete="name" value={value} onChange={(event) => change(event.target.value)} />
        </Field>
      ) : (
        <Field
          label={label}
          error={problem}
          hint={say`We use it for your next orders and reservations. Earlier ones keep theirs.`}
        >
          <PhoneInput name="phone" value={value} onValue={change} />
        </Field>
      )}
      <div className="flex flex-wrap gap-8">
        <Button type="submit" busy={busy}>
          {say`Save`}
        </Button>
        <Button look="quiet" onClick={() => onClose(false)}>
          {say`Cancel`}
        </Button>
      </div>
    </form>
  );
}
