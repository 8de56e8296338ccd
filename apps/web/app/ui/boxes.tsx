import { useId, type InputHTMLAttributes, type ReactNode } from 'react';
import { RadioGroup, type RadioGroupProps } from './choices.tsx';
import { classNames } from './class-names.ts';
import { FieldError } from './field.tsx';
import styles from './boxes.module.css';

type BoxProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & { label: ReactNode; hint?: ReactNode };

export function Checkbox({ label, hint, className, ...rest }: BoxProps) {
  return (
    <label className={classNames(styles.check, className)}>
      <input className="unseen" type="checkbox" {...rest} />
      <span className={`surface ${styles.box}`} aria-hidden="true" />
      {label}
      {hint && <small className="hint column-2">{hint}</small>}
    </label>
  );
}

/** A switch with an immediate effect, without submitting a form. */
export function Switch({ label, hint, ...rest }: Omit<BoxProps, 'className'>) {
  return (
    <label className={styles.switch}>
      {label}
      {hint && <small className="hint">{hint}</small>}
      {/* a checkbox already announces its state */}
      {/* oxlint-disable-next-line jsx-a11y/role-has-required-aria-props */}
      <input className="unseen" type="checkbox" role="switch" {...rest} />
      <span className={`pill ${styles.track}`} aria-hidden="true" />
    </label>
  );
}

/** One of a few options with a description each. The whole card is clickable. */
export function RadioCards<V extends string>({ columns = 1, ...props }: RadioGroupProps<V> & { columns?: 1 | 2 | 3 }) {
  const columnsClass = columns === 2 ? 'two-from-600' : columns === 3 ? styles.three : undefined;
  return (
    <RadioGroup {...props} listClass={classNames(styles.cards, columnsClass)} itemClass={styles.card}>
      {(option) => (
        <>
          {option.label}
          {option.hint && <span className="column-2 text-sm leading-140 soft weight-400">{option.hint}</span>}
          {option.end && <span className={`soft ${styles.end}`}>{option.end}</span>}
        </>
      )}
    </RadioGroup>
  );
}

/** Options as buttons: dates, party sizes, times, tips. */
export function ChoiceTiles<V extends string>({
  look = 'tint',
  error,
  ...props
}: RadioGroupProps<V> & { look?: 'tint' | 'solid'; error?: string | null }) {
  const errorId = useId();
  return (
    <RadioGroup
      {...props}
      listClass={`grid gap-8 ${styles.tiles}`}
      itemClass={classNames(styles.tile, look === 'solid' && styles.solid)}
      describedBy={error ? errorId : undefined}
      foot={<FieldError id={errorId} error={error} />}
    >
      {(option) => (
        <>
          {option.label}
          {option.hint && <small className="hint weight-400">{option.hint}</small>}
        </>
      )}
    </RadioGroup>
  );
}
