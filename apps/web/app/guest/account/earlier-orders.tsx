import { useState } from 'react';
import { say } from '@tiffin/domain/core';
import { api, type Answer } from '../../shared/api/api.ts';
import { callOf, useAction } from '../../shared/api/use-action.ts';
import { CodeDialog } from '../../shared/session/code-dialog.tsx';
import { useSite } from '../../shared/site/site.ts';
import { Banner, ErrorBanner } from '../../ui/banner.tsx';
import { Checkbox } from '../../ui/boxes.tsx';
import { Button } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { centsOf, formatMoney, formatTime } from '../../ui/format.ts';
import { isClaimUndoable, UndoClaim } from '../../shared/order/undo-claim.tsx';
import { useNow } from '../../shared/page/now.ts';
import type { Order } from './use-orders.ts';

/** The orders that the customer may see after entering the code. */
interface ProvenOrders {
  readonly code: string;
  readonly orders: Answer<'previewClaim'>['orders'];
}

/** Orders placed with the customer's address before. Only their number shows until a code is entered. */
export function EarlierOrders({ count, onAdded }: { count: number; onAdded: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const [proven, setProven] = useState<ProvenOrders | null>(null);
  if (count === 0) return null;
  const close = () => {
    setOpen(false);
    setProven(null);
  };
  const finish = () => {
    close();
    onAdded();
  };
  // An empty list means that they were added in another tab.
  const chooseOrders = (next: ProvenOrders) => (next.orders.length === 0 ? finish() : setProven(next));
  return (
    <Banner
      tone="ok"
      title={
        count === 1
          ? say`1 earlier order was placed with your address`
          : say`${count} earlier orders were placed with your address`
      }
    >
      <p>{say`Orders placed without an account can be added here, with their receipts and points.`}</p>
      <Button look="quiet" onClick={() => setOpen(true)}>
        {say`Add to my account`}
      </Button>
      {isOpen && !proven && <Prove onProven={chooseOrders} onClose={close} />}
      {isOpen && proven && <Choose {...proven} onAdded={finish} onClose={close} />}
    </Banner>
  );
}

function Prove({ onProven, onClose }: { onProven: (proven: ProvenOrders) => void; onClose: () => void }) {
  const { phone } = useSite();
  const showing = useAction(callOf('previewClaim'), { onDone: ({ orders }, { code }) => onProven({ code, orders }) });
  return (
    <CodeDialog
      title={say`Are they yours?`}
      description={say`We send a code to your address to make sure that it is still yours.`}
      confirmLabel={say`Show them`}
      send={() => api('sendClaimCode', { body: {} })}
      notSent={say`We cannot send email at the moment. Please call us at ${phone}, and we will read you the code.`}
      refused={showing.error}
      busy={showing.isBusy}
      onCode={(code) => void showing.send({ code })}
      onClose={onClose}
    />
  );
}

/** Lets the customer leave out orders of other people who typed this address. */
function Choose({ code, orders, onAdded, onClose }: ProvenOrders & { onAdded: () => void; onClose: () => void }) {
  const [chosen, setChosen] = useState<readonly string[]>(orders.map(({ orderId }) => orderId));
  const [isMissing, setMissing] = useState(false);
  const adding = useAction(callOf('claimOrder'), { doneText: ({ message }) => message, onDone: onAdded });
  const problem = isMissing ? say`Choose at least one order.` : adding.error;
  return (
    <FormDialog
      title={say`Which are yours?`}
      description={say`Somebody else may have entered your address. Leave out orders you do not recognize.`}
      confirmLabel={say`Add to my account`}
      cancelLabel={say`Back`}
      busy={adding.isBusy}
      onSubmit={() => {
        setMissing(chosen.length === 0);
        if (chosen.length > 0) void adding.send({ code, orderIds: [...chosen] });
      }}
      onClose={onClose}
    >
      <fieldset className="stack gap-12">
        <legend className="sr-only">{say`Which are yours?`}</legend>
        {orders.map(({ orderId, orderTime, timeZone, customerName, locationName, total }) => (
          <Checkbox
            key={orderId}
            label={`${formatTime(orderTime, 'date', timeZone)}, ${formatMoney(centsOf(total))}`}
            hint={`${customerName}, ${locationName}, ${orderId}`}
            checked={chosen.includes(orderId)}
            onChange={({ target }) => {
              setMissing(false);
              setChosen((before) => (target.checked ? [...before, orderId] : before.filter((id) => id !== orderId)));
            }}
          />
        ))}
      </fieldset>
      <ErrorBanner error={problem} />
    </FormDialog>
  );
}

/** Earlier orders that were added to the account recently, each with a button to remove a wrong one. */
export function ClaimedOrders({ orders, asOf }: { orders: readonly Order[]; asOf: string }) {
  const now = useNow() ?? new Date(asOf);
  const recent = orders.filter((order) => isClaimUndoable(order, now));
  if (recent.length === 0) return null;
  return (
    <Banner
      tone="info"
      title={
        recent.length === 1
          ? say`We added 1 earlier order to your account`
          : say`We added ${recent.length} earlier orders to your account`
      }
    >
      <p>{say`Not yours? You can remove it, with its points, within 24 hours.`}</p>
      <ul className="stack gap-12">
        {recent.map((order) => (
          <li key={order.orderId} className="stack gap-6">
            <span className="text-sm">
              {[
                formatTime(order.orderTime, 'date', order.locationInfo.timeZone),
                formatMoney(centsOf(order.pricing.total)),
                order.customerInfo.name,
                order.locationInfo.name,
                order.orderId,
              ].join(', ')}
            </span>
            <UndoClaim order={order} />
          </li>
        ))}
      </ul>
    </Banner>
  );
}
