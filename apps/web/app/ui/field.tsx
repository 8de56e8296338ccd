import { createContext, useContext, useId, useMemo, type ReactNode } from 'react';
import { CircleAlert } from 'lucide-react';
import { say } from '@tiffin/domain/core';
import { classNames } from './class-names.ts';
import styles from './field.module.css';

interface FieldIds {
  readonly id: string;
  readonly describedBy: string | undefined;
  readonly invalid: boolean;
  readonly required: boolean;
}

const FieldContext = createContext<FieldIds | null>(null);

/** The attributes that connect an input with the label, hint and error of its Field. */
export function useFieldAttributes(): {
  id?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
  'aria-required'?: true;
} {
  const field = useContext(FieldContext);
  if (!field) return {};
  return {
    id: field.id,
    'aria-describedby': field.describedBy,
    'aria-invalid': field.invalid || undefined,
    'aria-required': field.required || undefined,
  };
}

export interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | null | undefined;
  required?: boolean;
  /** Shows "(optional)" beside the label. */
  optional?: boolean;
  /** Small content at the right end of the label, such as a link. */
  aside?: ReactNode;
  className?: string;
  children: ReactNode;
}

export function Field({ label, hint, error, required = false, optional, aside, className, children }: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const described = classNames(error && errorId, hint !== undefined && hintId);
  const invalid = Boolean(error);
  const ids = useMemo(
    () => ({ id, describedBy: described || undefined, invalid, required }),
    [id, described, invalid, required],
  );
  return (
    <FieldContext value={ids}>
      <div className={classNames('stack gap-6 content-start', styles.field, className)}>
        <div className="flex align-baseline between gap-12">
          <label className="label" htmlFor={id}>
            {label} {optional && <span className="faint weight-400">{say`(optional)`}</span>}
          </label>
          {aside}
        </div>
        {children}
        {hint !== undefined && (
          <p id={hintId} className="hint">
            {hint}
          </p>
        )}
        <FieldError id={errorId} error={error} />
      </div>
    </FieldContext>
  );
}

/** An error with its icon, announced when it appears. */
export function FieldError({ id, error }: { id?: string; error: string | null | undefined }) {
  return (
    <div aria-live="polite">
      {error && (
        <p id={id} className="row gap-6 icon-18 text-sm weight-500 leading-135 danger">
          <CircleAlert />
          {error}
        </p>
      )}
    </div>
  );
}
