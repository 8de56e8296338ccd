import { apiErrorFrom, ApiError } from '../../shared/api/api-error.ts';

/** A call of the sign-in library, which is not of the contract. */
export async function authPost(
  path: string,
  body: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  const response = await fetch(`/api/auth${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => null);
  if (!response) {
    throw new ApiError({ code: 'network-error', status: 0, message: 'Network error - please check your connection' });
  }
  if (!response.ok) throw await apiErrorFrom(response);
  return (await response.json()) as Record<string, unknown>;
}
