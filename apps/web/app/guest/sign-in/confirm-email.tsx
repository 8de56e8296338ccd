import { phoneText } from '@tiffin/domain/people';
import { Form } from 'react-router';
import { say } from '@tiffin/domain/core';
import { useSite } from '../../shared/site/site.ts';
import { paths } from '../../paths.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/inputs.tsx';
import { AuthHeading } from './auth-frame.tsx';
import type { ConfirmEmailAnswer } from './confirm-email-action.server.ts';
import { AuthForm } from './form-parts.tsx';

interface ConfirmEmailProps {
  readonly account: { readonly email: string; readonly isConfirmed: boolean } | null;
  readonly code: string;
  readonly isOldLink: boolean;
  /** Where the person continues. */
  readonly next: string;
  /** The address of this page. */
  readonly here: string;
  readonly answer: ConfirmEmailAnswer;
}

export function ConfirmEmail({ account, here, next, ...rest }: ConfirmEmailProps) {
  if (!account) return <SignInFirst here={here} />;
  if (!account.isConfirmed) return <CodeForm {...rest} email={account.email} />;
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

function CodeForm({
  email,
  code,
  isOldLink,
  answer,
}: Pick<ConfirmEmailProps, 'code' | 'isOldLink' | 'answer'> & { email: string }) {
  const { phone } = useSite();
  const failure = answer && 'failure' in answer ? answer.failure : undefined;
  const isSent = answer && 'isSent' in answer ? answer.isSent : null;
  return (
    <>
      <AuthHeading
        heading={say`Is this you?`}
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
    </>
  );
}
