import { percentText, say } from '@tiffin/domain/core';
import { offersConsentTexts } from '@tiffin/domain/messages';
import { signUp } from '../../guest/sign-in/auth-actions.server.ts';
import { AuthHeading } from '../../guest/sign-in/auth-frame.tsx';
import { AuthForm, EmailField, NewPasswordField, OtherWay } from '../../guest/sign-in/form-parts.tsx';
import styles from '../../guest/sign-in/sign-in.module.css';
import { SocialButtons } from '../../guest/sign-in/social-buttons.tsx';
import { submitWithTimeout } from '../../guest/sign-in/submit-with-timeout.ts';
import { leaveWhenSignedIn } from '../../shared/session/guards.ts';
import { useSite } from '../../shared/site/site.ts';
import { privateMeta } from '../../shared/site/seo.ts';
import { paths } from '../../paths.ts';
import { Checkbox } from '../../ui/boxes.tsx';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/inputs.tsx';
import { Link } from '../../ui/link.tsx';
import type { Route } from './+types/signup';

export async function loader(args: Route.LoaderArgs) {
  return { from: await leaveWhenSignedIn(args) };
}

export const action = (args: Route.ActionArgs) => signUp(args);

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => submitWithTimeout(serverAction);

export const meta = privateMeta({
  title: say`Create an account`,
  description: say`Create an account to order online, see your tables and collect loyalty points.`,
});

export default function Signup({ loaderData: { from }, actionData }: Route.ComponentProps) {
  const site = useSite();
  const failure = actionData?.failure;
  return (
    <>
      <AuthHeading
        heading={say`Pull up a chair.`}
        lead={say`One account for orders, tables and points at every one of our restaurants.`}
      />
      <SocialButtons providers={site.signInProviders} />
      <AuthForm
        failure={failure}
        buttonLabels={{ submit: say`Create account`, busy: say`Creating account…` }}
        fields={(errors) => (
          <>
            <Field label={say`Full Name`} error={errors['name']} required>
              <TextInput name="name" autoComplete="name" defaultValue={failure?.typed['name']} />
            </Field>
            <EmailField error={errors['email']} typed={failure?.typed['email']} />
            <NewPasswordField label={say`Password`} error={errors['password']} />
            <OffersBox agrees={failure?.typed['offers'] === 'yes'} />
          </>
        )}
      >
        <p className={styles.small}>
          {say`By creating an account you agree to our`}{' '}
          <Link className="weight-600 ink" href={paths.terms()}>
            {say`Terms of Service`}
          </Link>{' '}
          {say`and`}{' '}
          <Link className="weight-600 ink" href={paths.privacy()}>
            {say`Privacy Policy`}
          </Link>
          .
        </p>
      </AuthForm>
      <OtherWay text={say`Already have an account?`} label={say`Sign in`} href={paths.login({ from })} />
    </>
  );
}

/** Asks for the consent to offers. Never ticked beforehand, and no condition of an account. */
function OffersBox({ agrees }: { agrees: boolean }) {
  const { name, address, welcomePercent } = useSite();
  const firstOffer =
    welcomePercent === undefined
      ? ''
      : ` ${say`The first one takes ${percentText(welcomePercent)} off your first order.`}`;
  const { label, terms } = offersConsentTexts(name, address);
  return <Checkbox name="offers" value="yes" label={label} hint={`${terms}${firstOffer}`} defaultChecked={agrees} />;
}
