import { failure, failures, refuse, type FailureCode } from '@tiffin/domain/core';
import { checkNewPassword, looksLikeEmail, nameProblem } from '@tiffin/domain/people';
import type { Context as HonoContext } from 'hono';
import { answerFailure } from '../http/answer-errors.ts';
import type { Environment } from '../http/environment.ts';
import { forget, LIMITS, spend } from '../http/limits.ts';
import { readText } from '../http/read-body.ts';
import type { Context } from '../context.ts';

const MOST_BYTES = 64 * 1024;

/** The sign-in library's errors in our codes. */
const CODES: Record<string, FailureCode> = {
  USER_ALREADY_EXISTS: 'email-already-in-use',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'email-already-in-use',
  PASSWORD_TOO_SHORT: 'weak-password',
  PASSWORD_TOO_LONG: 'invalid-argument',
  INVALID_EMAIL: 'invalid-email',
  EMAIL_NOT_VERIFIED: 'email-not-verified',
  INVALID_TOKEN: 'invalid-argument',
  UNAUTHORIZED: 'unauthenticated',
};

/** better-auth lays out `/api/auth/*`; limits, our codes and our error body are put around it here. */
export async function handleAuth(context: Context, c: HonoContext<Environment>): Promise<Response> {
  const path = c.req.path.slice('/api/auth'.length);
  let body: { email?: unknown; password?: unknown; name?: unknown } = {};
  let request = c.req.raw;
  if (c.req.method === 'POST') {
    const text = await readText(c, MOST_BYTES);
    body = parse(text);
    await guard(context, path, body, c.get('address') ?? 'unknown');
    request = new Request(c.req.url, { method: 'POST', headers: c.req.raw.headers, body: text });
  }
  const answer = await context.auth.handler(request);
  if (answer.status < 400) {
    if (path === '/sign-in/email') await forget(context, LIMITS.signIn, emailOf(body));
    return answer;
  }
  if (answer.status === 404 && !answer.headers.get('content-type')?.includes('json')) throw refuse('not-found');
  return answerFailure(c, await failureOf(context, path, body, answer), c.get('requestId'));
}

async function guard(
  context: Context,
  path: string,
  body: { email?: unknown; password?: unknown; name?: unknown },
  address: string,
) {
  if (path === '/sign-in/email') {
    await spend(context, LIMITS.signInFromAddress, address);
    await spend(context, LIMITS.signIn, emailOf(body));
  }
  if (path === '/sign-up/email') {
    checkSignUp(body);
    await spend(context, LIMITS.signUp, address);
  }
  if (path === '/request-password-reset') await spend(context, LIMITS.passwordReset, emailOf(body));
}

/** The same rules as the form's, so that both say the same. */
function checkSignUp(body: { email?: unknown; password?: unknown; name?: unknown }): void {
  if (!looksLikeEmail(emailOf(body))) throw refuse('invalid-email');
  const checked = checkNewPassword(typeof body.password === 'string' ? body.password : '');
  if (!checked.ok) throw refuse(checked.error.code, checked.error.message);
  const problem = nameProblem(typeof body.name === 'string' ? body.name : '');
  if (problem) throw refuse('invalid-argument', problem, { field: 'name' });
}

async function failureOf(context: Context, path: string, body: { email?: unknown }, answer: Response) {
  const said = parse(await answer.text()) as { code?: unknown; message?: unknown };
  const code = typeof said.code === 'string' ? said.code : '';
  if (path === '/sign-in/email' && answer.status === 401) {
    const known = await context.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', emailOf(body))
      .where('is_deleted', '=', false)
      .executeTakeFirst();
    return failure(known ? 'wrong-password' : 'user-not-found');
  }
  if (code in failures) return failure(code as FailureCode);
  const mapped = CODES[code] ?? byStatus(answer.status);
  const plain = mapped === 'invalid-argument' && typeof said.message === 'string';
  return failure(mapped, plain ? String(said.message) : undefined);
}

function byStatus(status: number): FailureCode {
  if (status === 401) return 'unauthenticated';
  if (status === 403) return 'permission-denied';
  if (status === 404) return 'not-found';
  if (status === 429) return 'rate-limited';
  return status >= 500 ? 'internal' : 'invalid-argument';
}

function emailOf(body: { email?: unknown }): string {
  return typeof body.email === 'string' ? body.email.trim().toLowerCase().slice(0, 200) : '';
}

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return value && typeof value === 'object' ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
