import { useId, type ReactNode } from 'react';
import { ErrorBanner } from './banner.tsx';
import { Checkbox, Switch } from './boxes.tsx';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { Conflict } from './conflict.tsx';
import { Dialog } from './dialog.tsx';
import { Field } from './field.tsx';
import { withDecimalPoint, Select, Textarea, TextInput, type TextInputProps } from './inputs.tsx';
import type { Fields } from './form.ts';
import type { FieldProps, OpenForm } from './use-form.ts';
import styles from './edit-form.module.css';

/** A form with errors and conflicts above its fields. */
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
  /** The title of a refusal. */
  failed?: string;
  /** The text above the fields when another person changed the record; left out if it is shown elsewhere. */
  conflict?: string;
  children: ReactNode;
}) {
  return (
    <form
      id={id}
      className={className}
      onSubmit={(event) => void form.submit(event)}
      noValidate
      // Text typed during saving would neither be saved nor stay.
      inert={form.busy}
    >
      <ErrorBanner title={failed} says={form.failure} />
      {conflict !== undefined && form.changes.length > 0 && <Conflict form={form} title={conflict} />}
      {children}
    </form>
  );
}

/** A dialog that adds or edits a record. It stays open until the change is saved or cancelled. */
export function EditDialog<F extends Fields>({
  title,
  cancel,
  save,
  before,
  trailing,
  after,
  onClose,
  ...edit
}: Parameters<typeof EditForm<F>>[0] & {
  title: string;
  cancel: string;
  save: string;
  /** Content next to the form. */
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
      <div className={classNames('stack gap-16', trailing !== undefined && styles.beside)}>
        {before}
        <EditForm {...edit} id={id} />
        {trailing}
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
        onChange={({ target }) =>
          onValue(input?.inputMode === 'decimal' ? withDecimalPoint(target.value) : target.value)
        }
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

/** A select for a growing list: the options are its children. */
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
