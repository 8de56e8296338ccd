import type { ReactNode } from 'react';
import { RotateCw } from 'lucide-react';
import { firstName } from '@tiffin/domain/people';
import { say } from '@tiffin/domain/core';
import { api } from '../../shared/api/api.ts';
import { dishesInWords } from '../../shared/order/order-looks.tsx';
import { useOrderAgain, type RepeatableOrder } from '../../shared/order/order-again.ts';
import { ForgetMe } from '../../shared/session/forget-me.tsx';
import { useRememberedGuest, type LastOrder } from '../../shared/session/remembered-guest.ts';
import { useLocations, useMe } from '../../shared/site/site.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toasts.ts';
import styles from './welcome-back.module.css';

/** Greets a customer, or the guest that this device remembers, and offers the last order again. */
export function WelcomeBack({ lastOrder }: { lastOrder: RepeatableOrder | null }) {
  const me = useMe();
  const guest = useRememberedGuest();
  if (me) {
    return lastOrder && <Greeting name={me.displayName} last={readyToRepeat(lastOrder)} />;
  }
  return (
    guest && (
      <Greeting name={guest.name} last={guest.lastOrder && loadedByLink(guest.lastOrder)}>
        <ForgetMe className="on-brand" />
      </Greeting>
    )
  );
}

interface EarlierOrder {
  readonly locationId: string;
  readonly dishes: readonly { readonly name: string; readonly quantity: number }[];
  readonly load: () => Promise<RepeatableOrder>;
}

function readyToRepeat(order: RepeatableOrder): EarlierOrder {
  return { locationId: order.location, dishes: order.items, load: () => Promise.resolve(order) };
}

/** The device stores the order's link and the names of its dishes; their options are read from the server. */
function loadedByLink({ orderId, token, locationId, dishes }: LastOrder): EarlierOrder {
  const load = async () => (await api('getCustomerOrderDetails', { query: { orderId, token } })).order;
  return { locationId, dishes, load };
}

function Greeting({ name, last, children }: { name: string; last: EarlierOrder | null; children?: ReactNode }) {
  const locations = useLocations();
  const isOffered = last !== null && locations.some(({ id }) => id === last.locationId);
  return (
    <div className={`stack gap-8 round-md ${styles.welcome}`}>
      <p className="weight-650">{say`Welcome back, ${firstName(name)}`}</p>
      {isOffered && (
        <>
          <p className="text-sm on-brand-soft">{say`Last time: ${dishesInWords(last.dishes)}`}</p>
          <OrderAgain last={last} />
        </>
      )}
      {children}
    </div>
  );
}

function OrderAgain({ last }: { last: EarlierOrder }) {
  const { isRepeating, orderAgain } = useOrderAgain();
  return (
    <Button
      look="invite"
      busy={isRepeating}
      onClick={() =>
        void orderAgain(last.load).catch(() =>
          toast.error(say`Your last order could not be loaded. Please choose from the menu.`),
        )
      }
    >
      <RotateCw /> {say`Order again`}
    </Button>
  );
}
