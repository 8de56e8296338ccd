import { currentLanguage } from '@tiffin/domain/core';
import { fetchOnce } from '../../shared/api/fetch-once.ts';

/** Calls the auth library, whose endpoints are not part of the contract. */
export async function authPost(
  path: string,
  body: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json', 'accept-language': currentLanguage() },
    body: JSON.stringify(body),
  };
  return fetchOnce(`/api/auth${path}`, init, (response) => response.json());
}
