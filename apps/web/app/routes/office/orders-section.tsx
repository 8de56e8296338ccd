import { ALL_LOCATIONS } from '@tiffin/domain/locations';
import { useLiveOrders } from '../../office/board/live-orders.tsx';
import { OrderBoard } from '../../office/board/order-board.tsx';
import { Kitchen } from '../../office/kitchen/kitchen.tsx';
import { PrinterMenu } from '../../office/hardware/printing/printer-menu.tsx';
import { SoundMenu, SoundSetupBanner } from '../../office/hardware/sounds/sound-menu.tsx';
import { NotificationSwitch } from '../../shared/offline/follow-switch.tsx';
import { OrderTools } from './order-tools.tsx';

export default function OrdersSection() {
  const { shownLocationId, replaceOrder } = useLiveOrders();
  const soundMenu = (
    <>
      <SoundMenu kind="orders">
        {shownLocationId !== ALL_LOCATIONS && <NotificationSwitch topic={{ locationId: shownLocationId }} />}
      </SoundMenu>
      <PrinterMenu />
    </>
  );
  return (
    <OrderBoard
      soundMenu={soundMenu}
      soundSetup={<SoundSetupBanner ordersOnly />}
      kitchen={(boardActions) => (
        <Kitchen boardActions={boardActions} soundMenu={soundMenu} onLeave={() => (location.hash = '#orders')} />
      )}
      tools={(order) => <OrderTools order={order} onOrderChange={replaceOrder} />}
    />
  );
}
