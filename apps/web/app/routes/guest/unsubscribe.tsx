import { data, Form, useNavigation } from 'react-router';
import { say } from '@tiffin/domain/core';
import artUrl from '../../assets/dishes/plate.svg';
import { paths } from '../../paths.ts';
import { ApiError } from '../../shared/api/api-error.ts';
import type { Answer } from '../../shared/api/api.ts';
import { privateMeta } from '../../shared/site/seo.ts';
import { useSite } from '../../shared/site/site.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { EmptyState, StateArt, WholePage } from '../../ui/empty-state.tsx';
import { serverContext } from '../../shared/api/server-context.ts';
import { accessTokenFormHeaders } from '../../shared/page/access-token-headers.ts';
import type { Route } from './+types/unsubscribe';

function tokenOf(request: Request): string {
  return new URL(request.url).searchParams.get('token') ?? '';
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const token = tokenOf(request);
  if (token === '') return data({ subscription: null }, { status: 404 });
  try {
    const { email, subscribed } = await context.get(serverContext).api('getMailSubscription', { query: { token } });
    return data({ subscription: { email, subscribed } });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    return data({ subscription: null }, { status: error.status });
  }
}

/** Serves the page's button and the one-click button of mail programs (RFC 8058), which sends a bare POST. */
export async function action({ context, request }: Route.ActionArgs) {
  try {
    await context.get(serverContext).api('unsubscribe', { body: { token: tokenOf(request) } });
    return data({ failed: false });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return data({ failed: true }, { status: error.status || 503 });
  }
}

export const meta = privateMeta({ title: say`Unsubscribe`, description: say`No more offers by mail.` });

export const headers = accessTokenFormHeaders;

/** Opening the page changes nothing, because mail programs open every link. The button unsubscribes. */
export default function Unsubscribe({ loaderData: { subscription }, actionData }: Route.ComponentProps) {
  const failed = actionData?.failed ?? false;
  return <WholePage>{subscription ? <SubscriptionForm {...{ subscription, failed }} /> : <Unknown />}</WholePage>;
}

type Subscription = Pick<Answer<'getMailSubscription'>, 'email' | 'subscribed'>;

function SubscriptionForm({ subscription, failed }: { subscription: Subscription; failed: boolean }) {
  const { email, subscribed } = subscription;
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
