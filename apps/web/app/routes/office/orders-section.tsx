import { EVERYWHERE } from '../../office/board/board-location.ts';
import { useLiveOrders } from '../../office/board/live-orders.tsx';
import { OrderBoard } from '../../office/board/order-board.tsx';
import { PrinterMenu } from '../../office/hardware/printing/printer-menu.tsx';
import { SoundMenu, SoundSetupBanner } from '../../office/hardware/sounds/sound-menu.tsx';
import { FollowSwitch } from '../../shared/offline/follow-switch.tsx';
import { OrderTools } from './order-tools.tsx';

/** The board with its sound, printing and payment actions. */
export default function OrdersSection() {
  const { place, take } = useLiveOrders();
  return (
    <OrderBoard
      soundMenu={
        <>
          <SoundMenu kind="orders">{place !== EVERYWHERE && <FollowSwitch what={{ locationId: place }} />}</SoundMenu>
          <PrinterMenu />
        </>
      }
      soundSetup={<SoundSetupBanner ordersOnly />}
      tools={(order) => <OrderTools order={order} take={take} />}
    />
  );
}
