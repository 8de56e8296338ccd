import type { ReactNode } from 'react';
import { cartQuantity } from '@tiffin/domain/cart';
import { orderTypeGoesTo, type OrderType } from '@tiffin/domain/order';
import { say } from '@tiffin/domain/core';
import { ChooseTime } from '../../shared/checkout/choose-time.tsx';
import { NoOrdersNote } from '../../shared/site/no-orders-note.tsx';
import { PaceBanner } from '../../shared/site/pace-note.tsx';
import type { Location } from '../../shared/site/site.ts';
import { Banner } from '../../ui/banner.tsx';
import { formatTime } from '../../ui/format.ts';
import { AllergyPart } from './allergy-part.tsx';
import { OrderTypePart, NotesPart, PaymentPart, TipPart } from './checkout-fields.tsx';
import { ChargesPart } from '../../shared/checkout/charges-part.tsx';
import { PointsPart } from '../../shared/checkout/points-part.tsx';
import { CodePart } from '../../shared/checkout/code-part.tsx';
import { GiftCardPart } from './gift-card-part.tsx';
import { ContactPart } from './contact-part.tsx';
import type { CheckoutPageProps } from './checkout-props.ts';
import { DeliveryPart } from './delivery-part.tsx';
import type { Draft } from './draft.ts';
import { ClosedNotice } from './notices.tsx';
import { CHECKOUT_FORM_ID } from './place-button.tsx';
import { texts } from './texts.ts';
import type { Checkout } from './use-checkout.ts';
import { CurbsidePart, OrderTypeAndTime } from './order-type-and-time.tsx';
import styles from './checkout.module.css';

interface FormProps {
  page: CheckoutPageProps;
  checkout: Checkout;
}

/** On narrow screens the dishes and the sums are parts of the form. */
export function CheckoutForm({ page, checkout, summary, sums }: FormProps & { summary: ReactNode; sums: ReactNode }) {
  const { location, cards } = page;
  // The API leaves out both where they are true.
  const { takesMoney = true, asksTips = true } = location;
  const { details, payment } = checkout;
  return (
    <form
      id={CHECKOUT_FORM_ID}
      noValidate
      className={`stack content-start gap-24 ${styles.form}`}
      onSubmit={checkout.submit}
    >
      {!checkout.online && (
        <Banner tone="offline" title={texts.offline} announce="status">
          {say`What you typed stays here. You can order as soon as you’re back.`}
        </Banner>
      )}
      {/* During a pause the order is for the first time after it, until the guest chooses another. */}
      <PaceBanner location={location} pause={checkout.pause} />
      {!location.isActive && <Banner tone="bad" announce="alert" title={location.openText} />}
      {!takesMoney && <NoOrdersNote location={location} />}
      {checkout.opening.isClosed && <ClosedPart location={location} checkout={checkout} />}
      <WhenWherePart page={page} checkout={checkout} />
      <ContactPart details={details} locationId={location.id} />
      {summary}
      {/* The special instructions may name allergies too. */}
      <AllergyPart location={location} cart={checkout.cart} note={details.draft.specialInstructions} />
      <NotesPart details={details} />
      <PaymentPart
        method={payment.method}
        offersOnline={cards}
        onMethod={(method) => details.change({ payment: method })}
      />
      {asksTips && <TipPart details={details} price={payment.bill.price} percents={location.guestTipPercents} />}
      <CodePart code={checkout.offerCode} problem={page.welcomeOffer.problem} effect={checkout.codeEffect} />
      <GiftCardPart card={payment.giftCard} />
      <PointsPart balance={page.me?.loyaltyPoints ?? 0} priced={payment.bill} />
      <ChargesPart location={location} order={payment.bill.charged} />
      {sums}
    </form>
  );
}

function ClosedPart({ location, checkout }: { location: Location; checkout: Checkout }) {
  const { details, opening, readyTime, type } = checkout;
  return (
    <ClosedNotice
      title={opening.title}
      opens={opening.opensAt && formatTime(opening.opensAt, 'weekday-time', location.timeZone)}
      ready={readyTime}
      isDelivery={orderTypeGoesTo(type, 'address')}
      agreesToWait={opening.agreesToWait}
      problem={details.problems.agree}
      onAgreesToWait={(agrees) => {
        opening.setAgreesToWait(agrees);
        details.clearProblems(['agree']);
      }}
    />
  );
}

function WhenWherePart({ page: { me, location, cards }, checkout }: FormProps) {
  const { cart, details, opening, payment, readyTime, time, type } = checkout;
  // Only an order that is paid online may be left at the door.
  const mayLeaveAtDoor = cards;
  return (
    <OrderTypeAndTime
      location={location}
      type={type}
      where={handoverText(type, location, details.draft)}
      isDelivery={orderTypeGoesTo(type, 'address')}
      when={time.when}
      ready={opening.isClosed || !location.isActive ? null : readyTime}
      isMissing={checkout.isMissing}
    >
      <OrderTypePart details={details} type={type} location={location}>
        {orderTypeGoesTo(type, 'counter') && location.curbside && <CurbsidePart details={details} />}
        {orderTypeGoesTo(type, 'address') && (
          <DeliveryPart
            details={details}
            offersSavedAddresses={me !== null}
            location={location}
            price={payment.bill.price}
            deliveryState={payment.deliveryState}
            mayLeaveAtDoor={mayLeaveAtDoor}
          />
        )}
      </OrderTypePart>
      {location.isActive && (
        <section className="stack gap-16">
          <h3>{say`When?`}</h3>
          <ChooseTime
            location={location}
            orderType={type}
            dishes={cartQuantity(cart)}
            wayMinutes={checkout.wayMinutes}
            value={time.when}
            onValue={checkout.chooseTime}
            soonest={opening.isClosed ? null : readyTime}
            unavailableTime={time.unavailable}
          />
        </section>
      )}
    </OrderTypeAndTime>
  );
}

/** The address or how the order is handed over; empty if there is only one way. */
function handoverText(type: OrderType, { curbside }: Location, draft: Draft): string {
  if (orderTypeGoesTo(type, 'address')) return draft.address.trim();
  if (!orderTypeGoesTo(type, 'counter') || !curbside) return '';
  return draft.curbside === '' ? say`I come in` : say`Bring it out to my car`;
}
