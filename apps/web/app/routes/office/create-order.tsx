import { DrawerButton } from '../../office/closing/drawer-entry.tsx';
import { NewOrder } from '../../office/till/new-order.tsx';
import { ReopenQrButton, LinkPanel } from '../../office/payments/link-panel.tsx';
import { PayBillButton } from '../../office/payments/pay-bill.tsx';
import { openCashDrawer, printSaleTicketWithToast } from '../../office/hardware/printing/print-jobs.ts';
import { printerState } from '../../office/hardware/printing/printer-store.ts';
import { PrintButtons, PrinterMenu, SalePrintButtons } from '../../office/hardware/printing/printer-menu.tsx';
import { FireButtons, TabTools } from '../../office/tabs/tab-tools.tsx';
import { VoidableItems } from '../../office/tabs/void-dialog.tsx';
import { trackPlacement, markPlacedHere } from './orders-placed-here.ts';

export default function CreateOrder() {
  return (
    <NewOrder
      onTaking={(order) => void trackPlacement(order)}
      renderTabTools={(details) => (
        <>
          <FireButtons tab={details.tab} />
          <TabTools details={details} />
        </>
      )}
      renderSentDishes={(round) => <VoidableItems round={round} />}
      renderDrawer={(locationId) => <DrawerButton locationId={locationId} onRecorded={() => void openCashDrawer()} />}
      renderPrintButtons={(order) => (
        <>
          <PrintButtons order={order} opensDrawer />
          <PrinterMenu inWords />
        </>
      )}
      ticketPrinter={{ hasPrinter: () => printerState().printer !== null, print: printSaleTicketWithToast }}
      renderSalePrintButtons={(sale) => (
        <>
          <SalePrintButtons sale={sale} />
          <PrinterMenu inWords />
        </>
      )}
      renderPayment={(order, tender, onPaid) => (
        <PayBillButton key={order.orderId} order={order} opensWith={tender} onPaid={onPaid} />
      )}
      renderSentLink={(link, { name, email = '', phone = '' }) => (
        <ReopenQrButton key={link.sessionId} link={link} customer={{ name, email, phone }} onPaid={markPlacedHere} />
      )}
      watchLink={({ sessionId, paymentUrl, total, till: { name, email, phone } }, onPaid) => (
        <ReopenQrButton
          key={sessionId}
          link={{ sessionId, paymentUrl, pricing: { total } }}
          customer={{ name, email, phone }}
          mayBePaid
          onPaid={(orderId) => {
            markPlacedHere(orderId);
            onPaid(orderId);
          }}
        />
      )}
      showLink={(link, { name, email = '', phone = '' }, done) => (
        <LinkPanel
          key={link.sessionId}
          link={link}
          customer={{ name, email, phone }}
          onPaid={markPlacedHere}
          onDone={done}
        />
      )}
    />
  );
}
