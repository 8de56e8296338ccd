import { cartQuantity } from '@tiffin/domain/cart';
import { GUEST_SPICE } from '@tiffin/domain/menu';
import { cashDue, lineTotal, type Price } from '@tiffin/domain/pricing';
import { taxPercentText } from '@tiffin/domain/pricing';
import { formatMoney } from '../../ui/format.ts';
import { paths } from '../../paths.ts';
import { TextLink } from '../../ui/link.tsx';
import { Money } from '../../ui/money.tsx';
import styles from './order-summary.module.css';
import type { Bill } from './bill.ts';
import { texts } from './texts.ts';

/** What will be cooked and what it comes to. */
export function OrderSummary({
  bill: { cart, price, offer },
  locationId,
  place,
  type,
  paysCash,
  children,
}: {
  bill: Bill;
  locationId: string;
  place: string;
  type: string;
  paysCash: boolean;
  children: React.ReactNode;
}) {
  const { due, rounding } = cashDue(price.total);
  return (
    <aside className={`round-lg surface shadow-1 ${styles.summary}`} aria-labelledby="order-summary">
      <div className={`row between gap-8 ${styles.head}`}>
        <h2 id="order-summary">{texts.summary}</h2>
        <TextLink href={paths.menu(locationId)}>{texts.edit}</TextLink>
      </div>
      <p className={`text-sm soft ${styles.where}`}>
        {place || texts.someLocation}, {type}. {texts.counts(cartQuantity(cart), cart.length)}
      </p>
      {/* Long orders scroll inside; the keyboard reaches them. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul className={`grid gap-14 scroll-y ${styles.lines}`} tabIndex={cart.length > 6 ? 0 : undefined}>
        {cart.map((line) => (
          <li className="grid text-sm leading-140 weight-550" key={line.cartKey}>
            <span className={`weight-650 digits ${styles.quantity}`}>
              {line.quantity}
              <span aria-hidden="true">×</span>
            </span>
            <span className={styles.name}>{line.name}</span>
            <Money cents={lineTotal({ unitPrice: line.price, quantity: line.quantity })} />
            {line.spice && line.spice.id !== GUEST_SPICE.id && <small className="hint">{line.spice.name}</small>}
          </li>
        ))}
      </ul>
      {offer && <p className={`text-sm weight-550 ${styles.offer}`}>{offer}</p>}
      <dl className={`grid gap-8 text-sm ${styles.sums}`}>
        <Sum label={texts.subtotal} cents={price.subtotal} />
        <Sum label={texts.tax(price.taxLabel, taxPercentText(price.taxRate))} cents={price.tax} />
        {price.tip > 0 && <Sum label={texts.tip} cents={price.tip} />}
        <div className={styles.total}>
          <dt className="soft">{texts.total}</dt>
          <dd className="weight-500">
            <Money cents={price.total} />
          </dd>
        </div>
      </dl>
      {children}
      <p className="hint above-12">{texts.taxNote}</p>
      {paysCash && rounding !== 0 && <p className="hint above-12">{texts.cashNote(formatMoney(due))}</p>}
    </aside>
  );
}

function Sum({ label, cents }: { label: string; cents: Price['total'] }) {
  return (
    <div>
      <dt className="soft">{label}</dt>
      <dd className="weight-500">
        <Money cents={cents} />
      </dd>
    </div>
  );
}
