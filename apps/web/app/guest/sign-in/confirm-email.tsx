import { phoneText } from '@tiffin/domain/people';
import { Form } from 'react-router';
import { useSite } from '../../shared/site/site.ts';
import { paths } from '../../paths.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/inputs.tsx';
import { AuthHeading } from './auth-frame.tsx';
import type { ConfirmEmailAnswer } from './confirm-email-action.server.ts';
import { texts } from './confirm-email-texts.ts';
import { AuthForm } from './form-parts.tsx';

interface ConfirmEmailProps {
  /** The signed-in account. */
  readonly account: { readonly email: string; readonly isConfirmed: boolean } | null;
  /** The code in the link. */
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
      <AuthHeading heading={texts.doneHeading} lead={texts.done(account.email)} />
      <LinkButton size="lg" block href={next}>
        {texts.goOn}
      </LinkButton>
    </div>
  );
}

/** Only the person who made the account can confirm it, so a link opened elsewhere asks for the sign-in. */
function SignInFirst({ here }: { here: string }) {
  return (
    <>
      <AuthHeading heading={texts.signInHeading} lead={texts.signInLead} />
      <LinkButton size="lg" block href={paths.login({ from: here })}>
        {texts.signIn}
      </LinkButton>
      <p className="text-sm soft">{texts.notYours}</p>
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
      <AuthHeading heading={texts.heading} lead={texts.lead(email)} />
      {isOldLink && isSent === null && <Banner tone="info">{texts.oldLink}</Banner>}
      <div role="status">
        {isSent !== null && (
          <Banner tone={isSent ? 'ok' : 'warn'}>{isSent ? texts.sent(email) : texts.notSent(phoneText(phone))}</Banner>
        )}
      </div>
      <AuthForm
        failure={failure}
        buttonLabels={texts}
        fields={(errors) => (
          <Field label={texts.code} hint={texts.hint} error={errors['code']} required>
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
          {texts.again}
        </Button>
      </Form>
    </>
  );
}
