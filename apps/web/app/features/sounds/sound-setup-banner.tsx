import { BellRing } from 'lucide-react';
import { setupBanner } from '@tiffin/domain/alerts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { setEnabled, useSounds } from './sound-store.ts';
import { texts } from './texts.ts';

/** Stands until orders and reservations can both be heard on this device. */
export function SoundSetupBanner() {
  const { orders, reservations } = useSounds();
  const asks = orders.isSupported ? setupBanner(orders, reservations) : null;
  if (asks === null) return null;
  return (
    <Banner
      tone="warn"
      title={texts.setUpTitle}
      icon={<BellRing aria-hidden="true" />}
      {...(asks === 'enable' && { action: <Button onClick={() => void enableBoth()}>{texts.enableNow}</Button> })}
    >
      {asks === 'tap' ? texts.setUpTap : texts.setUpEnable}
    </Banner>
  );
}

async function enableBoth(): Promise<void> {
  await setEnabled('orders', true);
  await setEnabled('reservations', true);
}
