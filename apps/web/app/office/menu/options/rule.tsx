import { say } from '@tiffin/domain/core';
import { Checkbox } from '../../../ui/boxes.tsx';
import { Segmented } from '../../../ui/choices.tsx';
import { FieldError } from '../../../ui/field.tsx';
import { withDecimalPoint } from '../../../ui/inputs.tsx';
import type { FieldProps, OpenForm } from '../../../ui/use-form.ts';
import { centsOf, currencySign, formatMoney } from '../../../ui/format.ts';
import type { groupForm } from './group-codec.ts';
import type { Group } from './groups-data.ts';
import styles from './options.module.css';

const RULE = {
  size: say`Guests choose exactly one. Its price replaces the dish’s.`,
  some: (min: number, max: number, included: number, eachExtra: string | null) =>
    eachExtra === null
      ? say`Guests may choose ${min} to ${max}.`
      : say`Guests may choose ${min} to ${max}, ${included} are included, then ${eachExtra} each.`,
  /** The words around the four number fields. */
  slots: [say`Guests may choose`, say`to`, ',', say`are included, then`, say`each.`],
} as const;

/** How many options guests choose: a sentence with number fields. */
export function GroupRule({ form }: { form: OpenForm<typeof groupForm.fields> }) {
  const { draft, set, at } = form;
  const kind = draft.isSize ? 'size' : draft.kind;
  const errors = (['min', 'max', 'included', 'eachExtra'] as const).flatMap((name) => at(name).error ?? []);
  return (
    <div className="stack gap-8">
      <Segmented
        legend={at('kind').label}
        options={[
          { value: 'size', label: say`A size` },
          { value: 'one', label: say`One` },
          { value: 'some', label: say`Several` },
        ]}
        value={kind}
        onValue={(next) =>
          set({
            isSize: next === 'size',
            kind: next === 'some' ? 'some' : 'one',
            ...(next !== 'some' && { min: '1' }),
          })
        }
      />
      {kind === 'size' && <p className={styles.sentence}>{RULE.size}</p>}
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
          {RULE.slots[0]} <Slot {...at('min')} /> {RULE.slots[1]} <Slot {...at('max')} />
          {RULE.slots[2]} <Slot {...at('included')} /> {RULE.slots[3]}{' '}
          <span className="nowrap">
            {currencySign()}
            <Slot {...at('eachExtra')} wide />
          </span>{' '}
          {RULE.slots[4]}
        </p>
      )}
      <FieldError error={kind === 'some' ? errors[0] : null} />
    </div>
  );
}

/** The same sentence as text for a read-only group. */
export function ruleText({
  kind,
  isSize,
  min,
  max,
  included,
  eachExtra,
}: Pick<Group, 'kind' | 'isSize' | 'min' | 'max' | 'included' | 'eachExtra'>): string {
  if (isSize) return RULE.size;
  if (kind === 'one') return min === 0 ? say`Guests choose one, or none.` : say`Guests choose exactly one.`;
  return RULE.some(min, max, included, eachExtra === 0 ? null : formatMoney(centsOf(eachExtra)));
}

/** A number field in the sentence. */
function Slot({ label, value, onValue, error, wide = false }: FieldProps<string> & { wide?: boolean }) {
  return (
    <input
      className={`no-border text-center ${styles.slot}`}
      data-wide={wide || undefined}
      aria-label={label}
      inputMode={wide ? 'decimal' : 'numeric'}
      autoComplete="off"
      maxLength={wide ? 7 : 2}
      value={value}
      {...(error && { 'aria-invalid': true })}
      onChange={(event) => onValue(withDecimalPoint(event.target.value))}
    />
  );
}
