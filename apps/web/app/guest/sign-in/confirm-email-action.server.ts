import { say } from '@tiffin/domain/core';
import { ApiError } from '../../shared/api/api-error.ts';
import { serverContext, type PageRequest } from '../../shared/api/server-context.ts';
import { errorText } from '../../shared/errors/error-text.ts';
import { formErrorText, formText, refuseForm, type FormFailure } from './read-form.ts';

/** The result of the form: a new code was requested, or why the address is not confirmed yet. */
export type ConfirmEmailAnswer = { readonly isSent: boolean } | { readonly failure: FormFailure } | undefined;

/** Confirms the address with the typed code, or sends another one. Works without scripts. */
export async function confirmEmail({ request, context }: PageRequest) {
  const { api } = context.get(serverContext);
  const form = await request.formData();
  try {
    if (form.has('again')) return { isSent: (await api('sendEmailConfirmation', { body: {} })).isSent };
    const code = formText(form, 'code').replaceAll(/\D/g, '');
    if (code.length !== 6) return refuseForm({ fields: { code: say`Please type the six digits.` } });
    await api('confirmEmail', { body: { code } });
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'code-refused') return refuseForm({ fields: { code: errorText(error) } });
    return refuseForm({ whole: formErrorText(error) });
  }
}
