import { NewOrder } from '../../features/new-order/new-order.tsx';
import { LinkPanel } from '../../features/payment/link-panel.tsx';
import { takeHere, tookHere } from './taken-here.ts';

/** The till with the payment links it hands out. */
export default function CreateOrder() {
  return (
    <NewOrder
      onTaking={(order) => void takeHere(order)}
      showLink={(link, { name, email = '', phone = '' }, done) => (
        <LinkPanel key={link.sessionId} link={link} customer={{ name, email, phone }} onPaid={tookHere} onDone={done} />
      )}
    />
  );
}
