import { Trash2 } from 'lucide-react';
import { Link } from 'react-router';
import { asPricedLines, setQuantity, type Cart, type CartLine } from '@tiffin/domain/cart';
import { lineTotal, NO_TIP, calculatePrice, taxationFromWire, taxLineText } from '@tiffin/domain/pricing';
import { changeCart } from '../../shared/cart/carts.ts';
import { useOrderedCartNotice } from '../../shared/cart/ordered-notice.ts';
import { removeLine } from '../../shared/cart/remove-line.ts';
import { shownHeatName, LineDifferences } from '../../shared/order/line-words.tsx';
import type { Location } from '../../shared/site/site.ts';
import { paths } from '../../paths.ts';
import { IconButton, LinkButton } from '../../ui/button.tsx';
import { Money } from '../../ui/money.tsx';
import { Stepper } from '../../ui/stepper.tsx';
import { toast } from '../../ui/toasts.ts';
import styles from './cart-panel.module.css';
import { cartPanelTexts } from './cart-panel-texts.ts';

export function CartLines({ cart, location }: { cart: Cart; location: Location }) {
  useOrderedCartNotice(location);
  return (
    <ul className="ruled">
      {cart.map((line) => (
        <Line key={line.cartKey} line={line} locationId={location.id} />
      ))}
    </ul>
  );
}

function Line({ line, locationId }: { line: CartLine; locationId: string }) {
  function change(quantity: number) {
    changeCart(locationId, (cart) => {
      const { cart: changed, limitMessage } = setQuantity(cart, line.cartKey, quantity);
      if (limitMessage) toast.warning(limitMessage, { id: 'cart' });
      return changed;
    });
  }
  const remove = () => removeLine(locationId, line);
  return (
    <li className={`grid column-and-end align-center gap-6-12 ${styles.line}`}>
      <div>
        <p className="text-sm weight-600 leading-140">{line.name}</p>
        <LineDifferences heat={shownHeatName(line)} options={line.options} note={line.note} />
      </div>
      <Money
        cents={lineTotal({ unitPrice: line.price, quantity: line.quantity })}
        className="self-start text-sm weight-600"
      />
      <div className="row gap-4">
        {/* No maximum here: going over the limit shows its message. */}
        <Stepper
          label={line.name}
          value={line.quantity}
          onValue={(quantity) => (quantity < 1 ? remove() : change(quantity))}
        />
        <Link
          className={`inline-row touch-height text-sm weight-600 ${styles.change}`}
          to={paths.menuDish(locationId, line.id, line.cartKey)}
          preventScrollReset
        >
          <span>
            {cartPanelTexts.change} <span className="sr-only">{line.name}</span>
          </span>
        </Link>
      </div>
      <IconButton label={cartPanelTexts.remove(line.name)} className={styles.remove} onClick={remove}>
        <Trash2 aria-hidden="true" />
      </IconButton>
    </li>
  );
}

/** The total and the link to checkout. */
export function CartFoot({ cart, location }: { cart: Cart; location: Location }) {
  const { subtotal, taxes, total } = calculatePrice(asPricedLines(cart), taxationFromWire(location), NO_TIP);
  return (
    <div className="grid gap-16 full-width">
      <dl className="grid gap-8 text-sm">
        <div className="flex between gap-16">
          <dt className="soft">{cartPanelTexts.subtotal}</dt>
          <dd className="weight-500">
            <Money cents={subtotal} />
          </dd>
        </div>
        {taxes.map((tax) => (
          <div className="flex between gap-16" key={tax.code + tax.rate}>
            <dt className="soft">{taxLineText(tax)}</dt>
            <dd className="weight-500">
              <Money cents={tax.amount} />
            </dd>
          </div>
        ))}
      </dl>
      <LinkButton href={paths.checkout({ location: location.id })} size="lg" block spread>
        <span>{cartPanelTexts.checkout}</span>
        <Money cents={total} />
      </LinkButton>
    </div>
  );
}
