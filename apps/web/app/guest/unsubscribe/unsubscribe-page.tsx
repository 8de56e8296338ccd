import artUrl from '../../assets/dishes/plate.svg';
import { Form, useNavigation } from 'react-router';
import type { Answer } from '../../shared/api/api.ts';
import { useSite } from '../../shared/site/site.ts';
import { paths } from '../../paths.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { EmptyState, StateArt, WholePage } from '../../ui/empty-state.tsx';
import { texts } from './texts.ts';

export type Subscription = Answer<'getMailSubscription'>;

/** Opening the page changes nothing, because mail programs open every link. The button unsubscribes. */
export function UnsubscribePage({ subscription, failed }: { subscription: Subscription | null; failed: boolean }) {
  return <WholePage>{subscription ? <SubscriptionForm {...{ subscription, failed }} /> : <Unknown />}</WholePage>;
}

function SubscriptionForm({
  subscription: { email, subscribed },
  failed,
}: {
  subscription: Subscription;
  failed: boolean;
}) {
  const { name } = useSite();
  const busy = useNavigation().state === 'submitting';
  if (!subscribed) {
    return (
      <EmptyState level={1} title={texts.done} text={texts.doneText(email)} picture={<StateArt src={artUrl} />}>
        <LinkButton look="quiet" href={paths.home()}>
          {texts.home}
        </LinkButton>
      </EmptyState>
    );
  }
  return (
    <EmptyState level={1} title={texts.ask} text={texts.askText(email, name)} picture={<StateArt src={artUrl} />}>
      <Form method="post">
        <Button type="submit" size="lg" busy={busy}>
          {texts.press}
        </Button>
      </Form>
      {failed && (
        <p role="alert" className="danger">
          {texts.failed}. {texts.failedText}
        </p>
      )}
    </EmptyState>
  );
}

function Unknown() {
  return (
    <EmptyState level={1} title={texts.unknown} text={texts.unknownText} picture={<StateArt src={artUrl} grey />}>
      <LinkButton href={paths.dashboard()}>{texts.account}</LinkButton>
      <LinkButton look="bare" href={paths.home()}>
        {texts.home}
      </LinkButton>
    </EmptyState>
  );
}
