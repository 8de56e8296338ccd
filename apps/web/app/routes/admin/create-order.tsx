import { NewOrder } from '../../features/new-order/new-order.tsx';
import { LinkPanel } from '../../features/payment/link-panel.tsx';

/** The till with the payment links it hands out. */
export default function CreateOrder() {
  return (
    <NewOrder
      showLink={(link, { name, email = '', phone = '' }, done) => (
        <LinkPanel key={link.sessionId} link={link} customer={{ name, email, phone }} onDone={done} />
      )}
    />
  );
}
