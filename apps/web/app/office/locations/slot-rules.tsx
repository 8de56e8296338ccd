import { Plus, Trash2 } from 'lucide-react';
import { WEEKDAY_NAMES, WEEKDAYS } from '@tiffin/domain/hours';
import { ORDER_TYPES, orderTypeLabel, SLOT_RULES_MOST } from '@tiffin/domain/order';
import { Checkbox } from '../../ui/boxes.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Field, FieldError } from '../../ui/field.tsx';
import { Select, TextInput } from '../../ui/inputs.tsx';
import type { TypedRule } from './location-codec.ts';
import { texts } from './texts.ts';
import styles from './locations.module.css';

const words = texts.slots;
const FRESH: TypedRule = { service: null, days: [], mostOrders: '', mostUnits: '' };

/** What the kitchen can have ready in a quarter of an hour: for all orders or one kind, on some days or all. */
export function SlotRules({
  label,
  value,
  error,
  onValue,
}: {
  label: string;
  value: readonly TypedRule[];
  error?: string | undefined;
  onValue: (rules: readonly TypedRule[]) => void;
}) {
  const change = (at: number, fields: Partial<TypedRule>) =>
    onValue(value.map((rule, index) => (index === at ? { ...rule, ...fields } : rule)));
  return (
    <fieldset className="grid gap-8">
      <legend className="below-6 weight-640">{label}</legend>
      <p className="hint">{words.text}</p>
      {value.map((rule, at) => (
        // Lines have no name of their own.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={at} className="stack gap-8">
          <div className={`stack gap-16 ${styles.three}`}>
            <Field label={words.which}>
              <Select
                value={rule.service ?? ''}
                onChange={(event) => {
                  const { value: chosen } = event.currentTarget;
                  change(at, { service: ORDER_TYPES.find((type) => type === chosen) ?? null });
                }}
              >
                <option value="">{words.all}</option>
                {ORDER_TYPES.map((type) => (
                  <option key={type} value={type}>
                    {orderTypeLabel(type)}
                  </option>
                ))}
              </Select>
            </Field>
            {(['mostOrders', 'mostUnits'] as const).map((name) => (
              <Field key={name} label={words[name]}>
                <TextInput
                  inputMode="numeric"
                  maxLength={4}
                  value={rule[name]}
                  onChange={(event) => change(at, { [name]: event.target.value })}
                />
              </Field>
            ))}
          </div>
          <div className="row flex-wrap gap-8">
            {WEEKDAYS.map((day) => (
              <Checkbox
                key={day}
                label={WEEKDAY_NAMES[day].slice(0, 3)}
                checked={rule.days.length === 0 || rule.days.includes(day)}
                onChange={(event) => {
                  const before = rule.days.length === 0 ? WEEKDAYS : rule.days;
                  const days = WEEKDAYS.filter((each) => (each === day ? event.target.checked : before.includes(each)));
                  change(at, { days: days.length === WEEKDAYS.length ? [] : days });
                }}
              />
            ))}
            <IconButton label={words.remove(at + 1)} onClick={() => onValue(value.filter((_, index) => index !== at))}>
              <Trash2 aria-hidden="true" />
            </IconButton>
          </div>
        </div>
      ))}
      {value.length < SLOT_RULES_MOST && (
        <Button look="line" size="sm" onClick={() => onValue([...value, FRESH])}>
          <Plus aria-hidden="true" /> {words.add}
        </Button>
      )}
      <FieldError error={error} />
    </fieldset>
  );
}
