import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { ORDER_TEXTS } from '@tiffin/domain/order';
import { CheckoutPage } from '../../features/checkout/checkout-page.tsx';
import { texts } from '../../features/checkout/texts.ts';
import { useCart } from '../../lib/carts.ts';
import { requireSignedIn } from '../../lib/guards.ts';
import { useHydrated } from '../../lib/hydrated.ts';
import { pageMeta, rootDataOf } from '../../lib/seo.ts';
import { useLocations } from '../../lib/site.ts';
import { paths } from '../../paths.ts';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toasts.ts';
import type { Route } from './+types/checkout';

export async function loader(args: Route.LoaderArgs) {
  return { me: await requireSignedIn(args) };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(rootDataOf(matches), {
    title: texts.title,
    description: texts.description,
    path: paths.checkout(),
    noindex: true,
  });

export default function Checkout({ loaderData }: Route.ComponentProps) {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const locations = useLocations();
  const hydrated = useHydrated();
  const location = locations.find(({ id }) => id === query.get('location'));
  const cart = useCart(location?.id ?? '');
  const [placed, setPlaced] = useState(false);
  const hadCart = useRef(false);
  const isLost = hydrated && !placed && (!location || cart.length === 0);

  // The cart lives in the browser: whether there is anything to check out is known only there.
  const leave = useEffectEvent(() => {
    toast.error(hadCart.current ? ORDER_TEXTS.items : texts.invalid, { id: 'checkout' });
    void navigate(location ? paths.menu(location.id) : paths.menuStart(), { replace: true });
  });
  useEffect(() => {
    if (isLost) leave();
    else if (hydrated) hadCart.current = true;
  }, [isLost, hydrated]);

  if (!hydrated || !location || cart.length === 0) {
    return (
      <div className="wrap">
        <Loading label={texts.loading}>
          <Skeleton height={520} />
        </Loading>
      </div>
    );
  }
  return (
    <CheckoutPage
      me={loaderData.me}
      location={location}
      cart={cart}
      onPlaced={(order) => {
        setPlaced(true);
        void navigate(paths.orderSuccess({ orderId: order.orderId }), { replace: true, state: { order } });
      }}
      onSignedOut={() => {
        toast.error(texts.signIn, { id: 'checkout' });
        void navigate(paths.menu(location.id));
      }}
    />
  );
}
