import { say } from '@tiffin/domain/core';
import { resetPassword } from '../../guest/sign-in/auth-actions.server.ts';
import { AuthHeading } from '../../guest/sign-in/auth-frame.tsx';
import { submitWithTimeout } from '../../guest/sign-in/submit-with-timeout.ts';
import { privateMeta } from '../../shared/site/seo.ts';
import { paths } from '../../paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { accessTokenFormHeaders } from '../../shared/page/access-token-headers.ts';
import type { Route } from './+types/reset-password';
import { AuthForm, NewPasswordField } from '../../guest/sign-in/form-parts.tsx';

/** The link in the mail arrives with a token, or with an error when it has expired. */
export function loader({ request }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  return { token: query.has('error') ? '' : (query.get('token') ?? '') };
}

export const action = (args: Route.ActionArgs) => resetPassword(args);

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => submitWithTimeout(serverAction);

export const meta = privateMeta({
  title: say`Choose a new password`,
  description: say`Choose a new password for your account.`,
});

export const headers = accessTokenFormHeaders;

export default function ResetPassword({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData.token) {
    return (
      <>
        <AuthHeading
          heading={say`This link no longer works.`}
          lead={say`It has been used already or is older than an hour. Ask for a new one.`}
        />
        <LinkButton size="lg" block href={paths.forgotPassword()}>
          {say`Get a new link`}
        </LinkButton>
      </>
    );
  }
  return (
    <>
      <AuthHeading
        heading={say`A fresh start.`}
        lead={say`Choose a new password. You will be signed out everywhere else.`}
      />
      <AuthForm
        failure={actionData?.failure}
        buttonLabels={{ submit: say`Save password`, busy: say`Saving…` }}
        fields={(errors) => (
          <>
            <input type="hidden" name="token" value={loaderData.token} />
            <NewPasswordField label={say`New password`} error={errors['password']} />
          </>
        )}
      />
    </>
  );
}
