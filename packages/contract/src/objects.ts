import { z } from '@hono/zod-openapi';

/** An object that the description of the API lists by this name. */
export const namedObject = <const Fields extends z.ZodRawShape>(name: string, fields: Fields) =>
  z.object(fields).openapi(name);

export const nullableObject = <const Fields extends z.ZodRawShape>(fields: Fields) => z.object(fields).nullable();
export const optionalObject = <const Fields extends z.ZodRawShape>(fields: Fields) => z.object(fields).optional();

export const arrayOf = <const Fields extends z.ZodRawShape>(fields: Fields) => z.array(z.object(fields));
