import { useRef, useState } from 'react';
import { Delete } from 'lucide-react';
import { subtractCents, ZERO, type Cents, amountText } from '@tiffin/domain/core';
import { type Price, cashDue, changeDue, likelyCashAmounts, taxLineText } from '@tiffin/domain/pricing';
import { parseAmount } from '../../ui/amount-typed.ts';
import { classNames } from '../../ui/class-names.ts';
import { formatMoney, coin } from '../../ui/format.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { DollarInput } from '../../ui/inputs.tsx';
import { Money } from '../../ui/money.tsx';
import { focusFirst } from './use-keys.ts';
import { texts } from './texts.ts';
import type { PricedOrder } from './till.ts';
import { OrderTotal } from './order-total.tsx';
import styles from './till-dialogs.module.css';
import till from './till.module.css';

export interface CashDialogProps {
  open: boolean;
  price: Price;
  taken: PricedOrder['taken'];
  busy: boolean;
  onClose: () => void;
  /** Called with the change once the cash is received. */
  onReceived: (change: Cents) => void;
}

export function CashDialog({ open, price, taken, busy, onClose, onReceived }: CashDialogProps) {
  const { due } = cashDue(price.total, coin);
  return (
    <Dialog open={open} onClose={onClose} title={texts.confirmCash(formatMoney(due))} size="lg" dismissable={!busy}>
      <Counting price={price} taken={taken} busy={busy} onClose={onClose} onReceived={onReceived} />
    </Dialog>
  );
}

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '.', '0'];

function Counting({ price, taken, busy, onClose, onReceived }: Omit<CashDialogProps, 'open'>) {
  const { due } = cashDue(price.total, coin);
  const { typed, setTyped, cashReceived, change, noAmount, missing } = useCashReceived(due);
  const field = useRef<HTMLInputElement>(null);

  /** Moves the focus away from the button, so that Enter submits the form instead of pressing it again. */
  function press(next: string | null) {
    setTyped(next);
    field.current?.focus();
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (change !== null && !busy) onReceived(change);
      }}
    >
      <div className={`stack gap-16 ${styles.cash}`}>
        <div className="column gap-12">
          <Sums price={price} taken={taken} />
          <output className={classNames(styles.change, missing && styles.missing)}>
            <b>{missing ?? texts.change}</b>
            {change !== null && <Money cents={change} className={styles.big} />}
          </output>
        </div>
        <div>
          <Field label={texts.cashReceived} error={noAmount}>
            <DollarInput
              ref={(input) => {
                field.current = input;
                focusFirst(input);
              }}
              inputMode="none"
              autoComplete="off"
              className={`text-right digits ${styles.given}`}
              placeholder={amountText(due)}
              value={typed ?? ''}
              onValue={setTyped}
            />
          </Field>
          <LikelyAmounts due={due} cashReceived={cashReceived} isExact={typed === null} onPress={press} />
          <Keypad typed={typed ?? ''} onPress={press} />
        </div>
      </div>
      <div className="flex flex-wrap gap-10 above-20">
        <Button look="quiet" size="lg" onClick={onClose} disabled={busy}>
          {texts.back}
        </Button>
        <Button
          type="submit"
          size="lg"
          className={styles.confirm ?? ''}
          busy={busy}
          disabledReason={noAmount ?? missing}
        >
          {texts.received}
          <kbd aria-hidden="true">↵</kbd>
        </Button>
      </div>
    </form>
  );
}

/** The cash that the guest hands over, the change, and why it is not enough. */
function useCashReceived(due: Cents) {
  // Null means untouched, so the exact amount is due. Invalid text never counts as untouched.
  const [typed, setTyped] = useState<string | null>(null);
  const cashReceived = typed === null ? due : parseAmount(typed);
  const change = cashReceived === null ? null : changeDue(cashReceived, due);
  const noAmount = cashReceived === null ? texts.noAmount : null;
  const missing =
    cashReceived !== null && change === null ? texts.short(formatMoney(subtractCents(due, cashReceived))) : null;
  return { typed, setTyped, cashReceived, change, noAmount, missing };
}

/** How the cash due comes about. */
function Sums({ price, taken }: Pick<CashDialogProps, 'price' | 'taken'>) {
  const { due, rounding } = cashDue(price.total, coin);
  return (
    <dl className={`grid soft ${till.sums}`}>
      <OrderTotal name={texts.subtotal} cents={price.subtotal} />
      {taken.map(({ id, label, off }) => (
        <OrderTotal key={id} name={label} cents={subtractCents(ZERO, off)} />
      ))}
      <OrderTotal name={texts.tip} cents={price.tip} />
      {price.taxes.map((tax) => (
        <OrderTotal key={tax.code + tax.rate} name={taxLineText(tax)} cents={tax.amount} />
      ))}
      <OrderTotal name={texts.total} cents={price.total} />
      <dt>{texts.rounding}</dt>
      <dd className="ink num text-right">{signed(rounding)}</dd>
      <OrderTotal name={texts.cashDue} cents={due} isDue />
    </dl>
  );
}

/** The exact amount and the notes that guests usually hand over. */
function LikelyAmounts({
  due,
  cashReceived,
  isExact,
  onPress,
}: {
  due: Cents;
  cashReceived: Cents | null;
  isExact: boolean;
  onPress: (typed: string | null) => void;
}) {
  return (
    <div className={`grid gap-8 ${styles.quick}`}>
      <button type="button" className={styles.key} aria-pressed={isExact} onClick={() => onPress(null)}>
        {texts.exact}
      </button>
      {likelyCashAmounts(due).map((amount) => (
        <button
          key={amount}
          type="button"
          className={styles.key}
          aria-pressed={cashReceived === amount}
          onClick={() => onPress(String(amount / 100))}
        >
          {formatMoney(amount).replace(/\.00$/, '')}
        </button>
      ))}
    </div>
  );
}

function Keypad({ typed, onPress }: { typed: string; onPress: (typed: string) => void }) {
  return (
    <div className={`grid gap-6 ${styles.keypad}`} role="group" aria-label={texts.keypad}>
      {KEYS.map((key) => (
        <button key={key} type="button" className={styles.key} onClick={() => onPress(typed + key)}>
          {key}
        </button>
      ))}
      <button
        type="button"
        className={styles.key}
        aria-label={texts.deleteDigit}
        onClick={() => onPress(typed.slice(0, -1))}
      >
        <Delete aria-hidden="true" />
      </button>
    </div>
  );
}

function signed(amount: Cents): string {
  return amount > 0 ? `+${formatMoney(amount)}` : formatMoney(amount);
}
