import type { ReactNode, RefObject } from 'react';
import { Banknote, ChevronLeft, ChevronRight, CreditCard } from 'lucide-react';
import { cartQuantity, type Cart, type CartLine } from '@tiffin/domain/cart';
import { timesCents } from '@tiffin/domain/core';
import { orderTypeLabel } from '@tiffin/domain/order';
import type { Price } from '@tiffin/domain/pricing';
import { taxPercentText } from '@tiffin/domain/pricing';
import { Button, IconButton } from '../../ui/button.tsx';
import { Segmented } from '../../ui/choices.tsx';
import { Money } from '../../ui/money.tsx';
import { Stepper } from '../../ui/stepper.tsx';
import { SpiceMark } from './spice-mark.tsx';
import { texts } from './texts.ts';
import styles from './ticket-panel.module.css';
import { typeOf, type Place, type Till } from './till.ts';
import { TipPicker } from './tip-picker.tsx';

export interface TicketPanelProps {
  till: Till;
  place: Place;
  cart: Cart;
  /** Lines the kitchen cannot make any more. */
  gone: ReadonlySet<string>;
  price: Price;
  tipRef: RefObject<HTMLFieldSetElement | null>;
  /** What there is to say while nothing is in the order. */
  whenEmpty: ReactNode;
  /** What stands in the way or went wrong, above the button. */
  notes: ReactNode;
  /** Stands in the button's place while a payment link waits for its money. */
  link: ReactNode;
  /** Whether money can be taken by card at all. */
  takesCards: boolean;
  busy: boolean;
  whyNot: string | null;
  onChange: (patch: Partial<Till>) => void;
  onQuantity: (line: CartLine, quantity: number) => void;
  onClear: () => void;
  onSubmit: () => void;
  onStep: (step: 'menu' | 'details') => void;
}

export function TicketPanel(props: TicketPanelProps) {
  const { till, place, cart, gone, price, tipRef, onChange, onQuantity, onClear, onStep } = props;
  return (
    <section className={styles.panel} aria-labelledby="till-order">
      <div className={styles.phoneBar}>
        <IconButton look="plain" label={texts.backToMenu} onClick={() => onStep('menu')}>
          <ChevronLeft aria-hidden="true" />
        </IconButton>
        <Button look="plain" spread block onClick={() => onStep('details')}>
          <span className={styles.who}>{texts.editDetails(orderTypeLabel(typeOf(till, place)), till.name.trim())}</span>
          <ChevronRight aria-hidden="true" />
        </Button>
      </div>
      <div className={styles.head}>
        <h2 id="till-order">
          {texts.order} <span className={styles.soft}>{texts.items(cartQuantity(cart))}</span>
        </h2>
        {cart.length > 0 && (
          <Button look="ghost" onClick={onClear}>
            {texts.clear}
          </Button>
        )}
      </div>
      <div className={styles.lines}>
        <div role="status">{cart.length === 0 && props.whenEmpty}</div>
        <ul>
          {cart.map((line) => (
            <li key={line.cartKey} className={styles.line}>
              <span className={styles.name}>{line.name}</span>
              <Money className={styles.sum} cents={timesCents(line.price, line.quantity)} />
              <span className={styles.spice}>
                {gone.has(line.cartKey) ? (
                  <b className={styles.gone}>{texts.unavailable}</b>
                ) : line.spice ? (
                  <SpiceMark spice={line.spice} />
                ) : (
                  <span className={styles.soft}>{texts.noSpice}</span>
                )}
              </span>
              <Stepper
                label={line.spice ? `${line.name}, ${line.spice.name}` : line.name}
                value={line.quantity}
                onValue={(quantity) => onQuantity(line, quantity)}
              />
            </li>
          ))}
        </ul>
      </div>
      <div className={styles.bill}>
        <TipPicker ref={tipRef} tip={till.tip} price={price} onPick={(tip) => onChange({ tip })} />
        <Breakdown price={price} />
        <Segmented
          legend={texts.payment}
          value={till.payment}
          onValue={(payment) => onChange({ payment })}
          options={[
            { value: 'cash', label: <Method icon={<Banknote aria-hidden="true" />} name={texts.cash} /> },
            {
              value: 'card',
              disabled: !props.takesCards,
              label: <Method icon={<CreditCard aria-hidden="true" />} name={texts.card} />,
            },
          ]}
        />
        {props.notes}
        {props.link ?? (
          <Button size="lg" block busy={props.busy} disabledReason={props.whyNot} onClick={props.onSubmit}>
            {till.payment === 'cash' ? texts.createCash : texts.createLink}
            <kbd aria-hidden="true">⌘↵</kbd>
          </Button>
        )}
        {props.whyNot && cart.length > 0 && <p className={styles.why}>{props.whyNot}</p>}
      </div>
    </section>
  );
}

function Method({ icon, name }: { icon: ReactNode; name: string }) {
  return (
    <span className={styles.method}>
      {icon}
      {name}
    </span>
  );
}

function Breakdown({ price }: { price: Price }) {
  return (
    <dl className={styles.breakdown} aria-label={texts.breakdown}>
      <dt>{texts.subtotal}</dt>
      <dd>
        <Money cents={price.subtotal} />
      </dd>
      <dt>{texts.tax(price.taxLabel, taxPercentText(price.taxRate))}</dt>
      <dd>
        <Money cents={price.tax} />
      </dd>
      <dt>{texts.tip}</dt>
      <dd>
        <Money cents={price.tip} />
      </dd>
      <dt className={styles.grand}>{texts.total}</dt>
      <dd className={styles.grand}>
        <Money cents={price.total} />
      </dd>
    </dl>
  );
}
