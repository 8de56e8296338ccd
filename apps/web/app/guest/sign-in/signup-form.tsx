import { offersConsentTexts } from '@tiffin/domain/messages';
import { WELCOME_DISCOUNT_PERCENT } from '@tiffin/domain/pricing';
import { percentText, say } from '@tiffin/domain/core';
import { useSite } from '../../shared/site/site.ts';
import { paths } from '../../paths.ts';
import { Checkbox } from '../../ui/boxes.tsx';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/inputs.tsx';
import { Link } from '../../ui/link.tsx';
import { AuthForm, EmailField, NewPasswordField, OtherWay } from './form-parts.tsx';
import type { FormFailure } from './read-form.ts';
import styles from './sign-in.module.css';

/** Asks for the consent to offers. Never ticked beforehand, and no condition of an account. */
function OffersBox({ agrees }: { agrees: boolean }) {
  const { name, address } = useSite();
  const { label, terms } = offersConsentTexts(name, address);
  return (
    <Checkbox
      name="offers"
      value="yes"
      label={label}
      hint={`${terms} ${say`The first one takes ${percentText(WELCOME_DISCOUNT_PERCENT)} off your first order.`}`}
      defaultChecked={agrees}
    />
  );
}

export function SignupForm({ failure, from }: { failure: FormFailure | undefined; from: string | undefined }) {
  return (
    <>
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
