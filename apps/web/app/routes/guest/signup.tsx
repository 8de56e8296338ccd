import { say } from '@tiffin/domain/core';
import { signUp } from '../../guest/sign-in/auth-actions.server.ts';
import { AuthHeading } from '../../guest/sign-in/auth-frame.tsx';
import { SignupForm } from '../../guest/sign-in/signup-form.tsx';
import { SocialButtons } from '../../guest/sign-in/social-buttons.tsx';
import { submitInTime } from '../../guest/sign-in/submit-in-time.ts';
import { leaveWhenSignedIn } from '../../shared/session/guards.ts';
import { useSite } from '../../shared/site/site.ts';
import { privateMeta } from '../../shared/site/seo.ts';
import type { Route } from './+types/signup';

export async function loader(args: Route.LoaderArgs) {
  return { from: await leaveWhenSignedIn(args) };
}

export const action = (args: Route.ActionArgs) => signUp(args);

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => submitInTime(serverAction);

export const meta = privateMeta({
  title: say`Create an account`,
  description: say`Create an account to order online, see your tables and collect loyalty points.`,
});

export default function Signup({ loaderData, actionData }: Route.ComponentProps) {
  const site = useSite();
  return (
    <>
      <AuthHeading
        heading={say`Pull up a chair.`}
        lead={say`One account for orders, tables and points at every one of our restaurants.`}
      />
      <SocialButtons providers={site.signInProviders} />
      <SignupForm failure={actionData?.failure} from={loaderData.from} />
    </>
  );
}
