import { say } from '@tiffin/domain/core';
import { signIn } from '../../guest/sign-in/auth-actions.server.ts';
import { AuthHeading } from '../../guest/sign-in/auth-frame.tsx';
import { CodeForm, LoginForm } from '../../guest/sign-in/login-form.tsx';
import { StartCards, useOpenCart } from '../../guest/sign-in/start-cards.tsx';
import { useLeaveEmptyCheckout } from '../../guest/sign-in/leave-empty-checkout.ts';
import { SocialButtons } from '../../guest/sign-in/social-buttons.tsx';
import { submitWithTimeout } from '../../guest/sign-in/submit-with-timeout.ts';
import { isCheckout, leaveWhenSignedIn } from '../../shared/session/guards.ts';
import { offeredServices, useRootData } from '../../shared/site/site.ts';
import { privateMeta } from '../../shared/site/seo.ts';
import { Banner } from '../../ui/banner.tsx';
import type { Route } from './+types/login';

export async function loader(args: Route.LoaderArgs) {
  const from = await leaveWhenSignedIn(args);
  const query = new URL(args.request.url).searchParams;
  return { from, step: query.get('step'), wasReset: query.get('reset') === 'done', socialFailed: query.has('social') };
}

export const action = (args: Route.ActionArgs) => signIn(args);

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => submitWithTimeout(serverAction);

export const meta = privateMeta({
  title: say`Sign in`,
  description: say`Sign in to order online and see your past orders, your tables and your loyalty points.`,
});

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const { site, locations } = useRootData();
  const { from, step } = loaderData;
  useLeaveEmptyCheckout(from);
  const openCart = useOpenCart(from);
  if (step === 'code') {
    return (
      <>
        <AuthHeading
          heading={say`One more step.`}
          lead={say`Open your authenticator app and type the six digits it shows.`}
        />
        <CodeForm failure={actionData?.failure} from={from} />
      </>
    );
  }
  const isForStaff = /^\/(admin|tablet|pickup-screen)\b/.test(from ?? '');
  // The sign-in comes first for people who want to sign in, or have to.
  const startsWithSignIn =
    step !== null || loaderData.wasReset || loaderData.socialFailed || (from !== undefined && !isCheckout(from));
  const signInPart = (
    <section className="stack gap-24" aria-labelledby="sign-in">
      <h2 id="sign-in" className={startsWithSignIn ? 'sr-only' : 'text-xl'}>
        {say`Have an account?`}
      </h2>
      {step === 'over' && (
        <Banner tone="bad">{say`That took too long, or too many tries. Please sign in again.`}</Banner>
      )}
      {loaderData.wasReset && <Banner tone="ok">{say`Your new password is saved. Sign in with it.`}</Banner>}
      {loaderData.socialFailed && (
        <Banner tone="bad">{say`Signing in there did not work. Please try again, or use your email address.`}</Banner>
      )}
      <SocialButtons providers={site.signInProviders} />
      <LoginForm failure={actionData?.failure} from={from} staffSignIn={site.staffSignIn?.name} />
    </section>
  );
  return (
    <>
      <AuthHeading heading={say`Good to see you.`} lead={lead()} />
      {startsWithSignIn && signInPart}
      {!isForStaff && <StartCards openCart={openCart} />}
      {!startsWithSignIn && signInPart}
    </>
  );

  function lead(): string {
    if (isForStaff) return say`Sign in to the back office.`;
    if (startsWithSignIn) return say`Sign in to see your orders and tables, and to use your points.`;
    if (openCart) return say`Your order is still here.`;
    if (!site.guestCheckout) return say`Sign in to order and keep your points.`;
    return offeredServices(locations).seats
      ? say`Order food or book a table. You don’t need an account.`
      : say`You don’t need an account to order.`;
  }
}
