import { phoneText } from '@tiffin/domain/people';
import { requestPasswordReset } from '../../guest/sign-in/auth-actions.server.ts';
import { AuthHeading } from '../../guest/sign-in/auth-frame.tsx';
import { rateLimitFailure, type FormFailure } from '../../guest/sign-in/read-form.ts';
import { submitInTime } from '../../guest/sign-in/submit-in-time.ts';
import { texts } from '../../guest/sign-in/texts.ts';
import { countSessionAttempt } from '../../guest/sign-in/session-attempts.ts';
import { useSite } from '../../shared/site/site.ts';
import { privateMeta } from '../../shared/site/seo.ts';
import { paths } from '../../paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import type { Route } from './+types/forgot-password';
import { Link } from '../../ui/link.tsx';
import { AuthForm, EmailField } from '../../guest/sign-in/form-parts.tsx';
import styles from '../../guest/sign-in/sign-in.module.css';

export const action = (args: Route.ActionArgs) => requestPasswordReset(args);

/** In browsers with scripts, repeated requests for a link are limited here before they reach the server. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  const verdict = countSessionAttempt('password-reset');
  return verdict.allowed ? submitInTime(serverAction) : { failure: rateLimitFailure(verdict.retryAfterMs) };
}

export const meta = privateMeta(texts.forgot);

export default function ForgotPassword({ actionData }: Route.ComponentProps) {
  const { sends, phone } = useSite();
  const isMailed = sends.includes('email');
  if (actionData && 'sentTo' in actionData) {
    return (
      <div role="status">
        {isMailed ? (
          <AuthHeading heading={texts.forgot.sentHeading} lead={texts.forgot.sent(actionData.sentTo)} />
        ) : (
          <AuthHeading
            heading={texts.forgot.waitsHeading}
            lead={texts.forgot.waits(actionData.sentTo, phoneText(phone))}
          />
        )}
        <p>
          <LinkButton look="bare" href={paths.login()}>
            {texts.forgot.back}
          </LinkButton>
        </p>
      </div>
    );
  }
  return (
    <>
      <AuthHeading
        heading={texts.forgot.heading}
        lead={isMailed ? texts.forgot.lead : texts.forgot.noMail(phoneText(phone))}
      />
      <ForgotForm failure={actionData?.failure} />
    </>
  );
}

function ForgotForm({ failure }: { failure: FormFailure | undefined }) {
  return (
    <>
      <AuthForm
        failure={failure}
        buttonLabels={texts.forgot}
        fields={(errors) => <EmailField error={errors['email']} typed={failure?.typed['email']} />}
      />
      <p className={styles.small}>
        <Link className="weight-600 ink" href={paths.login()}>
          {texts.forgot.back}
        </Link>
      </p>
    </>
  );
}
