import { ALLERGENS, DIETS } from '@tiffin/domain/menu';
import { OPTION_LIMITS } from '@tiffin/domain/options';
import { say } from '@tiffin/domain/core';
import { Chips } from '../../../ui/choices.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { SelectField, TextField } from '../../../ui/form-fields.tsx';
import { DollarInput, NamedOptions } from '../../../ui/inputs.tsx';
import type { TypedOption } from './group-codec.ts';

type Named = { readonly id: string; readonly name: string };

interface DetailsProps {
  option: TypedOption;
  onChange: (to: Partial<TypedOption>) => void;
  /** The option may be chosen more than once. */
  isCounted: boolean;
  /** The option may have another name in the kitchen. */
  hasKitchenName: boolean;
  /** The restaurant's sizes, for prices that depend on them. */
  sizes: readonly Named[];
  /** The groups that an option may open. */
  opens: readonly Named[];
  onRemove: () => void;
  onClose: () => void;
}

/** The further fields of an option. */
export function OptionDetails({
  option,
  onChange,
  isCounted,
  hasKitchenName,
  sizes,
  opens,
  onRemove,
  onClose,
}: DetailsProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={option.name.trim() || say`Option`}
      footer={
        <>
          <Button look="danger" onClick={onRemove}>
            {say`Remove this option`}
          </Button>
          <Button onClick={onClose}>{say`Done`}</Button>
        </>
      }
    >
      <div className="stack gap-16">
        <div className="stack gap-14 two-from-600">
          {hasKitchenName && (
            <TextField
              label={say`Name in the kitchen`}
              hint={say`Empty: the kitchen reads the same name.`}
              maxLength={OPTION_LIMITS.name}
              value={option.kitchenName}
              onValue={(kitchenName) => onChange({ kitchenName })}
            />
          )}
          {isCounted && (
            <TextField
              label={say`Most per dish`}
              inputMode="numeric"
              maxLength={2}
              value={option.maxUnits}
              onValue={(maxUnits) => onChange({ maxUnits })}
            />
          )}
          {(opens.length > 0 || option.opensGroupId !== '') && (
            <SelectField
              label={say`Opens another group`}
              value={option.opensGroupId}
              onValue={(opensGroupId) => onChange({ opensGroupId })}
            >
              <option value="">{say`No further group`}</option>
              <NamedOptions options={opens} />
            </SelectField>
          )}
        </div>
        {sizes.length > 0 && <PricesBySize option={option} onChange={onChange} sizes={sizes} />}
        {option.dishId === null && <DietFields option={option} onChange={onChange} />}
      </div>
    </Dialog>
  );
}

function PricesBySize({ option, onChange, sizes }: Pick<DetailsProps, 'option' | 'onChange' | 'sizes'>) {
  const { bySize } = option;
  return (
    <fieldset className="grid gap-6">
      <legend className="label ink below-4">{say`Price by size`}</legend>
      <p className="hint">{say`Empty: the same price for every size.`}</p>
      <div className="stack gap-14 two-from-600">
        {sizes.map(({ id, name }) => (
          <Field key={id} label={name}>
            <DollarInput
              autoComplete="off"
              placeholder={option.price || '0.00'}
              value={bySize[id] ?? ''}
              onValue={(typed) => onChange({ bySize: { ...bySize, [id]: typed } })}
            />
          </Field>
        ))}
      </div>
    </fieldset>
  );
}

function DietFields({ option: { allergens, breaks }, onChange }: Pick<DetailsProps, 'option' | 'onChange'>) {
  return (
    <>
      <fieldset className="grid gap-6">
        <legend className="label ink below-4">{say`Also contains`}</legend>
        <Chips options={ALLERGENS} chosen={allergens} onChosen={(ids) => onChange({ allergens: ids })} />
      </fieldset>
      <fieldset className="grid gap-6">
        <legend className="label ink below-4">{say`Not for`}</legend>
        <Chips options={DIETS} chosen={breaks} onChosen={(ids) => onChange({ breaks: ids })} />
      </fieldset>
    </>
  );
}
