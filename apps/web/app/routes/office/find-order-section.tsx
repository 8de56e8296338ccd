import { FindOrder } from '../../office/board/find-order.tsx';
import { GuestPage } from '../../office/board/guest-page.tsx';
import { PrinterMenu } from '../../office/hardware/printing/printer-menu.tsx';
import { hashAfter, useHash } from '../../shared/page/hash.ts';
import { OrderTools } from './order-tools.tsx';

/** Searches the orders of all days. What follows `guest/` is the email address or phone number of a guest. */
export default function FindOrderSection() {
  const contact = hashAfter('#find-order/guest/', useHash(''));
  if (contact !== '') return <GuestPage key={contact} contact={contact} />;
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
