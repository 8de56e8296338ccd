import { parseJsonFields, say } from '@tiffin/domain/core';
import { messageForCode } from '@tiffin/domain/errors';

/** The code of a change that could neither be sent nor stored for later. */
export const CANNOT_STORE = 'cannot-keep';

/** A request that the server refused, or that got no usable response. */
export class ApiError extends Error {
  readonly code: string;
  /** 0 when there was no response. */
  readonly status: number;
  readonly requestId: string | null;
  /** Seconds to wait before the next attempt. */
  readonly retryAfter: number | null;
  /** The other fields of the error body. */
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

/** True if neither the server nor a working proxy responded. */
export function hasNoResponse(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 503);
}

/** The error of a request that got no usable response: none in time, none at all, or an unreadable one. */
export function transportError(error: unknown): unknown {
  if (error instanceof ApiError || (error instanceof DOMException && error.name === 'AbortError')) return error;
  if (error instanceof DOMException && error.name === 'TimeoutError') return browserError('timeout');
  // A proxy or a sign-in page of a wireless network answered with something else than JSON.
  if (error instanceof SyntaxError) return browserError('data-loss');
  return new ApiError({ code: 'network-error', status: 0, message: say`Network error - please check your connection` });
}

/** Codes of errors that the browser raises itself. Their messages say more than "network error". */
const BROWSER_ERRORS = ['timeout', 'data-loss', 'cannot-slice-blob'] as const;

export function browserError(code: (typeof BROWSER_ERRORS)[number]): ApiError {
  return new ApiError({ code, status: 0, message: messageForCode(code) });
}

export function isBrowserError({ code }: ApiError): boolean {
  return BROWSER_ERRORS.some((each) => each === code);
}

/** Refusals that mean that the menu on this page is outdated. */
const STALE_MENU: ReadonlySet<string> = new Set([
  'pricing-mismatch',
  'item-unavailable',
  'option-missing',
  'option-unavailable',
]);

export function isMenuChangedError(error: unknown): boolean {
  return error instanceof ApiError && STALE_MENU.has(error.code);
}

/** The fields that every error body may have; the others are its details. */
const COMMON_FIELDS = new Set(['success', 'error', 'code', 'timestamp', 'requestId']);

/** Parses an error response: the fields error, code and requestId, and the header retry-after. */
export async function apiErrorFrom(response: Response): Promise<ApiError> {
  // Empty for a proxy's HTML page or an empty body.
  const body = parseJsonFields(await response.text());
  const retryAfter = Number(response.headers.get('retry-after'));
  return new ApiError({
    code: typeof body['code'] === 'string' ? body['code'] : 'internal',
    status: response.status,
    message: typeof body['error'] === 'string' ? body['error'] : say`Something went wrong on our side.`,
    requestId: typeof body['requestId'] === 'string' ? body['requestId'] : response.headers.get('x-request-id'),
    retryAfter: Number.isFinite(retryAfter) && retryAfter > 0 ? retryAfter : null,
    details: Object.fromEntries(Object.entries(body).filter(([name]) => !COMMON_FIELDS.has(name))),
  });
}
