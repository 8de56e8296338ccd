import { offersConsentTexts } from '@tiffin/domain/messages';
import { WELCOME_DISCOUNT_PERCENT } from '@tiffin/domain/pricing';
import { useSite } from '../../shared/site/site.ts';
import { paths } from '../../paths.ts';
import { Checkbox } from '../../ui/boxes.tsx';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/inputs.tsx';
import { Link } from '../../ui/link.tsx';
import { AuthForm, EmailField, NewPasswordField } from './form-parts.tsx';
import type { FormFailure } from './read-form.ts';
import { texts } from './texts.ts';
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
      hint={`${terms} ${texts.signup.offer(WELCOME_DISCOUNT_PERCENT)}`}
      defaultChecked={agrees}
    />
  );
}

export function SignupForm({ failure, from }: { failure: FormFailure | undefined; from: string | undefined }) {
  return (
    <>
      <AuthForm
        failure={failure}
        buttonLabels={texts.signup}
        fields={(errors) => (
          <>
            <Field label={texts.fullName} error={errors['name']} required>
              <TextInput name="name" autoComplete="name" defaultValue={failure?.typed['name']} />
            </Field>
            <EmailField error={errors['email']} typed={failure?.typed['email']} />
            <NewPasswordField label={texts.password} error={errors['password']} />
            <OffersBox agrees={failure?.typed['offers'] === 'yes'} />
          </>
        )}
      >
        <p className={styles.small}>
          {texts.signup.agree}{' '}
          <Link className="weight-600 ink" href={paths.terms()}>
            {texts.signup.terms}
          </Link>{' '}
          {texts.signup.and}{' '}
          <Link className="weight-600 ink" href={paths.privacy()}>
            {texts.signup.privacy}
          </Link>
          .
        </p>
      </AuthForm>
      <p className={styles.small}>
        {texts.signup.have}{' '}
        <Link className="weight-600 ink" href={paths.login(from ? { from } : {})}>
          {texts.signup.signIn}
        </Link>
      </p>
    </>
  );
}
