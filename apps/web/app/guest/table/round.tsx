import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { cartQuantity, toWireItem } from '@tiffin/domain/cart';
import { cents, say, shortHash, sumOf } from '@tiffin/domain/core';
import { distinctAllergies } from '@tiffin/domain/order';
import { lineTotal } from '@tiffin/domain/pricing';
import plate from '../../assets/dishes/plate.svg';
import { paths } from '../../paths.ts';
import { isMenuChangedError } from '../../shared/api/api-error.ts';
import { api, type Body } from '../../shared/api/api.ts';
import { useAction } from '../../shared/api/use-action.ts';
import { CartChanges } from '../../shared/cart/cart-changes.tsx';
import { cartIdOf, clearCart, lineHref, placeOf, useCart } from '../../shared/cart/carts.ts';
import { useOrderAllergies } from '../../shared/cart/stated-allergies.ts';
import { useCartChanges } from '../../shared/cart/use-cart-changes.ts';
import { cartDish } from '../../shared/dish/dish.ts';
import { useReload } from '../../shared/live/revalidate.ts';
import { useOnline } from '../../shared/offline/online.ts';
import { ErrorBanner } from '../../ui/banner.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { EmptyState, StateArt } from '../../ui/empty-state.tsx';
import { Money } from '../../ui/money.tsx';
import { CartLines } from '../cart/cart-panel.tsx';
import dock from '../cart/cart-dock.module.css';
import { AllergyPart } from '../checkout/allergy-part.tsx';
import type { TablePageProps } from './table-head.tsx';

interface RoundProps extends Pick<TablePageProps, 'location'> {
  token: string;
  onSent: () => void;
}

const dishesText = (count: number) => (count === 1 ? say`Send 1 dish` : say`Send ${count} dishes`);

/** What this phone has chosen and not sent. */
function useRound(location: RoundProps['location']) {
  const cart = useCart(placeOf(location));
  const sum = cents(sumOf(cart.map(({ price, quantity }) => lineTotal({ unitPrice: price, quantity }))));
  return { cart, sum, label: dishesText(cartQuantity(cart)) };
}

/** The round beside the menu, and on a phone the way to it. */
export function RoundDock({ location, token, onSent }: RoundProps) {
  const { cart, sum, label } = useRound(location);
  return (
    <>
      <aside className={`column gap-4 self-start surface ${dock.dock}`} aria-label={say`My order`}>
        <div className={`grow min-height-0 ${dock.scroll}`}>
          <RoundPanel location={location} token={token} onSent={onSent} />
        </div>
      </aside>
      {cart.length > 0 && (
        <div className={`fixed ${dock.bar}`} data-bottom-bar>
          <LinkButton className={dock.open} block spread href={paths.table(location.tableId, 'round')}>
            <span>{label}</span> <Money cents={sum} />
          </LinkButton>
        </div>
      )}
    </>
  );
}

/** Dishes that sold out or changed since they were chosen. */
export function MenuChanges({ location, menu }: Pick<TablePageProps, 'location' | 'menu'>) {
  const dishes = useMemo(() => new Map(menu.dishes.map((dish) => [dish.id, cartDish(dish, menu.heats)])), [menu]);
  const place = placeOf(location);
  const { changes, dismiss } = useCartChanges(location.id, dishes, place);
  return <CartChanges changes={changes} hrefOf={(key) => lineHref(place, key)} onRead={dismiss} />;
}

/** The dishes of the round, the allergies of the guest, and the button that sends it. */
export function RoundPanel({ location, token, onSent }: RoundProps) {
  const place = placeOf(location);
  const { cart, sum, label } = useRound(location);
  const stated = useOrderAllergies(place);
  const online = useOnline();
  const navigate = useNavigate();
  const reloadMenu = useReload();
  const send = useAction(
    // The same cart has the same key, so that it is sent once even if the page was loaded again before the answer.
    (body: Body<'addTableRound'>, options) =>
      api(
        'addTableRound',
        { body },
        { ...options, idempotencyKey: `${cartIdOf(place)}-${shortHash(JSON.stringify(body))}` },
      ),
    {
      doneText: ({ waitsForStaff }) => (waitsForStaff ? say`Your waiter has your order` : say`It is in the kitchen`),
      onDone() {
        clearCart(place);
        onSent();
        void navigate(paths.table(location.tableId, 'bill'));
      },
      onFailed(error) {
        if (isMenuChangedError(error)) reloadMenu();
        onSent();
      },
    },
  );
  if (cart.length === 0)
    return (
      <EmptyState
        title={say`Nothing chosen yet`}
        text={say`Choose dishes, then send them together. You can order again as often as you like.`}
        picture={<StateArt src={plate} />}
      />
    );
  // The kitchen gets the allergies of the guest, who eats all of these dishes.
  const allergies = distinctAllergies([...stated, ...cart.flatMap((line) => line.allergies ?? [])]);
  const sendRound = () =>
    void send.send({
      token,
      items: cart.map(toWireItem),
      allergies: allergies.length > 0 ? allergies : undefined,
    });
  return (
    <section className="stack gap-16">
      <h2 className="text-xl">{say`My order`}</h2>
      <CartLines cart={cart} location={location} />
      <AllergyPart location={location} cart={cart} note="" />
      <ErrorBanner title={say`Your order was not sent`} error={send.error} />
      <Button
        size="lg"
        block
        spread
        busy={send.isBusy}
        disabledReason={online ? null : say`You are offline`}
        onClick={sendRound}
      >
        <span>{label}</span> <Money cents={sum} />
      </Button>
      <p className="hint">{say`Nothing is paid now. It goes onto the table’s bill. Tax comes on top.`}</p>
    </section>
  );
}
