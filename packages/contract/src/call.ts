import type { z } from '@hono/zod-openapi';
import type { Rate } from './rates.ts';

/**
 * Who may call, from the widest to the narrowest:
 * `anyone` needs nothing; `guest` the public customer key, any session, or a browser that continues without an account;
 * `customer` a session;
 * the rest a person of at least that role (an admin key counts as admin).
 * What the caller may see or change of a particular thing is the use case's question (`authorise`).
 */
export type Who = 'anyone' | 'guest' | 'customer' | 'staff' | 'manager' | 'admin';

type Shape = z.ZodObject;

/** What an upload may carry, and so the most that any request may. */
export const UPLOAD_KB = 10 * 1024;

export interface Call {
  readonly method: 'get' | 'post';
  /** Also its name: `/getLocations` is called `getLocations`. */
  readonly path: `/${string}`;
  /** Earlier paths of the call. They work for one more release and are marked as deprecated in the description. */
  readonly deprecatedPaths?: readonly `/${string}`[];
  readonly summary: string;
  readonly area: string;
  readonly who: Who;
  /** Whoever shows the key of a link (`token`) needs nothing else. */
  readonly byLink?: boolean;
  /** It makes something: the same `Idempotency-Key` gives the same answer. */
  readonly creating?: boolean;
  /** Of staff it takes a manager's PIN, said with the request and good for it alone. */
  readonly managersPin?: boolean;
  readonly query?: Shape;
  readonly body?: z.ZodType;
  /** A file upload: multipart/form-data with these fields beside the file. */
  readonly form?: Shape;
  /** How many kilobytes the body or form may have: whoever takes one says it. */
  readonly maxKb?: number;
  /** How often it may be asked for: whatever is posted says it. */
  readonly rate?: Rate;
  /**
   * It takes as long to answer as a page, and nobody counts who asks: two at a time, each address in its turn. What costs
   * next to nothing, or has turns of its own, goes by itself.
   */
  readonly inTurn?: true | 'by itself';
  /** What comes back beside `success: true`. */
  readonly answer: z.ZodType;
  /** For calls that answer something other than JSON (a PDF, a calendar file, a CSV). */
  readonly answersWith?: string;
}

/** All paths that reach the call: its own and the deprecated ones. */
export function pathsOf({ path, deprecatedPaths = [] }: Call): Call['path'][] {
  return [path, ...deprecatedPaths];
}

/** What is said of a call beside its method, path and area. */
type Told = Omit<Call, 'method' | 'path' | 'area'>;
/** Whoever takes a body says how large it may be. */
type Limited<T extends Told> = T &
  (T extends { body: z.ZodType } | { form: Shape } ? { readonly maxKb: number } : unknown);
type Made<M extends Call['method'], P extends Call['path'], T> = T & {
  readonly method: M;
  readonly path: P;
  readonly area: string;
};

/** The calls of an area as data: validated, documented, authorised and typed from this one place. */
export function callsOf(area: string) {
  return {
    get: <P extends Call['path'], const T extends Told>(path: P, text: Limited<T>): Made<'get', P, T> => ({
      method: 'get',
      path,
      area,
      ...text,
    }),
    post: <P extends Call['path'], const T extends Told & { readonly rate: Rate }>(
      path: P,
      text: Limited<T>,
    ): Made<'post', P, T> => ({ method: 'post', path, area, ...text }),
  };
}

type Given<S> = S extends z.ZodType ? z.input<S> : never;
type Understood<S> = S extends z.ZodType ? z.output<S> : undefined;

/** What a caller passes. */
export type InputOf<C extends Call> = (C extends { query: infer Q } ? { query: Given<Q> } : { query?: undefined }) &
  (C extends { body: infer B } ? { body: Given<B> } : { body?: undefined });

/** What a handler is handed after validation. */
export interface UnderstoodOf<C extends Call> {
  readonly query: C extends { query: infer Q } ? Understood<Q> : undefined;
  readonly body: C extends { body: infer B } ? Understood<B> : undefined;
  readonly form: C extends { form: infer F } ? Understood<F> : undefined;
}

/** What a handler answers and a caller reads, beside `success: true`. */
export type AnswerOf<C extends Call> = C extends { answer: infer A }
  ? A extends z.ZodType
    ? z.input<A>
    : never
  : never;
