import { CircleSlash } from 'lucide-react';
import { officePaths } from '../../office-paths.ts';
import { paths } from '../../paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { StateIcon } from '../../ui/states.tsx';
import { useCart } from '../../shared/cart/carts.ts';
import { orderedLast } from '../../shared/cart/ordered.ts';
import { useHydrated } from '../../shared/page/hydrated.ts';
import { texts } from '../../shared/payment/texts.ts';
import styles from '../../shared/payment/payment.module.css';

export interface CancelledPageProps {
  /** What the address says the payment was for. */
  orderId: string | null;
  /** Whose menu the cart is of. */
  locationId: string | null;
  /** Staff go back to the board, guests to their cart. */
  isStaff: boolean;
  uid: string | null;
}

/** The payment was cancelled or interrupted: nothing was charged, and one can try again. */
export function CancelledPage({ orderId, locationId, isStaff, uid }: CancelledPageProps) {
  const hydrated = useHydrated();
  const cart = useCart(locationId ?? '');
  // An old page of a cart that became an order by another one.
  const ordered = hydrated && locationId !== null && !isStaff && cart.length === 0 ? orderedLast(uid) : null;
  return (
    <div className={`wrap ${styles.cancelled}`}>
      <StateIcon>
        <CircleSlash aria-hidden="true" />
      </StateIcon>
      <h1>{texts.cancelTitle}</h1>
      <p>{texts.cancelText}</p>
      <ul>
        {(ordered ? texts.cancelOrdered : texts.cancelFacts).map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      {orderId && (
        <p>
          {texts.reference}: <b className="num">{orderId}</b>
        </p>
      )}
      <div className="flex flex-wrap gap-12">
        <LinkButton href={isStaff ? officePaths.ordersShort() : (ordered?.there ?? checkoutOf(locationId))}>
          {ordered ? texts.seeOrder : texts.cancelTryAgain}
        </LinkButton>
        {isStaff ? (
          <LinkButton href={paths.admin()} look="quiet">
            {texts.backToDashboard}
          </LinkButton>
        ) : (
          <LinkButton href={paths.menuStart()} look="quiet">
            {texts.backToMenu}
          </LinkButton>
        )}
      </div>
    </div>
  );
}

function checkoutOf(locationId: string | null): string {
  return locationId === null ? paths.checkout() : paths.checkout({ location: locationId });
}
