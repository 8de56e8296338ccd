import { OrderBoard } from '../../features/order-board/order-board.tsx';
import { SoundMenu } from '../../features/sounds/sound-menu.tsx';
import { SoundSetupBanner } from '../../features/sounds/sound-setup-banner.tsx';

/** The board, with how this device rings. */
export default function OrdersSection() {
  return <OrderBoard soundMenu={<SoundMenu kind="orders" />} soundSetup={<SoundSetupBanner ordersOnly />} />;
}
