import { FindOrder } from '../../office/board/find-order.tsx';
import { PrinterMenu } from '../../office/hardware/printing/printer-menu.tsx';
import { OrderTools } from './order-tools.tsx';

/** Every order of any day, with what one does with it. */
export default function FindOrderSection() {
  return (
    <FindOrder
      tools={(order, take) => (
        <>
          <OrderTools order={order} take={take} />
          <PrinterMenu inWords />
        </>
      )}
    />
  );
}
