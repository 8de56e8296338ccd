import { cartQuantity } from '@tiffin/domain/cart';
import { say } from '@tiffin/domain/core';
import { Banner, BannerButton } from '../../ui/banner.tsx';
import { useCart } from '../cart/carts.ts';
import { setOrderTime, useOrderTime } from '../cart/order-time.ts';
import { useOrderType } from '../cart/order-type.tsx';
import { useTimeAfterPause } from '../checkout/time-after-pause.ts';
import { pauseText, usePace } from './pace.ts';
import type { Location } from './site.ts';

type Pause = ReturnType<typeof useTimeAfterPause>;

/** A note on the menu that the kitchen is paused or needs longer than usual. */
export function PaceNote({ location }: { location: Location }) {
  const orderType = useOrderType(location);
  const pause = useTimeAfterPause(location, { orderType, dishes: cartQuantity(useCart(location.id)), wayMinutes: 0 });
  const orderForLater = () => setOrderTime(location.id, pause?.firstTime ?? 'unchosen');
  return <PaceBanner location={location} pause={pause} onOrderForLater={orderForLater} />;
}

/** Empty when the guest chose a time. Without `onOrderForLater` the order is for the first time after the pause already. */
export function PaceBanner({
  location,
  pause,
  onOrderForLater,
}: {
  location: Location;
  pause: Pause;
  onOrderForLater?: () => void;
}) {
  const { plus } = usePace(location, useOrderType(location));
  const isAsap = useOrderTime(location.id) === 'asap';
  if (pause)
    return (
      <Banner
        tone="warn"
        announce="status"
        title={pauseText(pause.until, location.timeZone, pause.firstTime ?? undefined)}
        action={onOrderForLater && <BannerButton label={say`Order for later`} onClick={onOrderForLater} />}
      />
    );
  if (!location.isActive || !isAsap || plus === 0) return null;
  return <Banner announce="status" title={say`We are busy: about ${plus} minutes longer than usual`} />;
}
