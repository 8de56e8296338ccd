import { useState } from 'react';
import { RotateCw } from 'lucide-react';
import { api } from '../../shared/api/api.ts';
import { dishesInWords } from '../../shared/order/order-looks.tsx';
import { useOrderAgain } from '../../shared/order/order-again.ts';
import { ForgetMe } from '../../shared/session/forget-me.tsx';
import { useRememberedGuest, type LastOrder } from '../../shared/session/remembered-guest.ts';
import { useLocations } from '../../shared/site/site.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toasts.ts';
import { welcomeBackTexts as texts } from './welcome-back-texts.ts';
import styles from './home.module.css';

/** Greets the guest that this device remembers, and offers the last order again. */
export function WelcomeBack() {
  const guest = useRememberedGuest();
  const locations = useLocations();
  if (!guest) return null;
  const [firstName = guest.name] = guest.name.split(' ');
  const last = guest.lastOrder;
  const isOffered = last !== null && locations.some(({ id }) => id === last.locationId);
  return (
    <div className={`stack gap-8 round-md ${styles.welcome}`}>
      <p className="weight-650">{texts.hello(firstName)}</p>
      {isOffered && (
        <>
          <p className="text-sm on-brand-soft">{texts.last(dishesInWords(last.dishes))}</p>
          <OrderAgain last={last} />
        </>
      )}
      <ForgetMe className="on-brand" />
    </div>
  );
}

/** The dishes with their options are read from the order, which the device knows by its link. */
function OrderAgain({ last: { orderId, token } }: { last: LastOrder }) {
  const { isRepeating, orderAgain } = useOrderAgain();
  const [isLoading, setLoading] = useState(false);
  async function repeat() {
    setLoading(true);
    try {
      const { order } = await api('getCustomerOrderDetails', { query: { orderId, token } });
      await orderAgain(order);
    } catch {
      toast.error(texts.failed);
    }
    setLoading(false);
  }
  return (
    <Button look="invite" busy={isLoading || isRepeating} onClick={() => void repeat()}>
      <RotateCw aria-hidden="true" /> {texts.again}
    </Button>
  );
}
