import type { MiddlewareHandler } from 'hono';
import type { Environment } from '../http/api-context.ts';
import { inLanguage, languageAsked } from './interpreter.ts';

/** A request is answered in the language it asks for. Pages say theirs with every call. */
export const inTheirLanguage: MiddlewareHandler<Environment> = (c, next) =>
  inLanguage(languageAsked(c.req.header('accept-language')), next);
