import { say } from '@tiffin/domain/core';
import { Checkbox } from '../../../ui/boxes.tsx';
import { Segmented, optionsOf } from '../../../ui/choices.tsx';
import { FieldError } from '../../../ui/field.tsx';
import { withDecimalPoint } from '../../../ui/inputs.tsx';
import type { FormFieldProps, OpenForm } from '../../../ui/use-form.ts';
import { centsOf, currencySign, formatMoney } from '../../../ui/format.ts';
import type { groupForm } from './group-codec.ts';
import type { Group } from './groups-data.ts';
import styles from './options.module.css';

const SIZE_RULE = say`Guests choose exactly one. Its price replaces the dish’s.`;

/** How many options guests choose: a sentence with number fields. */
export function GroupRule({ form }: { form: OpenForm<typeof groupForm.fields> }) {
  const { draft, set, at } = form;
  const kind = draft.isSize ? 'size' : draft.kind;
  const errors = (['min', 'max', 'included', 'eachExtra'] as const).flatMap((name) => at(name).error ?? []);
  return (
    <div className="stack gap-8">
      <Segmented
        legend={at('kind').label}
        options={optionsOf({ size: say`A size`, one: say`One`, some: say`Several` })}
        value={kind}
        onValue={(next) =>
          set({
            isSize: next === 'size',
            kind: next === 'some' ? 'some' : 'one',
            min: next === 'some' ? draft.min : '1',
          })
        }
      />
      {kind === 'size' && <p className={styles.sentence}>{SIZE_RULE}</p>}
      {kind === 'one' && (
        <>
          <p className={styles.sentence}>
            {draft.min === '0' ? say`Guests choose one, or none.` : say`Guests choose exactly one.`}
          </p>
          <Checkbox
            label={say`They may also choose none`}
            checked={draft.min === '0'}
            onChange={(event) => set({ min: event.target.checked ? '0' : '1' })}
          />
        </>
      )}
      {kind === 'some' && (
        <p className={styles.sentence}>
          {say`Guests may choose`} <Blank {...at('min')} /> {say`to`} <Blank {...at('max')} />,{' '}
          <Blank {...at('included')} /> {say`are included, then`}{' '}
          <span className="nowrap">
            {currencySign()}
            <Blank {...at('eachExtra')} isMoney />
          </span>{' '}
          {say`each.`}
        </p>
      )}
      <FieldError error={kind === 'some' ? errors[0] : null} />
    </div>
  );
}

/** The sentence as text, for a group that is not being edited. */
export function ruleText(rule: Pick<Group, 'kind' | 'isSize' | 'min' | 'max' | 'included' | 'eachExtra'>): string {
  const { kind, isSize, min, max, included } = rule;
  if (isSize) return SIZE_RULE;
  if (kind === 'one') return min === 0 ? say`Guests choose one, or none.` : say`Guests choose exactly one.`;
  if (rule.eachExtra === 0) return say`Guests may choose ${min} to ${max}.`;
  const eachExtra = formatMoney(centsOf(rule.eachExtra));
  return say`Guests may choose ${min} to ${max}, ${included} are included, then ${eachExtra} each.`;
}

function Blank({ label, value, onValue, error, isMoney = false }: FormFieldProps<string> & { isMoney?: boolean }) {
  return (
    <input
      className={`no-border text-center ${styles.slot}`}
      data-wide={isMoney || undefined}
      aria-label={label}
      inputMode={isMoney ? 'decimal' : 'numeric'}
      autoComplete="off"
      maxLength={isMoney ? 7 : 2}
      value={value}
      aria-invalid={error ? true : undefined}
      onChange={(event) => onValue(withDecimalPoint(event.target.value))}
    />
  );
}
