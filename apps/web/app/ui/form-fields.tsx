import { useId, type ReactNode } from 'react';
import { Problem } from './banner.tsx';
import { Checkbox, Switch } from './boxes.tsx';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { Conflict } from './conflict.tsx';
import { Dialog } from './dialog.tsx';
import { Field } from './field.tsx';
import { pointed, Select, Textarea, TextInput, type TextInputProps } from './inputs.tsx';
import type { Fields } from './form.ts';
import type { FieldProps, OpenForm } from './use-form.ts';
import styles from './edit-form.module.css';

/** A form with what went wrong and what somebody else saved above its fields. */
export function EditForm<F extends Fields>({
  form,
  id,
  className,
  failed,
  conflict,
  children,
}: {
  form: OpenForm<F>;
  id?: string;
  className: string | undefined;
  /** The title over a refusal. */
  failed?: string;
  /** Says above the fields that somebody else changed it, unless that is said elsewhere. */
  conflict?: string;
  children: ReactNode;
}) {
  return (
    <form
      id={id}
      className={className}
      onSubmit={(event) => void form.submit(event)}
      noValidate
      // What is typed now would neither be saved nor stay.
      inert={form.busy}
    >
      <Problem title={failed} says={form.failure} />
      {conflict !== undefined && form.changes.length > 0 && <Conflict form={form} title={conflict} />}
      {children}
    </form>
  );
}

/** A thing to be added or edited in a dialog: it stays until what was typed is saved, or given up. */
export function EditDialog<F extends Fields>({
  title,
  cancel,
  save,
  before,
  trailing: extra,
  after,
  onClose,
  ...edit
}: Parameters<typeof EditForm<F>>[0] & {
  title: string;
  cancel: string;
  save: string;
  /** Beside the form, not of it. */
  before?: ReactNode;
  trailing?: ReactNode;
  after?: ReactNode;
  onClose: () => void;
}) {
  const id = useId();
  const { busy } = edit.form;
  return (
    <Dialog
      open
      size="lg"
      onClose={onClose}
      dismissable={!busy}
      unsaved={edit.form.isTyped}
      title={title}
      footer={
        <>
          <Button look="quiet" onClick={onClose} disabled={busy}>
            {cancel}
          </Button>
          <Button type="submit" form={id} busy={busy} className={styles.save}>
            {save}
          </Button>
        </>
      }
    >
      <div className={classNames('stack gap-16', extra !== undefined && styles.beside)}>
        {before}
        <EditForm {...edit} id={id} />
        {extra}
      </div>
      {after}
    </Dialog>
  );
}

type TextFieldProps = FieldProps<string> &
  Omit<TextInputProps, 'value' | 'required'> & { aside?: ReactNode; className?: string };

export function TextField({
  label,
  hint,
  required,
  optional,
  error,
  input,
  onValue,
  className,
  ...rest
}: TextFieldProps) {
  return (
    <Field {...{ label, hint, required, optional, error, className }}>
      <TextInput
        autoComplete="off"
        {...input}
        {...rest}
        onChange={({ target }) => onValue(input?.inputMode === 'decimal' ? pointed(target.value) : target.value)}
      />
    </Field>
  );
}

export function TextareaField({ input, value, onValue, ...field }: FieldProps<string>) {
  return (
    <Field {...field}>
      <Textarea maxLength={input?.maxLength} value={value} onChange={(event) => onValue(event.target.value)} />
    </Field>
  );
}

/** One of a list that grows: the options come as children. */
export function SelectField({
  input: _input,
  value,
  onValue,
  children,
  ...field
}: FieldProps<string> & { children: ReactNode }) {
  return (
    <Field {...field}>
      <Select value={value} onChange={(event) => onValue(event.target.value)}>
        {children}
      </Select>
    </Field>
  );
}

export function CheckField({ label, value, onValue }: FieldProps<boolean>) {
  return <Checkbox label={label} checked={value} onChange={(event) => onValue(event.target.checked)} />;
}

export function SwitchField({ label, hint, value, onValue }: FieldProps<boolean>) {
  return <Switch label={label} hint={hint} checked={value} onChange={(event) => onValue(event.target.checked)} />;
}
