import { orderNotices } from '@tiffin/domain/errors';
import { callOutCode } from '@tiffin/domain/order';
import { endWithFullStop, say } from '@tiffin/domain/core';
import { Banner, ErrorBanner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import type { EarlierRequest } from './earlier-request.ts';
import type { TillLocation } from './till.ts';
import type { Payment } from './use-payment.ts';

const SENT_BEFORE = {
  createAdminOrderCash: say`An order was sent, but no answer came`,
  createAdminOrderUnpaid: say`An unpaid order was sent, but no answer came`,
  createAdminPaymentLink: say`A payment link was requested, but no answer came`,
  createAdminOrderOnline: say`An order was sent, but no answer came`,
};

const earlierOrderText = (code: string | null) =>
  code === null ? say`The order was already placed` : say`Order ${code} was already placed`;

/** Warnings for the person taking the payment, next to the button. */
export function TicketNotes({ location, payment }: { location: TillLocation; payment: Payment }) {
  const { online, mayHaveArrived, earlier, inTheWay, refused } = payment;
  return (
    <>
      {!online && <Banner tone="offline" announce="status" title={orderNotices.offline} />}
      {location.takesMoney === false && (
        <Banner tone="warn" title={say`${location.name} cannot take money with this till yet`}>
          {say`The law asks for a certified till here. The reason and what works are under Locations.`}
        </Banner>
      )}
      {!location.isOpen && (
        <Banner>{say`${endWithFullStop(location.openText)} The kitchen starts on this order when it opens.`}</Banner>
      )}
      {mayHaveArrived && (
        <Banner tone="warn" title={SENT_BEFORE[mayHaveArrived]}>
          {say`Press the button again to check. Nothing is created twice.`}
        </Banner>
      )}
      {earlier && <EarlierNote {...earlier} />}
      <ErrorBanner says={inTheWay} />
      {refused && (
        <Banner
          tone="bad"
          announce="alert"
          title={refused.title}
          action={
            refused.short.length > 0 && (
              <Button look="quiet" size="sm" busy={payment.busy} onClick={payment.sellAnyway}>
                {say`Sell anyway`}
              </Button>
            )
          }
        >
          {refused.text}
        </Banner>
      )}
    </>
  );
}

/** An earlier press created something other than the current order. Staff decide what to do. */
function EarlierNote(earlier: EarlierRequest) {
  const [title, text] =
    earlier.kind === 'link'
      ? [
          say`The earlier payment link was closed`,
          say`It was for an earlier version of this order. What you see now was not sent: press the button again to send it.`,
        ]
      : [
          earlierOrderText(earlier.orderId === null ? null : callOutCode(earlier.orderId)),
          say`An earlier version was sent. What you see now was not sent: clear it, or press the button again to create another order.`,
        ];
  return (
    <Banner tone="warn" announce="alert" title={title}>
      {text}
    </Banner>
  );
}
