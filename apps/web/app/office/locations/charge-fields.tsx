import { say } from '@tiffin/domain/core';
import { ORDER_TYPES, orderTypeLabel, RULE_KINDS, type RuleKind } from '@tiffin/domain/order';
import { DISH_TAX_CLASS_LABELS, TAX_CLASSES } from '@tiffin/domain/pricing';
import { FieldError } from '../../ui/field.tsx';
import { CheckField, ChecksField, ChoiceField, MoneyField, TextField } from '../../ui/form-fields.tsx';
import type { FormFieldProps } from '../../ui/use-form.ts';
import type { TypedCharge, TypedCharges } from './charge-codec.ts';
import { texts } from './texts.ts';
import styles from './locations.module.css';

/** The charges that a location adds to its orders, a card for each kind. */
export function ChargeFields({ label, value, error, onValue }: FormFieldProps<TypedCharges>) {
  return (
    <fieldset className="grid gap-12">
      <legend className="below-6 weight-640">{label}</legend>
      <p className="hint">{say`By law in Canada and elsewhere, the first price that guests see includes every charge that they must pay, so the cart shows it at once. A charge is neither a tax nor a tip, so its name on bills is fixed.`}</p>
      {RULE_KINDS.map((kind) => (
        <ChargeCard
          key={kind}
          kind={kind}
          charge={value[kind]}
          onChange={(fields) => onValue({ ...value, [kind]: { ...value[kind], ...fields } })}
        />
      ))}
      <FieldError error={error} />
    </fieldset>
  );
}

interface ChargeCardProps {
  kind: RuleKind;
  charge: TypedCharge;
  onChange: (fields: Partial<TypedCharge>) => void;
}

function ChargeCard({ kind, charge, onChange }: ChargeCardProps) {
  const { names, about, fields, hints } = texts.charges;
  const at = <Name extends keyof typeof fields>(name: Name) => ({
    label: fields[name],
    hint: hints[name],
    value: charge[name],
    onValue: (value: TypedCharge[Name]) => onChange({ [name]: value }),
  });
  const isService = kind === 'service';
  return (
    <fieldset className={`grid gap-12 round-md sunken ${styles.zone}`} aria-label={names[kind]}>
      <CheckField label={names[kind]} hint={about[kind]} value={charge.isOn} onValue={(isOn) => onChange({ isOn })} />
      {charge.isOn && (
        <>
          <div className="stack gap-16 two-from-600">
            {isService && <TextField {...at('percent')} input={{ inputMode: 'decimal', maxLength: 6 }} />}
            {isService && <TextField {...at('fromPartySize')} input={{ inputMode: 'numeric', maxLength: 3 }} />}
            {!isService && <MoneyField {...at('amount')} />}
            {kind === 'small-order' && <MoneyField {...at('below')} />}
            <ChoiceField
              {...at('taxClass')}
              options={TAX_CLASSES}
              labels={{ ...DISH_TAX_CLASS_LABELS, charge: say`A charge, like the delivery fee` }}
            />
          </div>
          <ChecksField
            label={say`For these orders`}
            options={ORDER_TYPES.map((id) => ({ id, name: orderTypeLabel(id) }))}
            value={[...charge.orderTypes]}
            onValue={(chosen) => onChange({ orderTypes: ORDER_TYPES.filter((type) => chosen.includes(type)) })}
          />
          <CheckField {...at('isVoluntary')} />
          {!charge.isVoluntary && <CheckField {...at('staffMayRemove')} />}
          {isService && <CheckField {...at('goesToStaff')} />}
        </>
      )}
    </fieldset>
  );
}
