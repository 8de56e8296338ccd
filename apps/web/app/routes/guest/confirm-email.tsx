import { Form } from 'react-router';
import { say } from '@tiffin/domain/core';
import { phoneText } from '@tiffin/domain/people';
import { AuthHeading } from '../../guest/sign-in/auth-frame.tsx';
import { confirmEmail, type ConfirmEmailAnswer } from '../../guest/sign-in/confirm-email-action.server.ts';
import { AuthForm } from '../../guest/sign-in/form-parts.tsx';
import { submitWithTimeout } from '../../guest/sign-in/submit-with-timeout.ts';
import { serverContext } from '../../shared/api/server-context.ts';
import { safeRedirect } from '../../shared/session/guards.ts';
import { accessTokenFormHeaders } from '../../shared/page/access-token-headers.ts';
import { privateMeta } from '../../shared/site/seo.ts';
import { useSite } from '../../shared/site/site.ts';
import { paths } from '../../paths.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/inputs.tsx';
import type { Route } from './+types/confirm-email';

/** The link in the mail leads here. Opening it changes nothing, because mail scanners open it too. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const me = await context.get(serverContext).me();
  const { pathname, search, searchParams } = new URL(request.url);
  return {
    account: me && me.tablet === undefined ? { email: me.email, isConfirmed: me.emailVerified } : null,
    code: /^\d{6}$/.exec(searchParams.get('code') ?? '')?.[0] ?? '',
    isOldLink: searchParams.has('old'),
    isNew: searchParams.has('new'),
    next: safeRedirect(searchParams.get('next'), paths.dashboard()),
    here: pathname.replace(/\.data$/, '') + search,
  };
}

export const action = (args: Route.ActionArgs) => confirmEmail(args);

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => submitWithTimeout(serverAction);

export const meta = privateMeta({
  title: say`Confirm your email address`,
  description: say`Confirm that the email address of your account is yours.`,
});

export const headers = accessTokenFormHeaders;

export default function ConfirmEmail({ loaderData, actionData }: Route.ComponentProps) {
  const { account, here, next, ...link } = loaderData;
  if (!account) return <SignInFirst here={here} />;
  if (!account.isConfirmed) return <CodeForm {...link} answer={actionData} email={account.email} />;
  return (
    <div role="status" className="stack gap-24">
      <AuthHeading heading={say`Thank you.`} lead={say`${account.email} is confirmed.`} />
      <LinkButton size="lg" block href={next}>
        {say`Continue`}
      </LinkButton>
    </div>
  );
}

/** Only the person who made the account can confirm it, so a link opened elsewhere asks for the sign-in. */
function SignInFirst({ here }: { here: string }) {
  return (
    <>
      <AuthHeading
        heading={say`First sign in.`}
        lead={say`Sign in to the account that this email is about, and you come back here. Or type the code from the email on the device where you are signed in, under My Orders.`}
      />
      <LinkButton size="lg" block href={paths.login({ from: here })}>
        {say`Sign in`}
      </LinkButton>
      <p className="text-sm soft">{say`You did not create an account with us? Then close this page and give the code to nobody.`}</p>
    </>
  );
}

interface CodeFormProps {
  email: string;
  code: string;
  isOldLink: boolean;
  /** The account was just created. */
  isNew: boolean;
  answer: ConfirmEmailAnswer;
}

function CodeForm({ email, code, isOldLink, isNew, answer }: CodeFormProps) {
  const { phone } = useSite();
  const failure = answer && 'failure' in answer ? answer.failure : undefined;
  const isSent = answer && 'isSent' in answer ? answer.isSent : null;
  return (
    <>
      <AuthHeading
        heading={isNew ? say`Your account is ready.` : say`Is this you?`}
        lead={say`Confirm that ${email} is yours, with the code we mailed you. Then earlier orders with this address can be added to your account.`}
      />
      {isOldLink && isSent === null && (
        <Banner tone="info">{say`The link in that email no longer works. Ask for a new code here.`}</Banner>
      )}
      <div role="status">
        {isSent !== null && (
          <Banner tone={isSent ? 'ok' : 'warn'}>
            {isSent
              ? say`A new code is on its way to ${email}. Earlier ones no longer work.`
              : say`We cannot send a code right now. Please try again in an hour, or call us at ${phoneText(phone)}.`}
          </Banner>
        )}
      </div>
      <AuthForm
        failure={failure}
        buttonLabels={{ submit: say`Confirm`, busy: say`Checking…` }}
        fields={(errors) => (
          <Field label={say`Code`} hint={say`Six digits, valid for 24 hours`} error={errors['code']} required>
            <TextInput
              name="code"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={11}
              defaultValue={isSent ? '' : code}
            />
          </Field>
        )}
      />
      <Form method="post">
        <Button type="submit" look="quiet" name="again" value="yes">
          {say`Send a new code`}
        </Button>
      </Form>
      {isNew && (
        <LinkButton look="bare" href={paths.home()}>
          {say`Later`}
        </LinkButton>
      )}
    </>
  );
}
