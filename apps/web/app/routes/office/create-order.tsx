import { NewOrder } from '../../office/till/new-order.tsx';
import { LinkAgain, LinkPanel } from '../../office/payments/link-panel.tsx';
import { PayTool } from '../../office/payments/pay-bill.tsx';
import { PrintButtons, PrinterMenu } from '../../office/hardware/printing/printer-menu.tsx';
import { takeHere, tookHere } from './stored-orders.ts';

/** The till with its payment links and printing. */
export default function CreateOrder() {
  return (
    <NewOrder
      onTaking={(order) => void takeHere(order)}
      printing={(order) => (
        <>
          <PrintButtons order={order} opensDrawer />
          <PrinterMenu inWords />
        </>
      )}
      paying={(order, onPaid) => <PayTool order={order} onPaid={onPaid} />}
      showAgain={(link, { name, email = '', phone = '' }) => (
        <LinkAgain key={link.sessionId} link={link} customer={{ name, email, phone }} onPaid={tookHere} />
      )}
      watchLink={({ sessionId, paymentUrl, total, till: { name, email, phone } }, onPaid) => (
        <LinkAgain
          key={sessionId}
          link={{ sessionId, paymentUrl, pricing: { total } }}
          customer={{ name, email, phone }}
          mayBePaid
          onPaid={(orderId) => {
            tookHere(orderId);
            onPaid(orderId);
          }}
        />
      )}
      showLink={(link, { name, email = '', phone = '' }, done) => (
        <LinkPanel key={link.sessionId} link={link} customer={{ name, email, phone }} onPaid={tookHere} onDone={done} />
      )}
    />
  );
}
