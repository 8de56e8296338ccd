import { orderNotices } from '@tiffin/domain/errors';
import { callOutCode } from '@tiffin/domain/order';
import { Banner, ErrorBanner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import type { EarlierRequest } from './earlier-request.ts';
import { texts } from './texts.ts';
import type { TillLocation } from './till.ts';
import type { Payment } from './use-payment.ts';

/** Warnings for the person taking the payment, next to the button. */
export function TicketNotes({ location, payment }: { location: TillLocation; payment: Payment }) {
  const { online, mayHaveArrived, earlier, inTheWay, refused } = payment;
  return (
    <>
      {!online && <Banner tone="offline" announce="status" title={orderNotices.offline} />}
      {location.takesMoney === false && (
        <Banner tone="warn" title={texts.noMoney(location.name)}>
          {texts.noMoneyText}
        </Banner>
      )}
      {!location.isOpen && <Banner>{texts.closed(location.openText)}</Banner>}
      {mayHaveArrived && (
        <Banner tone="warn" title={texts.sentBefore[mayHaveArrived]}>
          {texts.sentBeforeText}
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
                {texts.sellAnyway}
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
      ? [texts.earlierLink, texts.earlierLinkText]
      : [texts.earlierOrder(earlier.orderId === null ? null : callOutCode(earlier.orderId)), texts.earlierOrderText];
  return (
    <Banner tone="warn" announce="alert" title={title}>
      {text}
    </Banner>
  );
}
