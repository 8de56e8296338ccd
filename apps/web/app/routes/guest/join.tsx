import { say } from '@tiffin/domain/core';
import { INVITATION_DAYS, roleName } from '@tiffin/domain/people';
import { acceptInvitation } from '../../guest/sign-in/join-action.server.ts';
import { AuthHeading } from '../../guest/sign-in/auth-frame.tsx';
import { AuthForm, NewPasswordField } from '../../guest/sign-in/form-parts.tsx';
import { submitWithTimeout } from '../../guest/sign-in/submit-with-timeout.ts';
import { ApiError } from '../../shared/api/api-error.ts';
import { serverContext } from '../../shared/api/server-context.ts';
import { accessTokenFormHeaders } from '../../shared/page/access-token-headers.ts';
import { privateMeta } from '../../shared/site/seo.ts';
import { paths } from '../../paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { joinNames } from '../../ui/format.ts';
import type { Route } from './+types/join';

/** The link in an invitation leads here. Opening it changes nothing. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { pathname, search, searchParams } = new URL(request.url);
  const token = searchParams.get('token') ?? '';
  const here = pathname.replace(/\.data$/, '') + search;
  if (token === '') return { invitation: null, token, here };
  try {
    const invitation = await context.get(serverContext).api('getInvitation', { query: { token } });
    return { invitation, token, here };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    return { invitation: null, token, here };
  }
}

export const action = (args: Route.ActionArgs) => acceptInvitation(args);

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => submitWithTimeout(serverAction);

export const meta = privateMeta({ title: say`Join the team`, description: say`Accept an invitation to the team.` });

export const headers = accessTokenFormHeaders;

/** The page of an invitation. Only the button accepts, because mail scanners open links too. */
export default function Join({ loaderData: { invitation, token, here }, actionData: answer }: Route.ComponentProps) {
  if (answer && 'joined' in answer) return <Joined {...answer.joined} />;
  if (!invitation)
    return (
      <AuthHeading
        heading={say`This link no longer works`}
        lead={say`It was used, was replaced by a newer one, or is older than ${INVITATION_DAYS} days. Ask for a new invitation.`}
      />
    );
  const { name, restaurant, role, locations, invitedBy, email, hasAccount, isSignedIn } = invitation;
  const failure = answer?.failure;
  return (
    <>
      <AuthHeading
        heading={say`${name}, welcome to ${restaurant}`}
        lead={
          <>
            {say`${invitedBy ?? restaurant} invited you as ${roleName(role)}.`}
            {locations.length > 0 && ` ${say`At ${joinNames(locations)}.`}`}
          </>
        }
      />
      {hasAccount && !isSignedIn ? (
        <>
          <p>{say`There is an account with ${email} already. Sign in to it first, so that only you can add this role to it.`}</p>
          <LinkButton size="lg" block href={paths.login({ from: here })}>
            {say`Sign in`}
          </LinkButton>
          <LinkButton look="ghost" block href={paths.forgotPassword()}>
            {say`Forgot your password?`}
          </LinkButton>
        </>
      ) : (
        <AuthForm
          failure={failure}
          buttonLabels={
            hasAccount
              ? { submit: say`Accept the invitation`, busy: say`One moment…` }
              : { submit: say`Join the team`, busy: say`One moment…` }
          }
          fields={(errors) => (
            <>
              <input type="hidden" name="token" value={token} />
              {!hasAccount && (
                <>
                  <p className="soft">{say`Choose a password. You sign in with ${email}.`}</p>
                  <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
                  <NewPasswordField label={say`Password`} error={errors['password']} />
                  <p className="hint">{say`You can add a passkey of this device afterwards, and sign in with your face or finger.`}</p>
                </>
              )}
            </>
          )}
        >
          {failure?.whole === say`Your sign-in is too old for this. Please sign in again, then accept.` && (
            <LinkButton look="ghost" block href={paths.login({ from: here })}>
              {say`Sign in`}
            </LinkButton>
          )}
        </AuthForm>
      )}
    </>
  );
}

function Joined({ email, pin }: { email: string; pin: string | null }) {
  return (
    <>
      <AuthHeading
        heading={say`You are on the team`}
        lead={say`Sign in with ${email}. There you can also add a passkey, under Sign-in and devices.`}
      />
      {pin !== null && (
        <section aria-label={say`Your PIN for the shared tablet`}>
          <p className="label">{say`Your PIN for the shared tablet`}</p>
          <p className="num weight-640 text-xl">{pin}</p>
          <p className="hint">{say`It is shown only now. Keep it to yourself: it signs your work on the tablet.`}</p>
        </section>
      )}
      <LinkButton size="lg" block href={paths.login({ from: paths.devices() })}>
        {say`Go to sign-in`}
      </LinkButton>
    </>
  );
}
