import { roleName } from '@tiffin/domain/people';
import type { Answer } from '../../shared/api/api.ts';
import { paths } from '../../paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { joinNames } from '../../ui/format.ts';
import { AuthHeading } from './auth-frame.tsx';
import { AuthForm, NewPasswordField } from './form-parts.tsx';
import type { JoinAnswer } from './join-action.server.ts';
import { texts } from './join-texts.ts';

interface Props {
  /** Null if the link does not work. */
  invitation: Answer<'getInvitation'> | null;
  token: string;
  /** The address of this page, to which sign-in leads back. */
  here: string;
  answer: JoinAnswer;
}

/** The page of an invitation. Only the button accepts, because mail scanners open links too. */
export function Join({ invitation, token, here, answer }: Props) {
  if (answer && 'joined' in answer) return <Joined {...answer.joined} />;
  if (!invitation) return <AuthHeading heading={texts.badLink} lead={texts.badLinkText} />;
  const { name, restaurant, role, locations, invitedBy, email, hasAccount, isSignedIn } = invitation;
  const failure = answer?.failure;
  return (
    <>
      <AuthHeading
        heading={texts.welcome(name, restaurant)}
        lead={
          <>
            {texts.invited(invitedBy ?? restaurant, roleName(role))}
            {locations.length > 0 && ` ${texts.where(joinNames(locations))}`}
          </>
        }
      />
      {hasAccount && !isSignedIn ? (
        <>
          <p>{texts.signInFirst(email)}</p>
          <LinkButton size="lg" block href={paths.login({ from: here })}>
            {texts.signIn}
          </LinkButton>
          <LinkButton look="ghost" block href={paths.forgotPassword()}>
            {texts.forgot}
          </LinkButton>
        </>
      ) : (
        <AuthForm
          failure={failure}
          buttonLabels={hasAccount ? { submit: texts.accept, busy: texts.busy } : texts}
          fields={(errors) => (
            <>
              <input type="hidden" name="token" value={token} />
              {!hasAccount && (
                <>
                  <p className="soft">{texts.choose(email)}</p>
                  <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
                  <NewPasswordField label={texts.password} error={errors['password']} />
                  <p className="hint">{texts.passkeyLater}</p>
                </>
              )}
            </>
          )}
        >
          {failure?.whole === texts.confirm && (
            <LinkButton look="ghost" block href={paths.login({ from: here })}>
              {texts.signIn}
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
      <AuthHeading heading={texts.done} lead={texts.doneText(email)} />
      {pin !== null && (
        <section aria-label={texts.pin}>
          <p className="label">{texts.pin}</p>
          <p className="num weight-640 text-xl">{pin}</p>
          <p className="hint">{texts.pinText}</p>
        </section>
      )}
      <LinkButton size="lg" block href={paths.login({ from: paths.devices() })}>
        {texts.toSignIn}
      </LinkButton>
    </>
  );
}
