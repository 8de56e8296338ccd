import type { ReactNode, Ref } from 'react';
import { Clock } from 'lucide-react';
import { subtractCents, ZERO, type Cents, say } from '@tiffin/domain/core';
import { orderTypeGoesTo, type OrderType } from '@tiffin/domain/order';
import { cashDue, CHARGE_LABELS, type Price, TILL_TIP_PRESETS, tipAmount, taxLineText } from '@tiffin/domain/pricing';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { formatPercent } from '../../ui/figures.tsx';
import { coin, formatMoney } from '../../ui/format.ts';
import { DollarInput } from '../../ui/inputs.tsx';
import { Money } from '../../ui/money.tsx';
import { OrderTotal } from './order-total.tsx';
import { paymentName, TenderChoice } from './tender-choice.tsx';
import { TicketNotes } from './ticket-notes.tsx';
import { tillOrderType, type TillLocation, type TipPick } from './till.ts';
import type { TillPayment } from './till-payments.ts';
import type { CounterState } from './use-counter.ts';
import styles from './till.module.css';

const TIP_ON = { 'with-tax': say`on subtotal plus tax`, 'before-tax': say`on the subtotal before tax` };

const CREATE = {
  cash: (amount: string) => say`Take ${amount} in cash`,
  terminal: (amount: string) => say`Take ${amount} by card terminal`,
  debit: (amount: string) => say`Take ${amount} by debit`,
  link: (amount: string) => say`Create payment link for ${amount}`,
  'link-later': (amount: string) => say`Create order, link for ${amount}`,
  account: (amount: string) => say`Put ${amount} on a house account`,
  later: (name: string) => say`Create order, ${name}`,
};

/** The lower part of the ticket: tip, ready time, totals, the way to pay, and the button that places the order. */
export function TicketBill({ counter, link }: { counter: CounterState; link: ReactNode }) {
  const { till, place, ticket, payment, patch, tipsRef, openDialog, setOpenDialog } = counter;
  const { cart, price, readyTime } = ticket;
  const { isFree, whyNot } = payment;
  const orderType = tillOrderType(till, place);
  return (
    <div className={`stack gap-8 ${styles.bill}`}>
      {place.asksTips !== false && (
        <TipPicker ref={tipsRef} tip={till.tip} price={price} base={place.tipBase} onPick={(tip) => patch({ tip })} />
      )}
      <div className={`relative ${styles.totals}`}>
        <Breakdown price={price} />
        <p className={`row gap-6 text-sm weight-640 icon-16 ${styles.readyTime}`} role="status">
          {readyTime !== null && (
            <>
              <Clock aria-hidden="true" />
              {orderTypeGoesTo(orderType, 'address') ? say`Delivered ${readyTime}` : say`Ready ${readyTime}`}
            </>
          )}
        </p>
      </div>
      {isFree && <p className="hint">{say`Nothing to pay: everything is on the house.`}</p>}
      {!isFree && (
        <TenderChoice
          payment={till.payment}
          orderType={orderType}
          total={formatMoney(price.total)}
          isOpen={openDialog === 'tenders'}
          onOpen={(isOpen) => setOpenDialog(isOpen ? 'tenders' : null)}
          onPayment={(chosen) => patch({ payment: chosen })}
        />
      )}
      <TicketNotes location={place} payment={payment} />
      {link ?? (
        <Button size="lg" block busy={payment.busy} disabledReason={whyNot} onClick={payment.submit}>
          {isFree ? say`Create order, nothing to pay` : submitText(till.payment, orderType, price.total)}
          <kbd aria-hidden="true">⌘↵</kbd>
        </Button>
      )}
      {whyNot && cart.length > 0 && <p className="hint text-center">{whyNot}</p>}
    </div>
  );
}

/** The button carries the amount, for cash as it is rounded to coins. */
function submitText(payment: TillPayment, orderType: OrderType, total: Cents): string {
  if (payment === 'later') return CREATE.later(paymentName(payment, orderType).toLowerCase());
  return CREATE[payment](formatMoney(payment === 'cash' ? cashDue(total, coin).due : total));
}

function Breakdown({ price }: { price: Price }) {
  const parts: readonly (readonly [name: string, amount: Cents])[] = [
    [say`Subtotal`, price.subtotal],
    ...(price.discount > 0 ? [[say`Taken off`, subtractCents(ZERO, price.discount)] as const] : []),
    ...(price.charges > 0 ? [[CHARGE_LABELS.delivery, price.charges] as const] : []),
    ...price.taxes.map((tax) => [taxLineText(tax), tax.amount] as const),
    ...(price.tip > 0 ? [[say`Tip`, price.tip] as const] : []),
  ];
  return (
    <dl className={`flex flex-wrap ${styles.breakdown}`} aria-label={say`Price Breakdown`}>
      {parts.map(([name, amount]) => (
        <div key={name} className="inline-row gap-4 soft text-sm">
          <dt>{name}</dt>
          <dd className="ink">
            <Money cents={amount} />
          </dd>
        </div>
      ))}
      <div className={`grid full-width ${styles.sums}`}>
        <OrderTotal name={say`Total`} cents={price.total} isDue />
      </div>
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
      <legend className="sr-only">
        {say`Tip`} {TIP_ON[base]}
      </legend>
      <div className={`grid gap-4 ${styles.tips}`}>
        <TipRadio isChecked={tip.kind === 'none'} onPick={() => onPick({ kind: 'none' })}>
          {say`No Tip`}
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
          {say`Other`}
        </TipRadio>
      </div>
      {tip.kind === 'other' && (
        <Field label={say`Custom tip`}>
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
