import { useId, type ReactNode } from 'react';
import { say } from '@tiffin/domain/core';
import { ErrorBanner } from './banner.tsx';
import { Checkbox, Switch } from './boxes.tsx';
import { Button, type ButtonLook } from './button.tsx';
import { classNames } from './class-names.ts';
import { Segmented, type Option } from './choices.tsx';
import { Conflict } from './conflict.tsx';
import { Dialog, type DialogProps } from './dialog.tsx';
import { Field, FieldError } from './field.tsx';
import {
  ChoiceSelect,
  DollarInput,
  PasswordInput,
  Select,
  Textarea,
  TextInput,
  withDecimalPoint,
  type TextInputProps,
} from './inputs.tsx';
import type { Fields } from './form.ts';
import type { FormFieldProps, OpenForm } from './use-form.ts';
import styles from './edit-form.module.css';

interface EditProps<F extends Fields> {
  form: OpenForm<F>;
  id?: string;
  /** Its name for screen readers, where no title is around it. */
  label?: string;
  className: string | undefined;
  /** The title of a refusal. */
  failed?: string;
  /** The text above the fields when another person changed the record; left out if it is shown elsewhere. */
  conflict?: string;
  children: ReactNode;
}

/** A form on the page, with errors and conflicts above its fields. Its button is one of its children. */
export function EditForm<F extends Fields>({ form, id, label, className, failed, conflict, children }: EditProps<F>) {
  return (
    <form
      id={id}
      aria-label={label}
      className={className}
      onSubmit={(event) => void form.submit(event)}
      noValidate
      // Text typed during saving would neither be saved nor stay.
      inert={form.busy}
    >
      <ErrorBanner title={failed} error={form.failure} />
      {conflict !== undefined && form.changes.length > 0 && <Conflict form={form} title={conflict} />}
      {children}
    </form>
  );
}

/** A dialog that adds or edits a record. It stays open until the change is saved or cancelled. */
export function EditDialog<F extends Fields>({
  title,
  description,
  size = 'lg',
  className = 'stack gap-16',
  cancel = say`Cancel`,
  save = say`Save`,
  look,
  blocked,
  extra,
  before,
  trailing,
  after,
  onClose,
  ...edit
}: Omit<Parameters<typeof EditForm<F>>[0], 'className'> & {
  title: string;
  className?: string;
  description?: ReactNode;
  size?: DialogProps['size'];
  cancel?: string;
  save?: string;
  look?: ButtonLook;
  /** Why it cannot be saved now. */
  blocked?: string | null;
  /** A further action at the bottom, such as deleting the record. */
  extra?: ReactNode;
  /** Above the form. */
  before?: ReactNode;
  /** Beside the form where there is room. */
  trailing?: ReactNode;
  /** Below both. */
  after?: ReactNode;
  onClose: () => void;
}) {
  const id = useId();
  const { busy } = edit.form;
  return (
    <Dialog
      size={size}
      onClose={onClose}
      dismissable={!busy}
      unsaved={edit.form.isTyped}
      title={title}
      description={description}
      footer={
        <>
          {extra}
          <Button look="quiet" onClick={onClose} disabled={busy}>
            {cancel}
          </Button>
          <Button type="submit" form={id} look={look} busy={busy} disabledReason={blocked} className={styles.save}>
            {save}
          </Button>
        </>
      }
    >
      <div className={classNames('stack gap-16', trailing !== undefined && styles.beside)}>
        {before}
        <EditForm {...edit} className={className} id={id} />
        {trailing}
      </div>
      {after}
    </Dialog>
  );
}

type TextFieldProps = FormFieldProps<string> & Omit<TextInputProps, 'value' | 'required'> & { className?: string };

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

export function PasswordField({
  input: _input,
  value,
  onValue,
  autoComplete,
  ...field
}: FormFieldProps<string> & Pick<TextInputProps, 'autoComplete'>) {
  return (
    <Field {...field}>
      <PasswordInput autoComplete={autoComplete} value={value} onChange={(event) => onValue(event.target.value)} />
    </Field>
  );
}

export function MoneyField({ label, hint, required, optional, error, input, value, onValue }: FormFieldProps<string>) {
  return (
    <Field {...{ label, hint, required, optional, error }}>
      <DollarInput autoComplete="off" {...input} value={value} onValue={onValue} />
    </Field>
  );
}

interface TextareaFieldProps extends FormFieldProps<string> {
  rows?: number;
  aside?: ReactNode;
  onBlur?: () => void;
}

export function TextareaField({ input, value, onValue, rows, onBlur, ...field }: TextareaFieldProps) {
  return (
    <Field {...field}>
      <Textarea
        maxLength={input?.maxLength}
        value={value}
        rows={rows}
        onBlur={onBlur}
        onChange={(event) => onValue(event.target.value)}
      />
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
}: FormFieldProps<string> & { children: ReactNode }) {
  return (
    <Field {...field}>
      <Select value={value} onChange={(event) => onValue(event.target.value)}>
        {children}
      </Select>
    </Field>
  );
}

export function ChoiceField<V extends string>({
  input: _input,
  value,
  onValue,
  options,
  labels,
  ...field
}: FormFieldProps<V> & { options: readonly V[]; labels: Readonly<Record<V, string>> }) {
  return (
    <Field {...field}>
      <ChoiceSelect options={options} labels={labels} value={value} onValue={onValue} />
    </Field>
  );
}

/** One of two to four short options side by side. */
export function SegmentedField<V extends string>({
  label,
  value,
  onValue,
  options,
}: FormFieldProps<V> & { options: readonly Option<V>[] }) {
  return <Segmented legend={label} options={options} value={value} onValue={onValue} />;
}

export function CheckField({ label, hint, value, onValue }: FormFieldProps<boolean>) {
  return <Checkbox label={label} hint={hint} checked={value} onChange={(event) => onValue(event.target.checked)} />;
}

/** Any number of options. The chosen ids keep the order of the options. */
export function ChecksField({
  label,
  value,
  onValue,
  error,
  options,
}: FormFieldProps<string[]> & { options: readonly { readonly id: string; readonly name: string }[] }) {
  return (
    <fieldset className="grid gap-6">
      <legend className="label below-4">{label}</legend>
      {options.map(({ id, name }) => (
        <Checkbox
          key={id}
          label={name}
          checked={value.includes(id)}
          onChange={({ target }) =>
            onValue(
              options.map((each) => each.id).filter((each) => (each === id ? target.checked : value.includes(each))),
            )
          }
        />
      ))}
      <FieldError error={error} />
    </fieldset>
  );
}

export function SwitchField({ label, hint, value, onValue }: FormFieldProps<boolean>) {
  return <Switch label={label} hint={hint} checked={value} onChange={(event) => onValue(event.target.checked)} />;
}
