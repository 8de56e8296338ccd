import { useRef, useState, type ReactNode } from 'react';
import { Delete } from 'lucide-react';
import { amountText, subtractCents, type Cents, say } from '@tiffin/domain/core';
import { changeDue, likelyCashAmounts } from '@tiffin/domain/pricing';
import { parseAmount } from '../../ui/amount-typed.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Field } from '../../ui/field.tsx';
import { formatMoney } from '../../ui/format.ts';
import { DollarInput } from '../../ui/inputs.tsx';
import { Money } from '../../ui/money.tsx';
import { CashPlace } from './cash-place.tsx';
import styles from './count-cash.module.css';

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '.', '0'];

interface CountCashProps {
  locationId: string;
  due: Cents;
  /** How the cash due comes about. */
  sums: ReactNode;
  busy: boolean;
  backLabel: string;
  confirmLabel: ReactNode;
  onBack: () => void;
  /** Called with the change once the cash is received. */
  onReceived: (change: Cents) => void;
}

/** Asks for the cash that the guest gives, and shows the change. The exact amount needs no typing. */
export function CountCash({
  locationId,
  due,
  sums,
  busy,
  backLabel,
  confirmLabel,
  onBack,
  onReceived,
}: CountCashProps) {
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
          <CashPlace locationId={locationId} />
          {sums}
          <output className={classNames(styles.change, missing && styles.missing)}>
            <b>{missing ?? say`Change`}</b>
            {change !== null && <Money cents={change} className={styles.big} />}
          </output>
        </div>
        <div>
          <Field label={say`Amount given`} error={noAmount}>
            <DollarInput
              ref={(input) => {
                field.current = input;
                // React does not write `autoFocus` to the DOM, but the browser's dialog looks for it when it opens.
                input?.setAttribute('autofocus', '');
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
        <Button look="quiet" size="lg" onClick={onBack} disabled={busy}>
          {backLabel}
        </Button>
        <Button
          type="submit"
          size="lg"
          className={styles.confirm ?? ''}
          busy={busy}
          disabledReason={noAmount ?? missing}
        >
          {confirmLabel}
        </Button>
      </div>
    </form>
  );
}

function useCashReceived(due: Cents) {
  // Null means untouched, so the exact amount is due. Invalid text never counts as untouched.
  const [typed, setTyped] = useState<string | null>(null);
  const cashReceived = typed === null ? due : parseAmount(typed);
  const change = cashReceived === null ? null : changeDue(cashReceived, due);
  const noAmount = cashReceived === null ? say`Enter the amount given, like 20 or 20.50, or choose Exact.` : null;
  const missing =
    cashReceived !== null && change === null
      ? say`${formatMoney(subtractCents(due, cashReceived))} is still missing`
      : null;
  return { typed, setTyped, cashReceived, change, noAmount, missing };
}

interface LikelyAmountsProps {
  due: Cents;
  cashReceived: Cents | null;
  isExact: boolean;
  onPress: (typed: string | null) => void;
}

/** The exact amount and the notes that guests usually hand over. */
function LikelyAmounts({ due, cashReceived, isExact, onPress }: LikelyAmountsProps) {
  return (
    <div className={`grid gap-8 ${styles.quick}`}>
      <button type="button" className={styles.key} aria-pressed={isExact} onClick={() => onPress(null)}>
        {say`Exact`}
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
    <div className={`grid gap-6 ${styles.keypad}`} role="group" aria-label={say`Keypad`}>
      {KEYS.map((key) => (
        <button key={key} type="button" className={styles.key} onClick={() => onPress(typed + key)}>
          {key}
        </button>
      ))}
      <button
        type="button"
        className={styles.key}
        aria-label={say`Delete the last digit`}
        onClick={() => onPress(typed.slice(0, -1))}
      >
        <Delete />
      </button>
    </div>
  );
}
