import { FindOrder } from '../../office/board/find-order.tsx';
import { PrinterMenu } from '../../office/hardware/printing/printer-menu.tsx';
import { OrderTools } from './order-tools.tsx';

/** Searches the orders of all days. */
export default function FindOrderSection() {
  return (
    <FindOrder
      tools={(order, take) => (
        <>
          <OrderTools order={order} onOrderChange={take} />
          <PrinterMenu inWords />
        </>
      )}
    />
  );
}
