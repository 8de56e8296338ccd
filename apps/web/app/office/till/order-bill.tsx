import type { ReactNode, Ref } from 'react';
import { Clock } from 'lucide-react';
import { subtractCents, ZERO, type Cents, say, endWithFullStop } from '@tiffin/domain/core';
import { orderTypeGoesTo, callOutCode } from '@tiffin/domain/order';
import { cashDue, chargeName, TILL_TIP_PRESETS, tipAmount, taxLineText, type Price } from '@tiffin/domain/pricing';
import { useOnline } from '../../shared/offline/online.ts';
import { Button } from '../../ui/button.tsx';
import { MoneyField } from '../../ui/form-fields.tsx';
import { formatPercent } from '../../ui/figures.tsx';
import { coin, formatMoney } from '../../ui/format.ts';
import { Money } from '../../ui/money.tsx';
import { Banner, BannerButton, ErrorBanner } from '../../ui/banner.tsx';
import { OrderTotal } from './order-total.tsx';
import { TenderChoice } from './tender-choice.tsx';
import type { PricedOrder } from './price-order.ts';
import { tillOrderType, type TillLocation, type TipPick } from './till.ts';
import type { CounterState } from './use-counter.ts';
import styles from './till.module.css';
import type { EarlierRequest } from './earlier-request.ts';
import type { PaymentInProgress } from './use-payment.ts';

const TIP_BASE_TEXTS = { 'with-tax': say`on subtotal plus tax`, 'before-tax': say`on the subtotal before tax` };

const SUBMIT_TEXTS = {
  cash: (amount: string) => say`Take ${amount} in cash`,
  terminal: (amount: string) => say`Take ${amount} by card`,
  debit: (amount: string) => say`Take ${amount} by debit`,
  link: (amount: string) => say`Create link for ${amount}`,
  'link-later': (amount: string) => say`Order, link for ${amount}`,
  'gift-card': (amount: string) => say`Take ${amount} by gift card`,
  account: (amount: string) => say`Put ${amount} on account`,
};

/** Tip, totals, tender and the button that places the order. `link` replaces the button. */
export function OrderBill({ counter, link }: { counter: CounterState; link: ReactNode }) {
  const { till, location, typedOrder, payment, patch, tipsRef, openDialog, setOpenDialog } = counter;
  const { cart, code, price, charges, readyTime } = typedOrder;
  const online = useOnline();
  const { isFree, whyNot, whyNotTender } = payment;
  // The API leaves out `asksTips` where it is true.
  const { asksTips = true, tipBase } = location;
  const orderType = tillOrderType(till, location);
  // Cash is rounded to coins.
  const due = till.payment === 'cash' ? cashDue(price.total, coin).due : price.total;
  return (
    <div className={`stack gap-8 ${styles.bill}`}>
      {asksTips && (
        <TipPicker
          ref={tipsRef}
          tip={till.tip}
          price={price}
          base={tipBase}
          percents={location.tillTipPercents}
          onPick={(tip) => patch({ tip })}
        />
      )}
      <div className={`relative ${styles.totals}`}>
        <h3 className="soft text-xs weight-600">{say`Price Breakdown`}</h3>
        <Breakdown price={price} charges={charges} />
        <p className={`row absolute gap-6 text-sm weight-640 icon-16 ${styles.readyTime}`} role="status">
          {readyTime !== null && (
            <>
              <Clock />
              {orderTypeGoesTo(orderType, 'address') ? say`Delivered ${readyTime}` : say`Ready ${readyTime}`}
            </>
          )}
        </p>
      </div>
      {due !== price.total && <p className="hint">{say`${formatMoney(due)} in cash, rounded to coins`}</p>}
      {till.payment === 'link' && <p className="hint">{say`The kitchen starts when it is paid.`}</p>}
      {isFree && <p className="hint">{say`Nothing to pay: everything is on the house.`}</p>}
      {!isFree && (
        <TenderChoice
          payment={till.payment}
          takesCards={payment.takesCards}
          total={formatMoney(price.total)}
          isOpen={openDialog === 'tenders'}
          onOpen={(isOpen) => setOpenDialog(isOpen ? 'tenders' : null)}
          onPayment={(chosen) => patch({ payment: chosen })}
        />
      )}
      <PaymentNotes location={location} payment={payment} />
      {link ?? (
        <div className={`flex gap-8 ${styles.pay}`} data-bottom-bar>
          {!isFree && (
            <Button
              size="lg"
              look="line"
              className="no-shrink"
              disabledReason={whyNot}
              onClick={() => payment.submit('later')}
            >
              {say`Pay later`}
            </Button>
          )}
          <Button
            size="lg"
            block
            busy={payment.busy}
            disabledReason={whyNot ?? whyNotTender}
            onClick={() => payment.submit()}
          >
            {cart.length === 0
              ? say`Create order`
              : isFree
                ? say`Create order, nothing to pay`
                : SUBMIT_TEXTS[till.payment](formatMoney(due))}
          </Button>
        </div>
      )}
      {cart.length > 0 && <p className="hint text-center">{whyNot ?? whyNotTender}</p>}
      {!online && code.typed !== '' && (
        <Button look="quiet" onClick={code.remove}>
          {say`Remove the code`}
        </Button>
      )}
    </div>
  );
}

/** The parts of a price; `sumName` names the last row. */
export function Breakdown({
  price,
  charges,
  sumName = say`Total`,
}: Pick<PricedOrder, 'price' | 'charges'> & { sumName?: string }) {
  const parts: readonly (readonly [name: string, amount: Cents])[] = [
    [say`Subtotal`, price.subtotal],
    ...(price.discount > 0 ? [[say`Taken off`, subtractCents(ZERO, price.discount)] as const] : []),
    ...charges.map((charge) => [chargeName(charge), subtractCents(charge.amount, charge.off ?? ZERO)] as const),
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
        <OrderTotal name={sumName} cents={price.total} isDue />
      </div>
    </dl>
  );
}

interface TipPickerProps {
  tip: TipPick;
  price: Price;
  base: TillLocation['tipBase'];
  percents: readonly number[] | undefined;
  onPick: (tip: TipPick) => void;
  ref: Ref<HTMLFieldSetElement>;
}

function TipPicker({ tip, price, base, percents = TILL_TIP_PRESETS, onPick, ref }: TipPickerProps) {
  return (
    <fieldset ref={ref}>
      <legend className="sr-only">
        {say`Tip`} {TIP_BASE_TEXTS[base]}
      </legend>
      <div className={`grid gap-4 ${styles.tips}`}>
        <TipRadio isChecked={tip.kind === 'none'} onPick={() => onPick({ kind: 'none' })}>
          {say`No Tip`}
        </TipRadio>
        {percents.map((percent) => (
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
        <MoneyField
          label={say`Custom tip`}
          value={tip.dollars}
          onValue={(dollars) => onPick({ kind: 'other', dollars })}
        />
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

const SENT_BEFORE = {
  createAdminOrderCash: say`An order was sent, but no answer came`,
  createAdminOrderUnpaid: say`An unpaid order was sent, but no answer came`,
  createAdminPaymentLink: say`A payment link was requested, but no answer came`,
  createAdminOrderOnline: say`An order was sent, but no answer came`,
  addRound: say`A round was sent, but no answer came`,
};

const earlierOrderText = (code: string | null) =>
  code === null ? say`The order was already placed` : say`Order ${code} was already placed`;

/** Warnings for the person taking the payment, next to the button. */
export function PaymentNotes({ location, payment }: { location: TillLocation; payment: PaymentInProgress }) {
  const { unansweredCall, earlier, formError, refusal } = payment;
  // The API leaves it out where it is true.
  const { takesMoney = true } = location;
  return (
    <>
      {!takesMoney && (
        <Banner tone="warn" title={say`${location.name} cannot take money with this till yet`}>
          {say`The law asks for a certified till here. The reason and what works are under Locations.`}
        </Banner>
      )}
      {!location.isOpen && (
        <Banner>{say`${endWithFullStop(location.openText)} The kitchen starts on this order when it opens.`}</Banner>
      )}
      {unansweredCall && (
        <Banner tone="warn" title={SENT_BEFORE[unansweredCall]}>
          {say`Press the button again to check. Nothing is created twice.`}
        </Banner>
      )}
      {earlier && <EarlierNote {...earlier} />}
      <ErrorBanner error={formError} />
      {refusal && (
        <Banner
          tone="bad"
          announce="alert"
          title={refusal.title}
          action={
            refusal.lowStockDishIds.length > 0 && (
              <BannerButton label={say`Sell anyway`} busy={payment.busy} onClick={payment.sellAnyway} />
            )
          }
        >
          {refusal.text}
        </Banner>
      )}
    </>
  );
}

/** An earlier press created something other than the current order. Staff decide what to do. */
function EarlierNote(earlier: EarlierRequest) {
  const [title, text] =
    earlier.kind === 'link'
      ? [
          say`The earlier payment link was closed`,
          say`It was for an earlier version of this order. What you see now was not sent: press the button again to send it.`,
        ]
      : [
          earlierOrderText(earlier.orderId === null ? null : callOutCode(earlier.orderId)),
          say`An earlier version was sent. What you see now was not sent: clear it, or press the button again to create another order.`,
        ];
  return (
    <Banner tone="warn" announce="alert" title={title}>
      {text}
    </Banner>
  );
}
