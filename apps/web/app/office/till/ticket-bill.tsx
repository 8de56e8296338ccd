import type { ReactNode, Ref, RefObject } from 'react';
import { Banknote, Clock, CreditCard, NotebookPen } from 'lucide-react';
import { subtractCents, ZERO } from '@tiffin/domain/core';
import { CHARGE_LABELS, type Price, TILL_TIP_PRESETS, tipAmount, taxLineText } from '@tiffin/domain/pricing';
import { Button } from '../../ui/button.tsx';
import { Segmented } from '../../ui/choices.tsx';
import { Field } from '../../ui/field.tsx';
import { formatPercent } from '../../ui/figures.tsx';
import { formatMoney } from '../../ui/format.ts';
import { DollarInput } from '../../ui/inputs.tsx';
import { OrderTotal } from './order-total.tsx';
import { texts } from './texts.ts';
import { tillOrderType, type TillLocation, type Till, type TillPayment, type TipPick } from './till.ts';
import type { Payment } from './use-payment.ts';
import type { Ticket } from './use-ticket.ts';
import styles from './till.module.css';

export interface TicketBillProps {
  till: Till;
  place: TillLocation;
  ticket: Ticket;
  payment: Payment;
  tipRef: RefObject<HTMLFieldSetElement | null>;
  /** Problems and errors, above the button. */
  notes: ReactNode;
  /** Replaces the button while a payment link is waiting to be paid. */
  link: ReactNode;
  /** Whether card payments are available. */
  takesCards: boolean;
  onChange: (patch: Partial<Till>) => void;
}

/** The lower part of the ticket: tip, totals, the way to pay, and the button that places the order. */
export function TicketBill({
  till,
  place,
  ticket,
  payment,
  tipRef,
  notes,
  link,
  takesCards,
  onChange,
}: TicketBillProps) {
  const { cart, price } = ticket;
  const { isFree, whyNot } = payment;
  const [laterLabel, whenPaid] = texts.later[tillOrderType(till, place)];
  return (
    <div className={`stack gap-8 ${styles.bill}`}>
      {place.asksTips !== false && (
        <TipPicker ref={tipRef} tip={till.tip} price={price} base={place.tipBase} onPick={(tip) => onChange({ tip })} />
      )}
      <Breakdown price={price} />
      {isFree && <p className="hint">{texts.free}</p>}
      {!isFree && (
        <PaymentMethods
          method={till.payment}
          laterLabel={laterLabel}
          takesCards={takesCards}
          onMethod={(method) => onChange({ payment: method })}
        />
      )}
      {!isFree && till.payment === 'account' && <p className="hint">{texts.accountHint}</p>}
      {!isFree && till.payment === 'later' && <p className="hint">{texts.laterHint(whenPaid)}</p>}
      {notes}
      {link ?? (
        <Button size="lg" block busy={payment.busy} disabledReason={whyNot} onClick={payment.submit}>
          {isFree
            ? texts.createFree
            : till.payment === 'later'
              ? texts.createLater(laterLabel)
              : texts.create[till.payment]}
          <kbd aria-hidden="true">⌘↵</kbd>
        </Button>
      )}
      {whyNot && cart.length > 0 && <p className="hint text-center">{whyNot}</p>}
    </div>
  );
}

interface PaymentMethodsProps {
  method: TillPayment;
  /** When an unpaid order is paid, which depends on the order type. */
  laterLabel: string;
  takesCards: boolean;
  onMethod: (method: TillPayment) => void;
}

function PaymentMethods({ method, laterLabel, takesCards, onMethod }: PaymentMethodsProps) {
  return (
    <Segmented
      legend={texts.payment}
      value={method}
      onValue={onMethod}
      options={[
        { value: 'cash', label: <Method icon={<Banknote aria-hidden="true" />} name={texts.cash} /> },
        {
          value: 'card',
          disabled: !takesCards,
          label: <Method icon={<CreditCard aria-hidden="true" />} name={texts.card} />,
        },
        {
          value: 'account',
          disabled: !takesCards,
          label: <Method icon={<NotebookPen aria-hidden="true" />} name={texts.account} />,
        },
        { value: 'later', label: <Method icon={<Clock aria-hidden="true" />} name={laterLabel} /> },
      ]}
    />
  );
}

function Method({ icon, name }: { icon: ReactNode; name: string }) {
  return (
    <span className="grid items-center gap-2 text-xs nowrap icon-18">
      {icon}
      {name}
    </span>
  );
}

function Breakdown({ price }: { price: Price }) {
  return (
    <dl className={`grid soft ${styles.sums}`} aria-label={texts.breakdown}>
      <OrderTotal name={texts.subtotal} cents={price.subtotal} />
      {price.discount > 0 && <OrderTotal name={texts.takenOff} cents={subtractCents(ZERO, price.discount)} />}
      {price.charges > 0 && <OrderTotal name={CHARGE_LABELS.delivery} cents={price.charges} />}
      {price.taxes.map((tax) => (
        <OrderTotal key={tax.code + tax.rate} name={taxLineText(tax)} cents={tax.amount} />
      ))}
      <OrderTotal name={texts.tip} cents={price.tip} />
      <OrderTotal name={texts.total} cents={price.total} isDue />
    </dl>
  );
}

interface TipPickerProps {
  tip: TipPick;
  price: Price;
  base: TillLocation['tipBase'];
  onPick: (tip: TipPick) => void;
  ref: Ref<HTMLFieldSetElement>;
}

/** No tip, a percentage of the location's tip base, or an amount. */
function TipPicker({ tip, price, base, onPick, ref }: TipPickerProps) {
  return (
    <fieldset ref={ref}>
      <legend className="weight-640 below-6">
        {texts.tip} <span className={styles.soft}>{texts.tipOn[base]}</span>
      </legend>
      <div className={`grid gap-4 below-8 ${styles.row}`}>
        <TipRadio isChecked={tip.kind === 'none'} onPick={() => onPick({ kind: 'none' })}>
          {texts.noTip}
        </TipRadio>
        {TILL_TIP_PRESETS.map((percent) => (
          <TipRadio
            key={percent}
            isChecked={tip.kind === 'percent' && tip.percent === percent}
            onPick={() => onPick({ kind: 'percent', percent })}
          >
            {formatPercent(percent / 100)}
            <small className="soft">{formatMoney(tipAmount({ kind: 'percent', percent }, price.tipOn))}</small>
          </TipRadio>
        ))}
        <TipRadio isChecked={tip.kind === 'other'} onPick={() => onPick({ kind: 'other', dollars: '' })}>
          {texts.otherTip}
        </TipRadio>
      </div>
      {tip.kind === 'other' && (
        <Field label={texts.customTip}>
          <DollarInput value={tip.dollars} onValue={(dollars) => onPick({ kind: 'other', dollars })} />
        </Field>
      )}
    </fieldset>
  );
}

function TipRadio({ isChecked, onPick, children }: { isChecked: boolean; onPick: () => void; children: ReactNode }) {
  return (
    <label className={styles.tip}>
      <input type="radio" className="unseen" name="till-tip" checked={isChecked} onChange={onPick} />
      {children}
    </label>
  );
}
