import { cents, subtractCents, ZERO, type Cents, say } from '@tiffin/domain/core';
import { cashDue, chargeName, DEFAULT_COIN, taxLineText } from '@tiffin/domain/pricing';
import { formatMoney, coin } from '../../ui/format.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { CountCash } from '../../shared/payment/count-cash.tsx';
import { OrderTotal } from './order-total.tsx';
import styles from './till-dialogs.module.css';
import tillStyles from './till.module.css';
import { type PricedOrder } from './price-order.ts';

interface CashDialogProps extends Pick<PricedOrder, 'price' | 'charges' | 'discounts' | 'offers'> {
  locationId: string;
  busy: boolean;
  onClose: () => void;
  /** Called with the change once the cash is received. */
  onReceived: (change: Cents) => void;
}

/** Counts the cash of an order and its change, before the order is created. */
export function CashDialog({ locationId, busy, onClose, onReceived, ...priced }: CashDialogProps) {
  const { due } = cashDue(priced.price.total, coin);
  return (
    <Dialog
      onClose={onClose}
      title={say`Confirm cash payment of ${formatMoney(due)} has been received?`}
      size="lg"
      dismissable={!busy}
    >
      <CountCash
        locationId={locationId}
        due={due}
        sums={<Sums {...priced} />}
        busy={busy}
        backLabel={say`Back`}
        confirmLabel={
          <>
            {say`Cash received, create order`}
            <kbd aria-hidden="true">↵</kbd>
          </>
        }
        onBack={onClose}
        onReceived={onReceived}
      />
    </Dialog>
  );
}

function Sums({ price, charges, discounts, offers }: Pick<PricedOrder, 'price' | 'charges' | 'discounts' | 'offers'>) {
  const { due, rounding } = cashDue(price.total, coin);
  const smallestCoin = formatMoney(cents(coin ?? DEFAULT_COIN));
  return (
    <dl className={`grid soft ${tillStyles.sums} ${styles.sums}`}>
      <OrderTotal name={say`Subtotal`} cents={price.subtotal} />
      {offers.map(([label, amount]) => (
        <OrderTotal key={label} name={label} cents={amount} />
      ))}
      {discounts.map(({ id, label, off }) => (
        <OrderTotal key={id} name={label} cents={subtractCents(ZERO, off)} />
      ))}
      {charges.map((charge) => (
        <OrderTotal key={charge.kind} name={chargeName(charge)} cents={charge.amount} />
      ))}
      <OrderTotal name={say`Tip`} cents={price.tip} />
      {price.taxes.map((tax) => (
        <OrderTotal key={tax.code + tax.rate} name={taxLineText(tax)} cents={tax.amount} />
      ))}
      <OrderTotal name={say`Total`} cents={price.total} />
      <dt>{say`Cash rounding, nearest ${smallestCoin}`}</dt>
      <dd className="ink num text-right">{signedMoney(rounding)}</dd>
      <OrderTotal name={say`Cash due`} cents={due} isDue />
    </dl>
  );
}

function signedMoney(amount: Cents): string {
  return amount > 0 ? `+${formatMoney(amount)}` : formatMoney(amount);
}
