import { say } from '@tiffin/domain/core';
import { ApiError } from '../../shared/api/api-error.ts';
import { serverContext, type PageRequest } from '../../shared/api/server-context.ts';
import { errorText } from '../../shared/errors/error-text.ts';
import { formErrorText, formText, refuseForm } from './read-form.ts';

/** Accepts the invitation with the typed password, or with the account that is signed in. Works without scripts. */
export async function acceptInvitation({ request, context }: PageRequest) {
  const form = await request.formData();
  const password = formText(form, 'password');
  const body = { token: formText(form, 'token'), password: form.has('password') ? password : undefined };
  try {
    const { email, pin } = await context.get(serverContext).api('acceptInvitation', { body });
    return { joined: { email, pin } };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'weak-password' || (error.code === 'invalid-argument' && form.has('password'))) {
      return refuseForm({ fields: { password: errorText(error) } });
    }
    if (error.code === 'fresh-sign-in-needed')
      return refuseForm({ whole: say`Your sign-in is too old for this. Please sign in again, then accept.` });
    return refuseForm({ whole: formErrorText(error) });
  }
}
