import { Form, useNavigation } from 'react-router';
import { looksLikeEmail, pointsFor } from '@tiffin/domain/people';
import { say, subtractCents } from '@tiffin/domain/core';
import type { Me } from '../../shared/api/server-context.ts';
import type { Answer } from '../../shared/api/api.ts';
import { isClaimUndoable, UndoClaim } from '../../shared/order/undo-claim.tsx';
import { useNow } from '../../shared/page/now.ts';
import { paths } from '../../paths.ts';
import { Banner, ErrorBanner } from '../../ui/banner.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Field } from '../../ui/field.tsx';
import { centsOf } from '../../ui/format.ts';
import { TextInput } from '../../ui/inputs.tsx';
import { AuthForm, NewPasswordField } from './form-parts.tsx';
import type { FormFailure } from './read-form.ts';

type Order = Answer<'getCustomerOrderDetails'>['order'];

interface ClaimOrderProps {
  order: Order;
  me: Me;
  /** The address of the order page. */
  link: string;
  failure: FormFailure | undefined;
}

/** Offers to create an account with the order, or to add it to the customer's account. */
export function ClaimOrder({ order, me, link, failure }: ClaimOrderProps) {
  const now = useNow();
  const { orderId, customerInfo, metadata } = order;
  const orderAddress = paths.order(orderId, metadata.orderToken);
  if (me && customerInfo.firebaseId === me.uid) {
    return (
      <Banner tone="ok" title={say`This order is in your account.`}>
        {!me.emailVerified && <p>{say`Please confirm your address with the code we mailed to ${me.email}.`}</p>}
        <LinkButton look="quiet" href={paths.dashboard()}>
          {say`My Orders`}
        </LinkButton>
        {now && isClaimUndoable(order, now) && <UndoClaim order={order} />}
      </Banner>
    );
  }
  if (customerInfo.firebaseId !== null || metadata.adminCreated) return null;
  if (metadata.orderToken === '') return <OpenByLink me={me} />;
  return (
    <>
      {me ? (
        <AddToMyAccount failure={failure} />
      ) : (
        <MakeAccount order={order} orderAddress={orderAddress} failure={failure} />
      )}
      <div className="row gap-8">
        <p className="text-sm">
          <b className="weight-600">{say`Link to this order`}</b>{' '}
          <span className="hint">{say`Anyone with this link can see the order, and cancel it while that is possible.`}</span>
        </p>
        <CopyButton
          text={link}
          label={say`Copy the link`}
          failed={say`The link could not be copied. You can copy it from the address bar.`}
        />
      </div>
    </>
  );
}

/** Explains the two ways to add an order whose access token the page lacks: its link, or a code to its address. */
function OpenByLink({ me }: { me: Me }) {
  return (
    <Banner tone="info" title={say`Is this your order?`}>
      <p>
        {me
          ? say`Open it with the link we sent you. There you can see all details and add it to your account. Orders placed with your account’s email address can also be added under My Orders.`
          : say`Open it with the link we sent you. There you can see all details and create an account. If you have an account with the same email address, sign in and add the order under My Orders.`}
      </p>
      <LinkButton look="quiet" href={me ? paths.dashboard() : paths.login({ from: paths.dashboard() })}>
        {me ? say`My Orders` : say`Sign in`}
      </LinkButton>
    </Banner>
  );
}

interface MakeAccountProps {
  order: Order;
  /** The address of the order page on this site. */
  orderAddress: string;
  failure: FormFailure | undefined;
}

function MakeAccount({ order, orderAddress, failure }: MakeAccountProps) {
  const { email, phone } = order.customerInfo;
  const hasEmail = looksLikeEmail(email);
  const points = pointsToCome(order);
  const orderText =
    points > 0
      ? points === 1
        ? say`this order and its 1 point`
        : say`this order and its ${points} points`
      : say`this order`;
  const typed = [email, ...(phone === '' ? [] : [say`your phone number`]), orderText];
  return (
    <details open={failure !== undefined}>
      <summary className="below-12 pointer">
        <b className="weight-600">{say`Save your details? Just add a password.`}</b>{' '}
        <span className="block text-sm soft">
          {hasEmail
            ? say`We use what you entered: ${typed.join(', ')}.`
            : say`An account for your orders, reservations and points. This order is added to it.`}
        </span>
      </summary>
      <AuthForm
        failure={failure}
        buttonLabels={{ submit: say`Create my account`, busy: say`Creating account…` }}
        fields={(errors) => (
          <>
            {hasEmail ? (
              // Lets password managers store the address with the password.
              <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
            ) : (
              <Field label={say`Email Address`} error={errors['email']} required>
                <TextInput
                  name="email"
                  type="email"
                  inputMode="email"
                  autoComplete="email"
                  defaultValue={failure?.typed['email']}
                />
              </Field>
            )}
            <NewPasswordField label={say`Password`} error={errors['password']} />
          </>
        )}
      />
      {failure?.whole ===
        say`There is an account with this email address already. Sign in, and add this order to it.` && (
        <LinkButton look="quiet" href={paths.login({ from: orderAddress })}>
          {say`Sign in`}
        </LinkButton>
      )}
    </details>
  );
}

/** The points that the order will earn: none if it was cancelled or fully refunded. */
function pointsToCome({ status, paymentStatus, pricing }: Order): number {
  if (status === 'cancelled' || paymentStatus === 'refunded') return 0;
  return pointsFor(subtractCents(centsOf(pricing.subtotal), centsOf(pricing.off ?? 0)));
}

function AddToMyAccount({ failure }: { failure: FormFailure | undefined }) {
  const busy = useNavigation().formMethod === 'POST';
  return (
    <Form method="post" className="stack gap-16">
      <p className="soft">{say`It was placed without an account. Add it to see it with your orders and to collect its points.`}</p>
      <ErrorBanner error={failure?.whole} />
      <Button type="submit" name="add" value="yes" busy={busy}>
        {busy ? say`Adding…` : say`Add this order to my account`}
      </Button>
    </Form>
  );
}
