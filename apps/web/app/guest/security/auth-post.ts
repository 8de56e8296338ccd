import { currentLanguage } from '@tiffin/domain/core';
import { apiErrorFrom, ApiError } from '../../shared/api/api-error.ts';
import { texts } from '../../shared/errors/texts.ts';

/** Calls the auth library, whose endpoints are not part of the contract. */
export async function authPost(
  path: string,
  body: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  const response = await fetch(`/api/auth${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json', 'accept-language': currentLanguage() },
    body: JSON.stringify(body),
  }).catch(() => null);
  if (!response) {
    throw new ApiError({ code: 'network-error', status: 0, message: texts.network });
  }
  if (!response.ok) throw await apiErrorFrom(response);
  return (await response.json()) as Record<string, unknown>;
}
