import { ChevronLeft } from 'lucide-react';
import { say, type Cents } from '@tiffin/domain/core';
import { contactToSend, orderTypeLabel } from '@tiffin/domain/order';
import type { GuestPaymentMethod } from '@tiffin/domain/payment';
import { phoneText } from '@tiffin/domain/people';
import { cashDue } from '@tiffin/domain/pricing';
import { api } from '../../shared/api/api.ts';
import { CartChanges } from '../../shared/cart/cart-changes.tsx';
import { lineHref } from '../../shared/cart/carts.ts';
import { useOrderedCartNotice } from '../../shared/cart/ordered-notice.ts';
import { CodeDialog } from '../../shared/session/code-dialog.tsx';
import type { Location } from '../../shared/site/site.ts';
import { paths } from '../../paths.ts';
import { formatMoney, coin } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import { CheckoutForm } from './checkout-form.tsx';
import type { CheckoutPageProps } from './checkout-props.ts';
import { FailedNotice } from './notices.tsx';
import { OrderSummary, OrderSums } from './order-summary.tsx';
import { PlaceOrderButton, useIsWide } from './place-button.tsx';
import { texts } from './texts.ts';
import { useCheckout, type Checkout } from './use-checkout.ts';
import styles from './checkout.module.css';

export function CheckoutPage(props: CheckoutPageProps) {
  const { location } = props;
  useOrderedCartNotice(location);
  const checkout = useCheckout(props);
  const { bill, giftPayment, method } = checkout.payment;
  const isWide = useIsWide();
  const placeButton = <CheckoutButton location={location} checkout={checkout} />;
  const sums = (
    <OrderSums bill={bill} tipBase={location.tipBase} giftPayment={giftPayment} paysCash={method === 'cash'} />
  );
  const summary = (
    <OrderSummary bill={bill} location={location} type={orderTypeLabel(checkout.type)}>
      {isWide && sums}
      {isWide && placeButton}
    </OrderSummary>
  );

  return (
    <div className={`wrap ${styles.page}`}>
      <div className="row gap-8">
        <Link
          href={paths.menu(location.id)}
          aria-label={say`Back to menu`}
          className={`center touch-width touch-height ${styles.back}`}
        >
          <ChevronLeft />
        </Link>
        <h1 className="min-width-0">{say`Checkout`}</h1>
      </div>
      <div className={`stack ${styles.columns}`}>
        <CheckoutForm page={props} checkout={checkout} summary={!isWide && summary} sums={!isWide && sums} />
        {isWide && summary}
      </div>
      <ContactCodeDialog location={location} checkout={checkout} />
      {!isWide && (
        <div className={styles.payBar} data-bottom-bar>
          {placeButton}
        </div>
      )}
    </div>
  );
}

interface PartProps {
  location: Location;
  checkout: Checkout;
}

/** The button that places the order, with the newest notice only. */
function CheckoutButton({ location, checkout }: PartProps) {
  const { changes, failed, payment, promise } = checkout;
  const notice =
    changes.length > 0 ? (
      <CartChanges changes={changes} hrefOf={(key) => lineHref(location.id, key)} onRead={checkout.agreeToChanges} />
    ) : (
      failed &&
      !checkout.code.request && <FailedNotice {...failed} zone={location.timeZone} onTime={checkout.chooseTime} />
    );
  return (
    <PlaceOrderButton
      notice={notice}
      isTotalChanged={checkout.isTotalChanged}
      time={promise.buttonTime}
      timeNote={promise.note}
      sum={sumToPay(payment.giftPayment.rest, payment.method)}
      whyNot={checkout.whyNot}
      placing={checkout.busy ? payment.method : null}
      online={checkout.online}
      onBlockedPress={checkout.showMissing}
    />
  );
}

function ContactCodeDialog({ location, checkout }: PartProps) {
  const { code, details } = checkout;
  if (!code.request) return null;
  return (
    <CodeDialog
      title={texts.code.title[code.request.channel]}
      description={texts.code.because[code.request.because]}
      confirmLabel={say`Place Order`}
      notSent={say`We cannot send codes at the moment. Please call us at ${phoneText(location.phone)}, and we will read it to you. Or pay by card.`}
      send={() => {
        const { phone, email } = contactToSend(details.draft);
        const contact = { phone: phone || undefined, email: email || undefined };
        return api('sendOrderCode', { body: { ...contact, locationId: location.id } });
      }}
      refused={code.refused}
      busy={checkout.busy}
      onCode={checkout.send}
      onClose={checkout.closeCode}
    />
  );
}

/** The amount to pay. In cash it is rounded to 5 cents and may differ from the bill. */
function sumToPay(total: Cents, method: GuestPaymentMethod): string {
  const { due, rounding } = cashDue(total, coin);
  return method === 'cash' && rounding !== 0 ? say`${formatMoney(due)} in cash` : formatMoney(total);
}
