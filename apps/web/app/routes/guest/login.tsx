import { signIn } from '../../guest/sign-in/auth-actions.server.ts';
import { AuthHeading } from '../../guest/sign-in/auth-frame.tsx';
import { CodeForm, LoginForm, GuestCheckoutLink } from '../../guest/sign-in/login-form.tsx';
import { useLeaveEmptyCheckout } from '../../guest/sign-in/leave-empty-checkout.ts';
import { SocialButtons } from '../../guest/sign-in/social-buttons.tsx';
import { submitInTime } from '../../guest/sign-in/submit-in-time.ts';
import { texts } from '../../guest/sign-in/texts.ts';
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

export const meta = privateMeta(texts.login);

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const site = useSite();
  useLeaveEmptyCheckout(loaderData.from);
  if (loaderData.step === 'code') {
    return (
      <>
        <AuthHeading heading={texts.code.heading} lead={texts.code.lead} />
        <CodeForm failure={actionData?.failure} from={loaderData.from} />
      </>
    );
  }
  return (
    <>
      <AuthHeading heading={texts.login.heading} lead={texts.login.lead} />
      {loaderData.step === 'over' && <Banner tone="bad">{texts.code.over}</Banner>}
      {loaderData.wasReset && <Banner tone="ok">{texts.reset.done}</Banner>}
      {loaderData.socialFailed && <Banner tone="bad">{texts.socialFailed}</Banner>}
      {site.guestCheckout && isCheckout(loaderData.from) && <GuestCheckoutLink />}
      <SocialButtons providers={site.signInProviders} />
      <LoginForm failure={actionData?.failure} from={loaderData.from} staffSignIn={site.staffSignIn?.name} />
    </>
  );
}
