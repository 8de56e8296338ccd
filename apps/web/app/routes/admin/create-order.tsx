import { NewOrder } from '../../features/new-order/new-order.tsx';
import { LinkAgain } from '../../features/payment/link-again.tsx';
import { LinkPanel } from '../../features/payment/link-panel.tsx';
import { PrintButtons } from '../../features/printing/print-buttons.tsx';
import { PrinterMenu } from '../../features/printing/printer-menu.tsx';
import { takeHere, tookHere } from './taken-here.ts';

/** The till with the payment links it hands out and what it prints. */
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
      showAgain={(link, { name, email = '', phone = '' }) => (
        <LinkAgain key={link.sessionId} link={link} customer={{ name, email, phone }} onPaid={tookHere} />
      )}
      showLink={(link, { name, email = '', phone = '' }, done) => (
        <LinkPanel key={link.sessionId} link={link} customer={{ name, email, phone }} onPaid={tookHere} onDone={done} />
      )}
    />
  );
}
