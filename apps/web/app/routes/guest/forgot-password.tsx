import { phoneText } from '@tiffin/domain/people';
import { say } from '@tiffin/domain/core';
import { requestPasswordReset } from '../../guest/sign-in/auth-actions.server.ts';
import { AuthHeading } from '../../guest/sign-in/auth-frame.tsx';
import { rateLimitFailure } from '../../guest/sign-in/read-form.ts';
import { submitWithTimeout } from '../../guest/sign-in/submit-with-timeout.ts';
import { countSessionAttempt } from '../../guest/sign-in/session-attempts.ts';
import { useSite } from '../../shared/site/site.ts';
import { privateMeta } from '../../shared/site/seo.ts';
import { paths } from '../../paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import type { Route } from './+types/forgot-password';
import { AuthForm, EmailField, OtherWay } from '../../guest/sign-in/form-parts.tsx';

export const action = (args: Route.ActionArgs) => requestPasswordReset(args);

/** In browsers with scripts, repeated requests for a link are limited here before they reach the server. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  const waitMs = countSessionAttempt('password-reset');
  return waitMs === 0 ? submitWithTimeout(serverAction) : { failure: rateLimitFailure(waitMs) };
}

export const meta = privateMeta({
  title: say`Forgot password`,
  description: say`Get a link to choose a new password.`,
});

export default function ForgotPassword({ actionData }: Route.ComponentProps) {
  const { sends, phone } = useSite();
  const isMailed = sends.includes('email');
  if (actionData && 'sentTo' in actionData) {
    return (
      <div role="status">
        {isMailed ? (
          <AuthHeading
            heading={say`Check your inbox.`}
            lead={say`If there is an account for ${actionData.sentTo}, a link to choose a new password is on its way. It works for one hour.`}
          />
        ) : (
          <AuthHeading
            heading={say`Ask us for the link.`}
            lead={say`We cannot send email at the moment. If there is an account for ${actionData.sentTo}, please call us at ${phoneText(phone)} within one hour and we will read you the link.`}
          />
        )}
        <p>
          <LinkButton look="bare" href={paths.login()}>
            {say`Back to sign in`}
          </LinkButton>
        </p>
      </div>
    );
  }
  return (
    <>
      <AuthHeading
        heading={say`It happens to all of us.`}
        lead={
          isMailed
            ? say`Tell us your email address, and we send you a link to choose a new password.`
            : say`We cannot send email at the moment. Request a reset link here, then call us at ${phoneText(phone)} and we will read it to you. It works for one hour.`
        }
      />
      <AuthForm
        failure={actionData?.failure}
        buttonLabels={{ submit: say`Send the link`, busy: say`Sending…` }}
        fields={(errors) => <EmailField error={errors['email']} typed={actionData?.failure.typed['email']} />}
      />
      <OtherWay label={say`Back to sign in`} href={paths.login()} />
    </>
  );
}
