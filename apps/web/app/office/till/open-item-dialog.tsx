import { useState } from 'react';
import type { TypedItem } from '@tiffin/domain/cart';
import { MAX_LINE_DEFAULT } from '@tiffin/domain/cart';
import { timesCents, ZERO } from '@tiffin/domain/core';
import { OPEN_ITEM_NAME_MOST } from '@tiffin/domain/order';
import { DISH_TAX_CLASS_LABELS, DISH_TAX_CLASSES, type DishTaxClass } from '@tiffin/domain/pricing';
import { amountTyped } from '../../ui/amount-typed.ts';
import { Checkbox } from '../../ui/boxes.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, FieldError } from '../../ui/field.tsx';
import { formatMoney } from '../../ui/format.ts';
import { ChoiceSelect, DollarInput, TextInput } from '../../ui/inputs.tsx';
import { Stepper } from '../../ui/stepper.tsx';
import { focusFirst } from './use-keys.ts';
import styles from './till-dialogs.module.css';
import { texts } from './texts.ts';

const words = texts.openItem;

interface OpenItemDialogProps {
  open: boolean;
  onClose: () => void;
  /** Returns the limit that prevents adding it, or null. */
  onAdd: (item: TypedItem, quantity: number) => string | null;
}

/** Dialog for an open item, which is not on the menu: name, price, tax, and whether the kitchen makes it. */
export function OpenItemDialog({ open, ...rest }: OpenItemDialogProps) {
  return open && <Typing {...rest} />;
}

function Typing({ onClose, onAdd }: Omit<OpenItemDialogProps, 'open'>) {
  const [name, setName] = useState('');
  const [typed, setTyped] = useState('');
  const [taxClass, setTaxClass] = useState<DishTaxClass>('meal');
  const [isCooked, setCooked] = useState(true);
  const [quantity, setQuantity] = useState(1);
  const [problem, setProblem] = useState<string | null>(null);
  const price = amountTyped(typed) ?? ZERO;
  const whyNot = name.trim() === '' ? words.needsName : price <= 0 ? words.needsPrice : null;

  function add() {
    if (whyNot !== null) return;
    const limit = onAdd({ name, price, taxClass, isCooked }, quantity);
    setProblem(limit);
    if (limit === null) onClose();
  }

  return (
    <Dialog open onClose={onClose} unsaved={name.trim() !== '' || typed.trim() !== ''} title={words.title}>
      <form
        className="stack gap-16"
        aria-label={words.title}
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <Field label={words.name} hint={words.nameHint}>
          <TextInput
            ref={focusFirst}
            autoComplete="off"
            maxLength={OPEN_ITEM_NAME_MOST}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <Field label={words.price}>
          <DollarInput autoComplete="off" placeholder="0.00" value={typed} onValue={setTyped} />
        </Field>
        <Field label={words.tax}>
          <ChoiceSelect
            options={DISH_TAX_CLASSES}
            labels={DISH_TAX_CLASS_LABELS}
            value={taxClass}
            onValue={setTaxClass}
          />
        </Field>
        <Checkbox
          label={words.cooked}
          hint={words.cookedHint}
          checked={isCooked}
          onChange={(event) => setCooked(event.target.checked)}
        />
        <div className={`row between gap-12 ${styles.quantity}`}>
          <h3>{texts.quantity}</h3>
          <Stepper
            label={name.trim() || words.title}
            value={quantity}
            onValue={setQuantity}
            min={1}
            max={MAX_LINE_DEFAULT}
            size="lg"
          />
        </div>
        <FieldError error={problem} />
        <Button type="submit" size="lg" block disabledReason={whyNot}>
          <span>
            {texts.add} • <span className="num">{formatMoney(timesCents(price, quantity))}</span>
          </span>
        </Button>
        {whyNot !== null && <p className="hint text-center">{whyNot}</p>}
      </form>
    </Dialog>
  );
}
