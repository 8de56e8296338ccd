import { BellRing } from 'lucide-react';
import { setupBanner } from './setup.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { setEnabled, useSounds } from './sound-store.ts';
import { texts } from './texts.ts';

/**
 * Stands until orders and reservations can both be heard on this device; at the board, where only
 * orders matter, until those can.
 */
export function SoundSetupBanner({ ordersOnly = false }: { ordersOnly?: boolean }) {
  const { orders, reservations } = useSounds();
  const asks = orders.isSupported ? setupBanner(orders, ordersOnly ? orders : reservations) : null;
  if (asks === null) return null;
  return (
    <Banner
      tone="warn"
      title={texts.setUpTitle}
      icon={<BellRing aria-hidden="true" />}
      {...(asks === 'enable' && { action: <Button onClick={() => void enable(ordersOnly)}>{texts.enableNow}</Button> })}
    >
      {asks === 'tap' ? texts.setUpTap : ordersOnly ? texts.setUpOrders : texts.setUpEnable}
    </Banner>
  );
}

async function enable(ordersOnly: boolean): Promise<void> {
  await setEnabled('orders', true);
  if (!ordersOnly) await setEnabled('reservations', true);
}
