import { ArrowRight } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Form, useNavigation } from 'react-router';
import { cartQuantity } from '@tiffin/domain/cart';
import { say } from '@tiffin/domain/core';
import { paths } from '../../paths.ts';
import { useAskLocation } from '../../shared/cart/ask-location.tsx';
import { useCart } from '../../shared/cart/carts.ts';
import { useStartLocation } from '../../shared/cart/start-location.ts';
import { useNow } from '../../shared/page/now.ts';
import { isCheckout } from '../../shared/session/guards.ts';
import { offeredServices, useRootData, type Location } from '../../shared/site/site.ts';
import { Button } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import styles from './sign-in.module.css';

/** Loaded after the page. If it cannot be loaded, nothing is shown. */
const SoonestLine = lazy(() =>
  import('../../shared/checkout/soonest.tsx').then(
    (module) => ({ default: module.SoonestLine }),
    () => ({ default: () => null }),
  ),
);

/** The order that a guest without an account can finish: of the checkout that led here, or of the filled cart. */
export function useOpenCart(from: string | undefined) {
  const { site, locations } = useRootData();
  const start = useStartLocation();
  // The checkout that led here may be of another cart than the one that was changed last.
  const requested = isCheckout(from) ? new URLSearchParams(from.split('?')[1]).get('location') : null;
  const chosen = locations.find(({ id }) => id === requested) ?? start;
  const count = cartQuantity(useCart(chosen?.id ?? ''));
  if (!site.guestCheckout || (count === 0 && !isCheckout(from))) return null;
  return {
    checkout: isCheckout(from) ? from : paths.checkout({ location: chosen?.id }),
    text: chosen && count > 0 && (count === 1 ? say`1 item at ${chosen.name}` : say`${count} items at ${chosen.name}`),
    menu: chosen ? paths.menu(chosen.id) : paths.menuStart(),
  };
}

/** Ordering and booking, which need no account. */
export function StartCards({ openCart }: { openCart: ReturnType<typeof useOpenCart> }) {
  const { locations } = useRootData();
  const chosen = useStartLocation();
  const { askLocation, question } = useAskLocation();
  const { delivers, seats } = offeredServices(locations);
  const isBusy = useNavigation().formData?.has('guest') === true;
  return (
    <div className={`grid gap-12 ${styles.cards}`}>
      {openCart ? (
        <Form
          method="post"
          action={paths.login({ from: openCart.checkout })}
          className={`brand on-brand ${styles.card}`}
        >
          <h2>{say`Finish your order`}</h2>
          {openCart.text && <p className="on-brand-soft">{openCart.text}</p>}
          <Button type="submit" look="invite" name="guest" value="yes" busy={isBusy}>
            {say`Continue without an account`}
          </Button>
          <Link href={openCart.menu} className="center touch-height">{say`Add more dishes first`}</Link>
        </Form>
      ) : (
        <Link href={paths.menuStart()} className={`brand on-brand ${styles.card}`} onClick={askLocation}>
          <h2>{say`Order`}</h2>
          <p className="on-brand-soft">
            {delivers ? say`Pickup or delivery` : say`Pickup`}
            {chosen && <ReadyLine location={chosen} />}
          </p>
          <ArrowRight />
        </Link>
      )}
      {seats && (
        <Link href={paths.reservations()} className={`${styles.card} ${styles.table}`}>
          <h2>{say`Book a table`}</h2>
          <p>{say`Tonight, or another day`}</p>
          <ArrowRight />
        </Link>
      )}
      {question}
    </div>
  );
}

/** When an order of one dish would be ready; nothing while that is not known. */
function ReadyLine({ location }: { location: Location }) {
  const now = useNow();
  if (!location.isOpen) return <span className="block">{location.openText}</span>;
  if (!now) return null;
  return (
    <Suspense>
      <SoonestLine
        location={location}
        now={now}
        orderType="pickup"
        dishes={1}
        formatLine={(time) => say`, ready about ${time}`}
      />
    </Suspense>
  );
}
