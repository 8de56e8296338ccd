import { useEffect, useEffectEvent, useId, useRef, type InputHTMLAttributes, type ReactNode } from 'react';
import { keysOf } from '@tiffin/domain/core';
import { classNames } from './class-names.ts';
import styles from './choices.module.css';

/* In all of these, the text is in the label and an invisible input covers it, so that the whole label is clickable and
   the native control does the work. */

export interface Option<V extends string = string> {
  readonly value: V;
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  /** At the right end of the card. */
  readonly end?: ReactNode;
  readonly disabled?: boolean;
  /** It can be chosen, but leads only to a way round it. */
  readonly isFaded?: boolean;
}

/** Options with these labels, in their order. */
export function optionsOf<V extends string>(labels: Readonly<Record<V, ReactNode>>): Option<V>[] {
  return keysOf<V>(labels).map((value) => ({ value, label: labels[value] }));
}

export interface RadioGroupProps<V extends string> {
  legend: ReactNode;
  /** The legend is for screen readers only. */
  legendHidden?: boolean;
  name?: string;
  options: readonly Option<V>[];
  value: V | null;
  onValue: (value: V) => void;
  className?: string;
}

/** One of two to four short options. */
export function Segmented<V extends string>(props: RadioGroupProps<V>) {
  return (
    <RadioGroup {...props} listClass={styles.segments} itemClass={styles.segment}>
      {(option) => option.label}
    </RadioGroup>
  );
}

export function RadioGroup<V extends string>({
  legend,
  legendHidden = false,
  name,
  options,
  value,
  onValue,
  className,
  listClass,
  itemClass,
  describedBy,
  foot,
  children,
}: RadioGroupProps<V> & {
  listClass: string | undefined;
  itemClass: string | undefined;
  describedBy?: string | undefined;
  /** Below all options. */
  foot?: ReactNode;
  children: (option: Option<V>) => ReactNode;
}) {
  const ownName = useId();
  const group = useRef<HTMLFieldSetElement>(null);
  const takeOver = useEffectEvent((chosen: string | undefined) => {
    const option = options.find((each) => each.value === chosen);
    if (option && option.value !== value) onValue(option.value);
  });
  // Takes over a choice made before hydration.
  useEffect(() => takeOver(group.current?.querySelector<HTMLInputElement>('input:checked')?.value), []);
  return (
    <fieldset ref={group} className={classNames('stack gap-8', styles.group, className)} aria-describedby={describedBy}>
      <legend className={legendHidden ? 'sr-only' : 'label below-8'}>{legend}</legend>
      <div className={listClass}>
        {options.map((option) => (
          <label key={option.value} className={itemClass} data-faded={option.isFaded}>
            <input
              className="unseen"
              type="radio"
              name={name ?? ownName}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled}
              onChange={() => onValue(option.value)}
            />
            {children(option)}
          </label>
        ))}
      </div>
      {foot}
    </fieldset>
  );
}

/** A filter that can be switched on and off. */
export function Chip({
  label,
  className,
  ...rest
}: Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & { label: ReactNode }) {
  return (
    <label
      className={classNames(
        'inline-row relative gap-8 touch-height pill surface text-sm weight-500 nowrap',
        styles.chip,
        className,
      )}
    >
      <input className="unseen" type="checkbox" {...rest} />
      {label}
    </label>
  );
}

/** Any number of options as chips. The chosen ids keep the order of the options. */
export function Chips<Id extends string>({
  options,
  chosen,
  onChosen,
}: {
  options: readonly { readonly id: Id; readonly name: ReactNode }[];
  chosen: readonly Id[];
  onChosen: (ids: Id[]) => void;
}) {
  return (
    <div className="flex flex-wrap gap-8">
      {options.map(({ id, name }) => (
        <Chip
          key={id}
          label={name}
          checked={chosen.includes(id)}
          onChange={(event) =>
            onChosen(
              options
                .map((each) => each.id)
                .filter((each) => (each === id ? event.target.checked : chosen.includes(each))),
            )
          }
        />
      ))}
    </div>
  );
}
