import { useEffect, useRef } from 'react';
import { accountNameProblem, phoneProblem } from '@tiffin/domain/order';
import { say } from '@tiffin/domain/core';
import { callOf, useAction } from '../../shared/api/use-action.ts';
import type { Me } from '../../shared/api/server-context.ts';
import { refusalText } from '../../shared/errors/error-text.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { formOf, valueField } from '../../ui/form.ts';
import { EditForm, TextField } from '../../ui/form-fields.tsx';
import { PhoneInput } from '../../ui/phone-input.tsx';
import { useForm } from '../../ui/use-form.ts';
import styles from './account.module.css';

export type EditedField = 'name' | 'phone';

interface EditDetailProps {
  field: EditedField;
  label: string;
  me: NonNullable<Me>;
  onClose: (isSaved: boolean) => void;
}

const detailForm = formOf({ value: valueField('', '') });

/** Changes the name or the phone number in the place of its row. */
export function EditDetail({ field, label, me, onClose }: EditDetailProps) {
  const isName = field === 'name';
  const before = isName ? me.displayName : (me.phoneNumber ?? '');
  const box = useRef<HTMLDivElement>(null);
  const { sendOrThrow } = useAction(callOf('updateMe'), {
    done: () => say`Your details are saved.`,
    onDone: () => onClose(true),
  });
  const form = useForm(
    detailForm,
    { value: before },
    {
      // An unchanged value is not validated, because older ones may not meet today's rules.
      check({ value }) {
        const isUnchanged = value === before || (!isName && value === '');
        const problem = isUnchanged ? null : isName ? accountNameProblem(value) : phoneProblem(value);
        return problem === null ? {} : { value: problem };
      },
      async save({ values: { value } }) {
        if (value === before) onClose(false);
        else await sendOrThrow(isName ? { displayName: value } : { phoneNumber: value || null });
      },
      refused: refusalText,
    },
  );
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a refusal leads back to the field
  useEffect(() => box.current?.querySelector('input')?.focus(), [form.failure]);
  const { value, error, onValue } = form.at('value');
  return (
    <div ref={box}>
      <EditForm form={form} className={`grid gap-16 surface round-md ${styles.editing}`}>
        {isName ? (
          <TextField {...form.at('value')} label={label} required name="name" autoComplete="name" />
        ) : (
          <Field
            label={label}
            error={error}
            hint={say`We use it for your next orders and reservations. Earlier ones keep theirs.`}
          >
            <PhoneInput name="phone" value={value} onValue={onValue} />
          </Field>
        )}
        <div className="flex flex-wrap gap-8">
          <Button type="submit" busy={form.busy}>
            {say`Save`}
          </Button>
          <Button look="quiet" onClick={() => onClose(false)}>
            {say`Cancel`}
          </Button>
        </div>
      </EditForm>
    </div>
  );
}
