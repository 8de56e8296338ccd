import { Trash2 } from 'lucide-react';
import { asPricedLines, removeFromCart, setQuantity, type Cart, type CartLine } from '@tiffin/domain/cart';
import { GUEST_SPICE } from '@tiffin/domain/menu';
import { lineTotal, NO_TIP, priceOf, taxationFromWire } from '@tiffin/domain/pricing';
import { taxRateText } from '@tiffin/domain/pricing';
import { changeCart } from '../../shared/cart/carts.ts';
import type { Location } from '../../shared/site/site.ts';
import { paths } from '../../paths.ts';
import { IconButton, LinkButton } from '../../ui/button.tsx';
import { Money } from '../../ui/money.tsx';
import { Stepper } from '../../ui/stepper.tsx';
import { toast } from '../../ui/toasts.ts';
import { texts } from './texts.ts';
import styles from './cart-panel.module.css';

export function CartLines({ cart, locationId }: { cart: Cart; locationId: string }) {
  return (
    <ul>
      {cart.map((line) => (
        <Line key={line.cartKey} line={line} locationId={locationId} />
      ))}
    </ul>
  );
}

function Line({ line, locationId }: { line: CartLine; locationId: string }) {
  function change(quantity: number) {
    changeCart(locationId, (cart) => {
      const { cart: changed, held } = setQuantity(cart, line.cartKey, quantity);
      if (held) toast.warning(held, { id: 'cart' });
      return changed;
    });
  }
  function remove() {
    changeCart(locationId, (cart) => removeFromCart(cart, line.cartKey));
    toast.message(texts.removed(line.name), {
      id: 'cart',
      action: {
        label: texts.undo,
        onClick: () =>
          changeCart(locationId, (cart) =>
            cart.some((each) => each.cartKey === line.cartKey) ? cart : [...cart, line],
          ),
      },
    });
  }
  return (
    <li className={`grid column-and-end align-center gap-6-12 ${styles.line}`}>
      <div>
        <p className="text-sm weight-600 leading-140">{line.name}</p>
        {line.spice && line.spice.id !== GUEST_SPICE.id && <p className="hint">{line.spice.name}</p>}
      </div>
      <Money
        cents={lineTotal({ unitPrice: line.price, quantity: line.quantity })}
        className={`text-sm weight-600 ${styles.price}`}
      />
      {/* One more than allowed may be asked for: then the limit is said. */}
      <Stepper
        label={line.name}
        value={line.quantity}
        onValue={(quantity) => (quantity < 1 ? remove() : change(quantity))}
      />
      <IconButton label={texts.remove(line.name)} className={styles.remove} onClick={remove}>
        <Trash2 aria-hidden="true" />
      </IconButton>
    </li>
  );
}

/** What it comes to, and the way on. */
export function CartFoot({ cart, location }: { cart: Cart; location: Location }) {
  const { subtotal, taxes, total } = priceOf(asPricedLines(cart), taxationFromWire(location), NO_TIP);
  return (
    <div className="grid gap-16 full-width">
      <dl className="grid gap-8 text-sm">
        <div className="flex between gap-16">
          <dt className="soft">{texts.subtotal}</dt>
          <dd className="weight-500">
            <Money cents={subtotal} />
          </dd>
        </div>
        {taxes.map(({ code, label, rate, amount }) => (
          <div className="flex between gap-16" key={code + rate}>
            <dt className="soft">{texts.tax(label, taxRateText({ label, rate }))}</dt>
            <dd className="weight-500">
              <Money cents={amount} />
            </dd>
          </div>
        ))}
      </dl>
      <LinkButton href={paths.checkout({ location: location.id })} size="lg" block spread>
        <span>{texts.checkout}</span>
        <Money cents={total} />
      </LinkButton>
    </div>
  );
}
