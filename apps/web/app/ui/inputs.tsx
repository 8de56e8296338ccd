import {
  useState,
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
} from 'react';
import { Eye, EyeOff } from 'lucide-react';
import { say } from '@tiffin/domain/core';
import { classNames } from './class-names.ts';
import { IconButton } from './button.tsx';
import { useFieldAttributes } from './field.tsx';
import { currencySign } from './format.ts';
import styles from './inputs.module.css';

/** Accepts a decimal comma in typed numbers. */
export const withDecimalPoint = (typed: string) => typed.replace(',', '.');

export function DollarInput({
  onValue,
  ...rest
}: Omit<TextInputProps, 'prefix' | 'type' | 'onChange'> & { onValue: (text: string) => void }) {
  return (
    <PrefixedInput
      prefix={currencySign()}
      inputMode="decimal"
      {...rest}
      onChange={(event) => onValue(withDecimalPoint(event.target.value))}
    />
  );
}

export type TextInputProps = InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> };

export function TextInput({ className, ...rest }: TextInputProps) {
  return <input type="text" {...useFieldAttributes()} {...rest} className={classNames(styles.input, className)} />;
}

export function PrefixedInput({ prefix, ...rest }: Omit<TextInputProps, 'prefix'> & { prefix: ReactNode }) {
  return (
    <div className="relative">
      <span className={styles.prefix} aria-hidden="true">
        {prefix}
      </span>
      <TextInput {...rest} />
    </div>
  );
}

export function PasswordInput(props: TextInputProps) {
  const [shown, setShown] = useState(false);
  return (
    <div className="relative">
      <TextInput {...props} type={shown ? 'text' : 'password'} className={styles.withEnd} />
      <IconButton
        className={styles.end}
        label={shown ? say`Hide password` : say`Show password`}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
      >
        {shown ? <EyeOff /> : <Eye />}
      </IconButton>
    </div>
  );
}

export function Textarea({
  className,
  ...rest
}: TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> }) {
  return <textarea {...useFieldAttributes()} {...rest} className={classNames(styles.input, styles.area, className)} />;
}

export function Select({
  className,
  onValue,
  ...rest
}: SelectHTMLAttributes<HTMLSelectElement> & { ref?: Ref<HTMLSelectElement>; onValue?: (value: string) => void }) {
  return (
    <select
      {...useFieldAttributes()}
      onChange={onValue && ((event) => onValue(event.target.value))}
      {...rest}
      className={classNames(styles.input, styles.select, className)}
    />
  );
}

export function NamedOptions({ options }: { options: readonly { readonly id: string; readonly name: string }[] }) {
  return options.map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ));
}

interface ChoiceSelectProps<T extends string> extends Omit<
  SelectHTMLAttributes<HTMLSelectElement>,
  'value' | 'onChange' | 'children'
> {
  options: readonly T[];
  labels: Readonly<Record<T, string>>;
  value: string;
  onValue: (value: T) => void;
}

export function ChoiceSelect<T extends string>({ options, labels, onValue, ...rest }: ChoiceSelectProps<T>) {
  return (
    <Select
      {...rest}
      onChange={(event) => {
        const chosen = options.find((option) => option === event.target.value);
        if (chosen !== undefined) onValue(chosen);
      }}
    >
      {options.map((option) => (
        <option key={option} value={option}>
          {labels[option]}
        </option>
      ))}
    </Select>
  );
}
