import { REQUEST_LIMITS } from '@tiffin/contract';
import { failure, Refusal, say } from '@tiffin/domain/core';
import type { Context } from '../context.ts';
import { InvalidApiKey } from '../platform/auth/authenticate.ts';
import type { ApiContext } from '../platform/http/api-context.ts';
import { addressOf, countLimitUses } from '../platform/http/rate-limiter.ts';
import { dateTimeText } from '../modules/outbox/templates/mail-formats.ts';
import { readSite } from '../modules/locations/restaurant/site.ts';

/**
 * Counts an invalid API key for its address and writes it to the audit log. Returns the error to answer with: when
 * the limit is reached, 429. Requests with a valid key from that address are not counted and work.
 */
export async function limitInvalidKeys(context: Context, c: ApiContext, error: unknown): Promise<unknown> {
  if (!(error instanceof InvalidApiKey)) return error;
  const { ownId: requestId, address } = c.var.info;
  const limitUse = [REQUEST_LIMITS.invalidApiKey, addressOf({ address })] as const;
  // An error handler must not throw, so an error while counting becomes the answer.
  const countingError: unknown = await countLimitUses(context, limitUse).then(() => null, asIs);
  const wasRefused = countingError instanceof Refusal;
  const from = { requestId, address, userAgent: c.req.header('user-agent') ?? null };
  context.failures.add({ action: 'api-key-refused', from, wasRefused });
  return countingError ?? (await withExpiryDay(context, error).catch(() => error));
}

/** Says on which day the key expired, by the restaurant's time zone. */
async function withExpiryDay(context: Context, error: InvalidApiKey): Promise<Refusal> {
  if (!error.expiredAt) return error;
  const { timeZone } = await readSite(context.db);
  const day = dateTimeText(error.expiredAt, timeZone);
  const words = say`This API key expired on ${day}. An admin can create another one in Settings.`;
  return new Refusal(failure('api-key-expired', words, error.failure.details));
}

const asIs = (error: unknown): unknown => error;
