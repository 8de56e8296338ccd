import { useState } from 'react';
import { DEFAULT_MAX_LINE_QUANTITY, type EnteredItem } from '@tiffin/domain/cart';
import { multiplyCents, ZERO, say } from '@tiffin/domain/core';
import { MAX_OPEN_ITEM_NAME_LENGTH } from '@tiffin/domain/order';
import { DISH_TAX_CLASS_LABELS, DISH_TAX_CLASSES, type DishTaxClass } from '@tiffin/domain/pricing';
import { parseAmount } from '../../ui/amount-typed.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldError } from '../../ui/field.tsx';
import { booleanField, formOf, textField, valueField } from '../../ui/form.ts';
import { CheckField, ChoiceField, EditForm, MoneyField, TextField } from '../../ui/form-fields.tsx';
import { formatMoney } from '../../ui/format.ts';
import { Stepper } from '../../ui/stepper.tsx';
import { useForm } from '../../ui/use-form.ts';
import { focusFirst } from './use-keys.ts';
import styles from './till-dialogs.module.css';

interface OpenItemDialogProps {
  onClose: () => void;
  /** Returns the limit that prevents adding it, or null. */
  onAdd: (item: EnteredItem, quantity: number) => string | null;
}

const itemForm = formOf({
  name: textField(say`Name`, { hint: say`Shown on the receipt.`, input: { maxLength: MAX_OPEN_ITEM_NAME_LENGTH } }),
  price: textField(say`Price of one, before tax`, { input: { placeholder: '0.00' } }),
  taxClass: valueField<DishTaxClass>(say`Taxed as`, 'meal'),
  isCooked: booleanField(say`The kitchen makes it`, {
    initialValue: true,
    hint: say`Otherwise it is only listed on the ticket.`,
  }),
  quantity: valueField(say`Quantity`, 1),
});

/** Dialog for an open item, which is not on the menu: name, price, tax, and whether the kitchen makes it. */
export function OpenItemDialog({ onClose, onAdd }: OpenItemDialogProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm(itemForm, {
    async save({ values: { quantity, price: _typed, ...item } }) {
      if (whyNot !== null) return;
      const limit = onAdd({ ...item, price }, quantity);
      setProblem(limit);
      if (limit === null) onClose();
    },
  });
  const { at, draft } = form;
  const name = draft.name.trim();
  const price = parseAmount(draft.price) ?? ZERO;
  const whyNot = name === '' ? say`Enter what it is.` : price <= 0 ? say`Enter the price.` : null;
  return (
    <Dialog onClose={onClose} unsaved={name !== '' || draft.price.trim() !== ''} title={say`Something not on the menu`}>
      <EditForm form={form} label={say`Something not on the menu`} className="stack gap-16">
        <TextField {...at('name')} ref={focusFirst} />
        <MoneyField {...at('price')} />
        <ChoiceField {...at('taxClass')} options={DISH_TAX_CLASSES} labels={DISH_TAX_CLASS_LABELS} />
        <CheckField {...at('isCooked')} />
        <div className={`row between gap-12 ${styles.quantity}`}>
          <h3>{say`Quantity`}</h3>
          <Stepper
            label={name || say`Something not on the menu`}
            value={draft.quantity}
            onValue={at('quantity').onValue}
            min={1}
            max={DEFAULT_MAX_LINE_QUANTITY}
            size="lg"
          />
        </div>
        <FieldError error={problem} />
        <Button type="submit" size="lg" block disabledReason={whyNot}>
          <span>
            {say`Add to Order`} • <span className="num">{formatMoney(multiplyCents(price, draft.quantity))}</span>
          </span>
        </Button>
        {whyNot !== null && <p className="hint text-center">{whyNot}</p>}
      </EditForm>
    </Dialog>
  );
}
