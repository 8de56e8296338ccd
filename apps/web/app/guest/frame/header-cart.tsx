import { ShoppingBag } from 'lucide-react';
import { useLocation } from 'react-router';
import { cartQuantity } from '@tiffin/domain/cart';
import { say } from '@tiffin/domain/core';
import { cartAt } from '../../shared/cart/cart-storage.ts';
import { filledLocations, useCarts } from '../../shared/cart/carts.ts';
import { useLocations } from '../../shared/site/site.ts';
import { paths } from '../../paths.ts';
import { Link } from '../../ui/link.tsx';
import { OpenOrderLink } from './open-order-link.tsx';
import styles from './frame.module.css';

/** The link to an open order, and the cart: on a menu that of its location, elsewhere the one that was changed last. */
export function HeaderCart() {
  const carts = useCarts();
  const { pathname } = useLocation();
  const locations = useLocations();
  const filled = filledLocations(carts).filter((each) => locations.some(({ id: locationId }) => locationId === each));
  const id = filled.find((each) => paths.menu(each) === pathname) ?? filled[0];
  const location = locations.find((each) => each.id === id);
  const count = location ? cartQuantity(cartAt(carts, location.id)) : 0;
  return (
    <>
      <OpenOrderLink />
      {location && (
        <Link
          href={paths.cart(location.id)}
          aria-label={
            count === 1 ? say`1 item to order at ${location.name}` : say`${count} items to order at ${location.name}`
          }
          className={`center relative touch-width touch-height round-md ${styles.cart}`}
        >
          <ShoppingBag />
          <span className="center absolute pill weight-650 digits">{count}</span>
        </Link>
      )}
    </>
  );
}
