import { z } from '@hono/zod-openapi';
import type { CallArea } from './areas.ts';
import { CALL_RATE_LIMITS, type CallRateLimits } from './rate-limits.ts';

/**
 * Who may make a call, from the widest access to the narrowest: `anyone` needs nothing; `guest` needs the public site
 * key, a session, or a browser that orders without an account; `customer` needs a session; the other levels need a
 * person with at least that role (an admin key counts as admin). Whether the caller may see or change a particular
 * record is checked by the use case (`authorise`).
 */
export type AccessLevel = 'anyone' | 'guest' | 'customer' | 'staff' | 'manager' | 'admin';

type Shape = z.ZodObject;

/** The size limit of uploads, which is also the limit of any request. */
export const MAX_UPLOAD_KB = 10 * 1024;
const DEFAULT_MAX_KB = 2;

export interface Call {
  readonly method: 'get' | 'post';
  /** The path also names the call: `/getLocations` is `getLocations`. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly area: CallArea;
  readonly access: AccessLevel;
  /** True if accountants may make the call, too. It only reads. */
  readonly forAccountants?: boolean;
  /** True if the access token of a link (`token`) is enough to make the call. */
  readonly byLink?: boolean;
  /** True if the key of a pick-up screen may make the call. It may make no other. */
  readonly forScreens?: boolean;
  /** True if API keys may not make the call, because what it makes ends with the rights of a person. */
  readonly peopleOnly?: boolean;
  /** True if the call only reads, although it is posted because its input is large. */
  readonly isRead?: boolean;
  /** True if the call creates something. The same `Idempotency-Key` returns the same response. */
  readonly creating?: boolean;
  /** True if staff need a manager's PIN, which is sent with the request and valid only for it. */
  readonly managersPin?: boolean;
  /** True if a colleague may make the call in the session of another person on a shared tablet, with their own PIN. */
  readonly colleaguesPin?: boolean;
  readonly query?: Shape;
  readonly body?: z.ZodType;
  /** The fields of a file upload (multipart/form-data) besides the file. */
  readonly form?: Shape;
  /** The size limit of the body or form in kilobytes; `DEFAULT_MAX_KB` by default. */
  readonly maxKb?: number;
  /** The rate limit. For POST, calls of staff have `work` by default, and others must name theirs. */
  readonly rate?: CallRateLimits;
  /**
   * Set for slow reading calls without a rate limit: at most two run at a time, and addresses take turns. `'none'`
   * opts out, for cheap calls and for calls that have a queue of their own.
   */
  readonly queue?: 'slow' | 'none';
  /** The fields of the response besides `success: true`. */
  readonly response: z.ZodType;
  /** The content type, for calls that do not return JSON (a PDF, a calendar file, a CSV). */
  readonly contentType?: string;
}

type CallOptions = Omit<Call, 'method' | 'path' | 'area'>;
type PostOptions = CallOptions &
  ({ readonly access: 'staff' | 'manager' | 'admin' } | { readonly rate: CallRateLimits });
type DefinedCall<M extends Call['method'], P extends Call['path'], T> = T & {
  readonly method: M;
  readonly path: P;
  readonly area: CallArea;
};

/** Figures of a period: managers and accountants read them. */
export const FIGURES_ACCESS = { access: 'manager', forAccountants: true, queue: 'slow' } as const;

/** The response of a call that exports a CSV file. */
export const CSV_FILE = { response: z.string(), contentType: 'text/csv' } as const;

/**
 * Creates the functions that define the calls of an area. Validation, documentation, authorisation and types all come
 * from these definitions.
 */
export function defineCalls(area: CallArea) {
  return {
    get: <P extends Call['path'], const T extends CallOptions>(path: P, options: T): DefinedCall<'get', P, T> => ({
      method: 'get',
      path,
      area,
      ...options,
    }),
    post: <P extends Call['path'], const T extends PostOptions>(path: P, options: T): DefinedCall<'post', P, T> => ({
      rate: CALL_RATE_LIMITS.work,
      maxKb: options.body || options.form ? DEFAULT_MAX_KB : undefined,
      ...options,
      method: 'post',
      path,
      area,
    }),
  };
}
