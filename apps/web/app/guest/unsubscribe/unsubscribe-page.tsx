import { say } from '@tiffin/domain/core';
import artUrl from '../../assets/dishes/plate.svg';
import { Form, useNavigation } from 'react-router';
import type { Answer } from '../../shared/api/api.ts';
import { useSite } from '../../shared/site/site.ts';
import { paths } from '../../paths.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { EmptyState, StateArt, WholePage } from '../../ui/empty-state.tsx';

export type Subscription = Answer<'getMailSubscription'>;

/** Opening the page changes nothing, because mail programs open every link. The button unsubscribes. */
export function UnsubscribePage({ subscription, failed }: { subscription: Subscription | null; failed: boolean }) {
  return <WholePage>{subscription ? <SubscriptionForm {...{ subscription, failed }} /> : <Unknown />}</WholePage>;
}

interface SubscriptionFormProps {
  subscription: Subscription;
  failed: boolean;
}

function SubscriptionForm({ subscription: { email, subscribed }, failed }: SubscriptionFormProps) {
  const { name } = useSite();
  const busy = useNavigation().state === 'submitting';
  if (!subscribed) {
    return (
      <EmptyState
        level={1}
        title={say`You are unsubscribed`}
        text={say`No more offers will be sent to ${email}. You still get emails about your orders and reservations.`}
        picture={<StateArt src={artUrl} />}
      >
        <LinkButton look="quiet" href={paths.home()}>
          {say`To the homepage`}
        </LinkButton>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      level={1}
      title={say`No more offers?`}
      text={say`${name} will send no more offers to ${email}. You still get emails about your orders and reservations.`}
      picture={<StateArt src={artUrl} />}
    >
      <Form method="post">
        <Button type="submit" size="lg" busy={busy}>
          {say`Unsubscribe`}
        </Button>
      </Form>
      {failed && (
        <p role="alert" className="danger">
          {say`That did not work`}. {say`Please try again in a moment.`}
        </p>
      )}
    </EmptyState>
  );
}

function Unknown() {
  return (
    <EmptyState
      level={1}
      title={say`This link is not valid`}
      text={say`It may be incomplete. You can also stop offers on your account page.`}
      picture={<StateArt src={artUrl} grey />}
    >
      <LinkButton href={paths.dashboard()}>{say`To your account`}</LinkButton>
      <LinkButton look="bare" href={paths.home()}>
        {say`To the homepage`}
      </LinkButton>
    </EmptyState>
  );
}
