import { say } from '@tiffin/domain/core';
import { signIn } from '../../guest/sign-in/auth-actions.server.ts';
import { AuthHeading } from '../../guest/sign-in/auth-frame.tsx';
import { CodeForm, LoginForm, GuestCheckoutLink } from '../../guest/sign-in/login-form.tsx';
import { useLeaveEmptyCheckout } from '../../guest/sign-in/leave-empty-checkout.ts';
import { SocialButtons } from '../../guest/sign-in/social-buttons.tsx';
import { submitInTime } from '../../guest/sign-in/submit-in-time.ts';
import { isCheckout, leaveWhenSignedIn } from '../../shared/session/guards.ts';
import { useSite } from '../../shared/site/site.ts';
import { privateMeta } from '../../shared/site/seo.ts';
import { Banner } from '../../ui/banner.tsx';
import type { Route } from './+types/login';

export async function loader(args: Route.LoaderArgs) {
  const from = await leaveWhenSignedIn(args);
  const query = new URL(args.request.url).searchParams;
  return { from, step: query.get('step'), wasReset: query.get('reset') === 'done', socialFailed: query.has('social') };
}

export const action = (args: Route.ActionArgs) => signIn(args);

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => submitInTime(serverAction);

export const meta = privateMeta({
  title: say`Sign in`,
  description: say`Sign in to order online and see your past orders, your tables and your loyalty points.`,
});

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const site = useSite();
  useLeaveEmptyCheckout(loaderData.from);
  if (loaderData.step === 'code') {
    return (
      <>
        <AuthHeading
          heading={say`One more step.`}
          lead={say`Open your authenticator app and type the six digits it shows.`}
        />
        <CodeForm failure={actionData?.failure} from={loaderData.from} />
      </>
    );
  }
  return (
    <>
      <AuthHeading
        heading={say`Good to see you.`}
        lead={say`Sign in to order and keep your points. A table can be booked without an account.`}
      />
      {loaderData.step === 'over' && (
        <Banner tone="bad">{say`That took too long, or too many tries. Please sign in again.`}</Banner>
      )}
      {loaderData.wasReset && <Banner tone="ok">{say`Your new password is saved. Sign in with it.`}</Banner>}
      {loaderData.socialFailed && (
        <Banner tone="bad">{say`Signing in there did not work. Please try again, or use your email address.`}</Banner>
      )}
      {site.guestCheckout && isCheckout(loaderData.from) && <GuestCheckoutLink />}
      <SocialButtons providers={site.signInProviders} />
      <LoginForm failure={actionData?.failure} from={loaderData.from} staffSignIn={site.staffSignIn?.name} />
    </>
  );
}
