import { paths } from '../../paths.ts';
import { Link } from '../../ui/link.tsx';
import { AuthForm, EmailField } from './form-parts.tsx';
import type { FormFailure } from './read-form.ts';
import { texts } from './texts.ts';
import styles from './sign-in.module.css';

export function ForgotForm({ failure }: { failure: FormFailure | undefined }) {
  return (
    <>
      <AuthForm
        failure={failure}
        says={texts.forgot}
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
