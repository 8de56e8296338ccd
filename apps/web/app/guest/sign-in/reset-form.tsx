import { AuthForm, NewPasswordField } from './form-parts.tsx';
import type { FormFailure } from './read-form.ts';
import { texts } from './texts.ts';

export function ResetForm({ failure, token }: { failure: FormFailure | undefined; token: string }) {
  return (
    <AuthForm
      failure={failure}
      says={texts.reset}
      fields={(errors) => (
        <>
          <input type="hidden" name="token" value={token} />
          <NewPasswordField label={texts.newPassword} error={errors['password']} />
        </>
      )}
    />
  );
}
