import type { RouterContextProvider } from 'react-router';
import { apiErrorFrom, ApiError } from '../../shared/api/api-error.ts';
import { serverContext } from '../../shared/api/server-context.ts';

export type AuthAnswer =
  | { readonly ok: true; readonly headers: Headers; readonly body: unknown }
  | { readonly ok: false; readonly error: ApiError };

/** A sign-in call on behalf of the visitor: the cookies it sets go back with our own answer. */
export async function authCall(
  context: Readonly<RouterContextProvider>,
  path: string,
  body: Readonly<Record<string, unknown>>,
): Promise<AuthAnswer> {
  const { fetchApi, publicUrl } = context.get(serverContext);
  const response = await fetchApi(
    new Request(`${publicUrl}/api/auth${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', origin: publicUrl },
      body: JSON.stringify(body),
    }),
  );
  if (!response.ok) return { ok: false, error: await apiErrorFrom(response) };
  const headers = new Headers();
  for (const cookie of response.headers.getSetCookie()) headers.append('set-cookie', cookie);
  return { ok: true, headers, body: await response.json().catch(() => null) };
}
