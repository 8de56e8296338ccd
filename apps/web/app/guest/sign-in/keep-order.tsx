import { Form, useNavigation } from 'react-router';
import { looksLikeEmail, pointsFor } from '@tiffin/domain/people';
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
import { texts } from './texts.ts';

type Order = Answer<'getCustomerOrderDetails'>['order'];

const { keep } = texts;

/** Offers to create an account with the order, or to add it to the customer's account. */
export function ClaimOrder({
  order,
  me,
  link,
  failure,
}: {
  order: Order;
  me: Me;
  /** The address of the order page. */
  link: string;
  failure: FormFailure | undefined;
}) {
  const now = useNow();
  const { orderId, customerInfo, metadata } = order;
  const here = paths.order(orderId, metadata.orderToken);
  if (me && customerInfo.firebaseId === me.uid) {
    return (
      <Banner tone="ok" title={keep.done}>
        {!me.emailVerified && <p>{keep.confirm(me.email)}</p>}
        <LinkButton look="quiet" href={paths.dashboard()}>
          {keep.seeOrders}
        </LinkButton>
        {now && isClaimUndoable(order, now) && <UndoClaim order={order} />}
      </Banner>
    );
  }
  if (customerInfo.firebaseId !== null || metadata.adminCreated) return null;
  if (metadata.orderToken === '') return <OpenByLink me={me} />;
  return (
    <section className="grid gap-16" aria-labelledby="keep-title">
      <h2 id="keep-title" className="text-xl">
        {keep.title}
      </h2>
      {me ? <AddToMine failure={failure} /> : <MakeAccount order={order} here={here} failure={failure} />}
      <p className="text-sm soft">{keep.notNow}</p>
      <div className="row gap-8">
        <p className="text-sm">
          <b className="weight-600">{keep.link}</b> <span className="hint">{keep.linkHint}</span>
        </p>
        <CopyButton text={link} label={keep.copy} copied={keep.copied} failed={keep.copyFailed} />
      </div>
    </section>
  );
}

/** Without the access token the order can be added by its link or by a code to its address. This explains both. */
function OpenByLink({ me }: { me: Me }) {
  return (
    <Banner tone="info" title={keep.byLink}>
      <p>{me ? keep.byLinkText : keep.byLinkSignIn}</p>
      <LinkButton look="quiet" href={me ? paths.dashboard() : paths.login({ from: paths.dashboard() })}>
        {me ? keep.seeOrders : keep.signIn}
      </LinkButton>
    </Banner>
  );
}

function MakeAccount({ order, here, failure }: { order: Order; here: string; failure: FormFailure | undefined }) {
  const { email, phone } = order.customerInfo;
  const isCached = looksLikeEmail(email);
  const points = pointsToCome(order);
  const brings = points > 0 ? keep.andPoints(points) : keep.thisOrder;
  const typed = [email, ...(phone === '' ? [] : [keep.yourPhone]), brings];
  return (
    <>
      <p className="soft">{isCached ? keep.lead(typed.join(', ')) : keep.leadNoEmail}</p>
      <AuthForm
        failure={failure}
        buttonLabels={keep}
        fields={(errors) => (
          <>
            {isCached ? (
              // Lets password managers store the address with the password.
              <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
            ) : (
              <Field label={texts.email} error={errors['email']} required>
                <TextInput
                  name="email"
                  type="email"
                  inputMode="email"
                  autoComplete="email"
                  defaultValue={failure?.typed['email']}
                />
              </Field>
            )}
            <NewPasswordField label={texts.password} error={errors['password']} />
          </>
        )}
      />
      {failure?.whole === keep.exists && (
        <LinkButton look="quiet" href={paths.login({ from: here })}>
          {keep.signIn}
        </LinkButton>
      )}
    </>
  );
}

/** The points that the order will earn: none if it was cancelled or fully refunded. */
function pointsToCome({ status, paymentStatus, pricing }: Order): number {
  if (status === 'cancelled' || paymentStatus === 'refunded') return 0;
  return pointsFor(centsOf(pricing.subtotal));
}

function AddToMine({ failure }: { failure: FormFailure | undefined }) {
  const busy = useNavigation().formMethod === 'POST';
  return (
    <Form method="post" className="stack gap-16">
      <p className="soft">{keep.addLead}</p>
      <ErrorBanner says={failure?.whole} />
      <Button type="submit" name="add" value="yes" busy={busy}>
        {busy ? keep.adding : keep.add}
      </Button>
    </Form>
  );
}
