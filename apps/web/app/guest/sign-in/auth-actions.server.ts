import { currentLanguage, failures, say } from '@tiffin/domain/core';
import { accountNameProblem } from '@tiffin/domain/order';
import {
  emailProblem,
  GUEST_COOKIE,
  isAppCode,
  normaliseEmail,
  PASSWORD_MIN,
  passwordProblem,
} from '@tiffin/domain/people';
import { redirect } from 'react-router';
import { ApiError, apiErrorFrom } from '../../shared/api/api-error.ts';
import { isCheckout, safeRedirect } from '../../shared/session/guards.ts';
import { errorText } from '../../shared/errors/error-text.ts';
import { paths } from '../../paths.ts';
import { formText, formErrorText, refuseForm, type FormFailure } from './read-form.ts';
import { SIGNED_OUT_COOKIE } from '../../shared/offline/clear-stored-data.ts';
import { serverContext, type PageRequest } from '../../shared/api/server-context.ts';

type AuthAnswer =
  | { readonly ok: true; readonly headers: Headers; readonly body: unknown }
  | { readonly ok: false; readonly error: ApiError };

type Context = PageRequest['context'];
type Body = Readonly<Record<string, unknown>>;

function postJson(context: Context, path: string, body: Body, headers: HeadersInit = {}): Promise<Response> {
  const { fetchApi, publicUrl } = context.get(serverContext);
  return fetchApi(
    new Request(`${publicUrl}/api/${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        'accept-language': currentLanguage(),
        origin: publicUrl,
        ...headers,
      },
      body: JSON.stringify(body),
    }),
  );
}

/** Calls the auth library for the visitor and passes its cookies on in our response. */
async function authCall(context: Context, path: string, body: Body): Promise<AuthAnswer> {
  const response = await postJson(context, `auth${path}`, body);
  if (!response.ok) return { ok: false, error: await apiErrorFrom(response) };
  const headers = new Headers();
  for (const cookie of response.headers.getSetCookie()) headers.append('set-cookie', cookie);
  return { ok: true, headers, body: await response.json().catch(() => null) };
}

/** Signs in with a password, a code or a provider, or goes on to the checkout without an account. */
export async function signIn({ request, context }: PageRequest) {
  const form = await request.formData();
  const from = fromOf(request);
  const provider = formText(form, 'provider');
  if (provider) return startSocialSignIn(context, provider, from);
  if (form.has('guest') && isCheckout(from)) return continueAsGuest(from, context);
  // Authenticator apps show the digits with spaces.
  if (form.has('code')) return checkCode(context, formText(form, 'code').replaceAll(/\s/g, ''), from);

  const email = normaliseEmail(formText(form, 'email'));
  const password = formText(form, 'password');
  const typed = { email };
  const fields = problems({ email: emailProblem(email), password: password === '' ? passwordProblem('') : null });
  if (fields) return refuseForm({ fields, typed });

  const answer = await authCall(context, '/sign-in/email', { email, password });
  if (!answer.ok) return refuseForm(failureOf(answer.error, typed));
  if (wantsCode(answer.body)) return redirect(paths.login({ step: 'code', from }), { headers: answer.headers });
  // The sign-in page redirects signed-in people to their destination.
  return redirect(paths.login({ from }), { headers: answer.headers });
}

/** Continues without an account. The cookie lasts for the session, so that a shared device asks the next guest again. */
function continueAsGuest(from: string, context: Context) {
  const isSecure = context.get(serverContext).publicUrl.startsWith('https:');
  const cookie = `${GUEST_COOKIE}=yes; Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  return redirect(from, { headers: { 'set-cookie': cookie } });
}

function wantsCode(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'twoFactorRedirect' in body && body.twoFactorRedirect === true;
}

/** The second step of signing in. */
async function checkCode(context: Context, code: string, from: string | undefined) {
  if (code === '') return refuseForm({ fields: { code: say`Please type the code.` } });
  const path = isAppCode(code) ? '/two-factor/verify-totp' : '/two-factor/verify-backup-code';
  const answer = await authCall(context, path, { code });
  if (answer.ok) return redirect(paths.login({ from }), { headers: answer.headers });
  if (answer.error.code === 'sign-in-over') return redirect(paths.login({ step: 'over', from }));
  return refuseForm(failureOf(answer.error));
}

export async function signUp({ request, context }: PageRequest) {
  const form = await request.formData();
  const from = fromOf(request);
  const provider = formText(form, 'provider');
  if (provider) return startSocialSignIn(context, provider, from);

  const name = formText(form, 'name').trim();
  const email = normaliseEmail(formText(form, 'email'));
  const password = formText(form, 'password');
  const offers = formText(form, 'offers') === 'yes';
  const typed = { name, email, ...(offers && { offers: 'yes' }) };
  const fields = problems({
    name: accountNameProblem(name),
    email: emailProblem(email),
    password: newPasswordProblem(password),
  });
  if (fields) return refuseForm({ fields, typed });

  const answer = await authCall(context, '/sign-up/email', {
    name,
    email,
    password,
    callbackURL: paths.dashboard(),
    offers: offers || undefined,
  });
  if (!answer.ok) return refuseForm(failureOf(answer.error, typed));
  // Who was on the way to nowhere reads that the account exists and that a code was mailed.
  return redirect(paths.login({ from: from ?? paths.confirmEmail({ new: '1' }) }), { headers: answer.headers });
}

/** Adds an order that was placed without an account: to a new account, or to that of the signed-in customer. */
export async function claimGuestOrder({ request, context }: PageRequest, orderId: string) {
  const form = await request.formData();
  const token = new URL(request.url).searchParams.get('token') ?? '';
  // An outdated page may submit without the access token. Without it the order could not be added, so no account is
  // created.
  if (token === '')
    return refuseForm({
      whole: say`Open it with the link we sent you. There you can see all details and create an account. If you have an account with the same email address, sign in and add the order under My Orders.`,
    });
  const orderAddress = paths.order(orderId, token);
  const { api } = context.get(serverContext);
  try {
    if (form.has('add')) {
      await api('claimOrder', { body: { orderId, token } });
      return redirect(orderAddress);
    }
    const { order } = await api('getCustomerOrderDetails', { query: { orderId, token } });
    const { name, email: orderEmail } = order.customerInfo;
    const email = orderEmail || normaliseEmail(formText(form, 'email'));
    const password = formText(form, 'password');
    const typed = { email };
    const fields = problems({ email: emailProblem(email), password: newPasswordProblem(password) });
    if (fields) return refuseForm({ fields, typed });
    const answer = await authCall(context, '/sign-up/email', { name, email, password, callbackURL: paths.dashboard() });
    if (!answer.ok) {
      const exists = answer.error.code === 'email-already-in-use';
      return refuseForm(
        exists
          ? {
              whole: say`There is an account with this email address already. Sign in, and add this order to it.`,
              typed,
            }
          : failureOf(answer.error, typed),
      );
    }
    // If adding the order fails, the account exists anyway and its page offers to add the order.
    await claimAs(context, answer.headers, { orderId, token });
    return redirect(orderAddress, { headers: answer.headers });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return refuseForm({ whole: error.status === 409 ? error.message : formErrorText(error) });
  }
}

/** Uses the new session, whose cookies the browser does not have before this response. */
async function claimAs(context: Context, headers: Headers, body: { orderId: string; token: string }) {
  const cookie = headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  await postJson(context, 'claimOrder', body, { cookie });
}

export async function requestPasswordReset({ request, context }: PageRequest) {
  const email = normaliseEmail(formText(await request.formData(), 'email'));
  const typed = { email };
  const fields = problems({ email: emailProblem(email) });
  if (fields) return refuseForm({ fields, typed });
  const answer = await authCall(context, '/request-password-reset', { email, redirectTo: paths.resetPassword() });
  if (!answer.ok) return refuseForm(failureOf(answer.error, typed));
  // The response is the same whether the account exists or not.
  return { sentTo: email };
}

export async function resetPassword({ request, context }: PageRequest) {
  const form = await request.formData();
  const newPassword = formText(form, 'password');
  // Staff have a stricter rule than customers, and only the server knows whose link this is.
  const fields = problems({ password: newPassword === '' ? passwordProblem('') : null });
  if (fields) return refuseForm({ fields });
  const answer = await authCall(context, '/reset-password', { newPassword, token: formText(form, 'token') });
  if (answer.ok) return redirect(`${paths.login()}?reset=done`);
  if (answer.error.code === 'weak-password') return refuseForm(failureOf(answer.error));
  if (answer.error.status === 400)
    return refuseForm({ whole: say`It has been used already or is older than an hour. Ask for a new one.` });
  return refuseForm(failureOf(answer.error));
}

export async function signOut({ context }: PageRequest) {
  const answer = await authCall(context, '/sign-out', {});
  if (!answer.ok) throw answer.error;
  answer.headers.append('set-cookie', SIGNED_OUT_COOKIE);
  return redirect(paths.home(), { headers: answer.headers });
}

async function startSocialSignIn(context: Context, provider: string, from: string | undefined) {
  const answer = await authCall(context, '/sign-in/social', {
    provider,
    callbackURL: paths.login({ from }),
    errorCallbackURL: `${paths.login()}?social=failed`,
  });
  if (!answer.ok) return refuseForm(failureOf(answer.error));
  const url = answer.body && typeof answer.body === 'object' && 'url' in answer.body ? answer.body.url : null;
  if (typeof url !== 'string')
    return refuseForm({ whole: say`Signing in there did not work. Please try again, or use your email address.` });
  return redirect(url, { headers: answer.headers });
}

/** The list beside the field accepts passwords of six characters, which are below the minimum length. */
function newPasswordProblem(password: string): string | null {
  return passwordProblem(password) ?? (password.length < PASSWORD_MIN ? failures['weak-password'][1] : null);
}

function fromOf(request: Request): string | undefined {
  return safeRedirect(new URL(request.url).searchParams.get('from'), '') || undefined;
}

/** The fields with a problem; null if all are right. */
function problems(found: Readonly<Record<string, string | null>>): Record<string, string> | null {
  const entries = Object.entries(found).flatMap(([name, problem]) => (problem === null ? [] : [[name, problem]]));
  return entries.length > 0 ? Object.fromEntries(entries) : null;
}

const FIELD_OF: Readonly<Record<string, string>> = {
  'user-not-found': 'email',
  'email-already-in-use': 'email',
  'invalid-email': 'email',
  'wrong-password': 'password',
  'weak-password': 'password',
  'wrong-code': 'code',
};

function failureOf(error: ApiError, typed: FormFailure['typed'] = {}): FormFailure {
  const field = FIELD_OF[error.code] ?? (error.details['field'] === 'name' ? 'name' : undefined);
  if (field) return { fields: { [field]: field === 'name' ? error.message : errorText(error) }, typed };
  return { fields: {}, whole: formErrorText(error), typed };
}
