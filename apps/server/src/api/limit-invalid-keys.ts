import { REQUEST_LIMITS } from '@tiffin/contract';
import { Refusal } from '@tiffin/domain/core';
import type { Context } from '../context.ts';
import { InvalidApiKey } from '../platform/auth/authenticate.ts';
import type { ApiContext } from '../platform/http/api-context.ts';
import { addressOf, countLimitUses, requireRefusal } from '../platform/http/rate-limiter.ts';

/**
 * Counts an invalid API key for its address and writes it to the security log. Returns the error to answer with: when
 * the limit is reached, 429. Requests with a valid key from that address are not counted and work.
 */
export async function limitInvalidKeys(context: Context, c: ApiContext, error: unknown): Promise<unknown> {
  if (!(error instanceof InvalidApiKey)) return error;
  const { requestId, address } = c.var.info;
  const refused = await countLimitUses(context, [REQUEST_LIMITS.invalidApiKey, addressOf({ address })]).catch(
    requireRefusal,
  );
  const wasRefused = refused instanceof Refusal;
  const from = { requestId, address, userAgent: c.req.header('user-agent') ?? null };
  context.securityFailures.add({ kind: 'api-key-refused', from, wasRefused });
  return wasRefused ? refused : error;
}
