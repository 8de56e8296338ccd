import { resetPassword } from '../../guest/sign-in/auth-actions.server.ts';
import { AuthHeading } from '../../guest/sign-in/auth-frame.tsx';
import { submitInTime } from '../../guest/sign-in/submit-in-time.ts';
import { texts } from '../../guest/sign-in/texts.ts';
import { privateMeta } from '../../shared/site/seo.ts';
import { paths } from '../../paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { accessTokenHeaders } from '../../shared/page/key-in-address.ts';
import type { Route } from './+types/reset-password';
import { AuthForm, NewPasswordField } from '../../guest/sign-in/form-parts.tsx';
import type { FormFailure } from '../../guest/sign-in/read-form.ts';

/** The link in the mail arrives with a token, or with an error when it has expired. */
export function loader({ request }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  return { token: query.has('error') ? '' : (query.get('token') ?? '') };
}

export const action = (args: Route.ActionArgs) => resetPassword(args);

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => submitInTime(serverAction);

export const meta = privateMeta(texts.reset);

export const headers = accessTokenHeaders;

export default function ResetPassword({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData.token) {
    return (
      <>
        <AuthHeading heading={texts.reset.badLinkHeading} lead={texts.reset.badLink} />
        <LinkButton size="lg" block href={paths.forgotPassword()}>
          {texts.reset.askAgain}
        </LinkButton>
      </>
    );
  }
  return (
    <>
      <AuthHeading heading={texts.reset.heading} lead={texts.reset.lead} />
      <ResetForm failure={actionData?.failure} token={loaderData.token} />
    </>
  );
}

function ResetForm({ failure, token }: { failure: FormFailure | undefined; token: string }) {
  return (
    <AuthForm
      failure={failure}
      buttonLabels={texts.reset}
      fields={(errors) => (
        <>
          <input type="hidden" name="token" value={token} />
          <NewPasswordField label={texts.newPassword} error={errors['password']} />
        </>
      )}
    />
  );
}
