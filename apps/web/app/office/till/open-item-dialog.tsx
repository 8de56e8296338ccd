import { useState } from 'react';
import type { EnteredItem } from '@tiffin/domain/cart';
import { DEFAULT_MAX_LINE_QUANTITY } from '@tiffin/domain/cart';
import { multiplyCents, ZERO, say } from '@tiffin/domain/core';
import { MAX_OPEN_ITEM_NAME_LENGTH } from '@tiffin/domain/order';
import { DISH_TAX_CLASS_LABELS, DISH_TAX_CLASSES, type DishTaxClass } from '@tiffin/domain/pricing';
import { parseAmount } from '../../ui/amount-typed.ts';
import { Checkbox } from '../../ui/boxes.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, FieldError } from '../../ui/field.tsx';
import { formatMoney } from '../../ui/format.ts';
import { ChoiceSelect, DollarInput, TextInput } from '../../ui/inputs.tsx';
import { Stepper } from '../../ui/stepper.tsx';
import { focusFirst } from './use-keys.ts';
import styles from './till-dialogs.module.css';

interface OpenItemDialogProps {
  open: boolean;
  onClose: () => void;
  /** Returns the limit that prevents adding it, or null. */
  onAdd: (item: EnteredItem, quantity: number) => string | null;
}

/** Dialog for an open item, which is not on the menu: name, price, tax, and whether the kitchen makes it. */
export function OpenItemDialog({ open, ...rest }: OpenItemDialogProps) {
  return open && <OpenItemForm {...rest} />;
}

/** The item as typed. */
interface TypedFields {
  readonly name: string;
  readonly price: string;
  readonly taxClass: DishTaxClass;
  readonly isCooked: boolean;
}

const EMPTY_ITEM: TypedFields = { name: '', price: '', taxClass: 'meal', isCooked: true };

function OpenItemForm({ onClose, onAdd }: Omit<OpenItemDialogProps, 'open'>) {
  const [item, setItem] = useState(EMPTY_ITEM);
  const [quantity, setQuantity] = useState(1);
  const [problem, setProblem] = useState<string | null>(null);
  const name = item.name.trim();
  const price = parseAmount(item.price) ?? ZERO;
  const whyNot = name === '' ? say`Enter what it is.` : price <= 0 ? say`Enter the price.` : null;

  function add() {
    if (whyNot !== null) return;
    const limit = onAdd({ ...item, price }, quantity);
    setProblem(limit);
    if (limit === null) onClose();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      unsaved={name !== '' || item.price.trim() !== ''}
      title={say`Something not on the menu`}
    >
      <form
        className="stack gap-16"
        aria-label={say`Something not on the menu`}
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <ItemFields item={item} onChange={(changed) => setItem((before) => ({ ...before, ...changed }))} />
        <div className={`row between gap-12 ${styles.quantity}`}>
          <h3>{say`Quantity`}</h3>
          <Stepper
            label={name || say`Something not on the menu`}
            value={quantity}
            onValue={setQuantity}
            min={1}
            max={DEFAULT_MAX_LINE_QUANTITY}
            size="lg"
          />
        </div>
        <FieldError error={problem} />
        <Button type="submit" size="lg" block disabledReason={whyNot}>
          <span>
            {say`Add to Order`} • <span className="num">{formatMoney(multiplyCents(price, quantity))}</span>
          </span>
        </Button>
        {whyNot !== null && <p className="hint text-center">{whyNot}</p>}
      </form>
    </Dialog>
  );
}

function ItemFields({ item, onChange }: { item: TypedFields; onChange: (changed: Partial<TypedFields>) => void }) {
  return (
    <>
      <Field label={say`Name`} hint={say`Shown on the receipt.`}>
        <TextInput
          ref={focusFirst}
          autoComplete="off"
          maxLength={MAX_OPEN_ITEM_NAME_LENGTH}
          value={item.name}
          onChange={(event) => onChange({ name: event.target.value })}
        />
      </Field>
      <Field label={say`Price of one, before tax`}>
        <DollarInput
          autoComplete="off"
          placeholder="0.00"
          value={item.price}
          onValue={(price) => onChange({ price })}
        />
      </Field>
      <Field label={say`Taxed as`}>
        <ChoiceSelect
          options={DISH_TAX_CLASSES}
          labels={DISH_TAX_CLASS_LABELS}
          value={item.taxClass}
          onValue={(taxClass) => onChange({ taxClass })}
        />
      </Field>
      <Checkbox
        label={say`The kitchen makes it`}
        hint={say`Otherwise it is only listed on the ticket.`}
        checked={item.isCooked}
        onChange={(event) => onChange({ isCooked: event.target.checked })}
      />
    </>
  );
}
