import { fieldsIn } from '@tiffin/domain/core';
import { texts } from '../errors/texts.ts';

/** The code of a change that could neither be sent nor be kept for later. */
export const CANNOT_KEEP = 'cannot-keep';

/** A call that did not succeed, with what the server said about it. */
export class ApiError extends Error {
  readonly code: string;
  /** 0 when no answer came at all. */
  readonly status: number;
  readonly requestId: string | null;
  /** Seconds to wait before asking again. */
  readonly retryAfter: number | null;
  /** The further fields of the error body. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(value: {
    code: string;
    status: number;
    message: string;
    requestId?: string | null;
    retryAfter?: number | null;
    details?: Readonly<Record<string, unknown>>;
  }) {
    super(value.message);
    this.name = 'ApiError';
    this.code = value.code;
    this.status = value.status;
    this.requestId = value.requestId ?? null;
    this.retryAfter = value.retryAfter ?? null;
    this.details = value.details ?? {};
  }
}

/** Nobody who could know said anything: neither the server nor whoever stands before it. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 503);
}

/** Refusals that say that the menu is another than the one that stands here. */
const STALE_MENU: ReadonlySet<string> = new Set([
  'pricing-mismatch',
  'item-unavailable',
  'option-missing',
  'option-unavailable',
]);

export function saysMenuMoved(error: unknown): boolean {
  return error instanceof ApiError && STALE_MENU.has(error.code);
}

const WRAPPER = new Set(['success', 'error', 'code', 'timestamp', 'requestId']);

/** Reads an error answer: fields error, code, requestId and the header retry-after. */
export async function apiErrorFrom(response: Response): Promise<ApiError> {
  // No fields: a proxy's HTML page, or nothing at all.
  const body = fieldsIn(await response.text());
  const retryAfter = Number(response.headers.get('retry-after'));
  return new ApiError({
    code: typeof body['code'] === 'string' ? body['code'] : 'internal',
    status: response.status,
    message: typeof body['error'] === 'string' ? body['error'] : texts.wrong,
    requestId: typeof body['requestId'] === 'string' ? body['requestId'] : response.headers.get('x-request-id'),
    retryAfter: Number.isFinite(retryAfter) && retryAfter > 0 ? retryAfter : null,
    details: Object.fromEntries(Object.entries(body).filter(([name]) => !WRAPPER.has(name))),
  });
}
