import { cartQuantity, type Cart } from '@tiffin/domain/cart';
import { addMinutes } from '@tiffin/domain/core';
import { estimatedReadyAt, orderTypeOf } from '@tiffin/domain/order';
import plate from '../../assets/dishes/plate.svg';
import { formatTime } from '../../ui/format.ts';
import { useOrderType } from '../../shared/cart/order-type.tsx';
import { instantOf, useWantedTime } from '../../shared/cart/wanted-time.ts';
import { pausedWords, usePace } from '../../shared/site/pace.ts';
import type { Location } from '../../shared/site/site.ts';
import { Badge } from '../../ui/badge.tsx';
import { EmptyState, StateArt } from '../../ui/empty-state.tsx';
import { texts } from './texts.ts';

/** How many, and what happens with them. */
export function CartHead({ cart, location, now }: { cart: Cart; location: Location; now: Date | null }) {
  const type = useOrderType(location);
  const { pausedUntil, plus } = usePace(location, type);
  const chosen = instantOf(useWantedTime(location.id));
  const count = cartQuantity(cart);
  const opensAt = location.nextOpening === null ? null : new Date(location.nextOpening);
  const ready =
    now && count > 0 && pausedUntil === null && chosen === null
      ? estimatedReadyAt({ orderType: type, dishes: count }, now, location.isOpen ? null : opensAt)
      : null;
  return (
    <p className="text-sm soft">
      {orderTypeOf(location.name, type)}
      {ready && location.isOpen && texts.ready(formatTime(addMinutes(ready, plus), 'time', location.timeZone))}
      {chosen !== null && texts.chosen(formatTime(chosen, 'weekday-time', location.timeZone))}
      {pausedUntil && chosen === null && `. ${pausedWords(pausedUntil, location.timeZone)}.`}
    </p>
  );
}

export function CartCount({ cart }: { cart: Cart }) {
  return <Badge tone="plum">{texts.items(cartQuantity(cart))}</Badge>;
}

export function NothingInCart() {
  return <EmptyState level={3} title={texts.empty} text={texts.emptyText} picture={<StateArt src={plate} />} />;
}
