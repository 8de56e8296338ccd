import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** A variable of the environment is wrong. The server does not start, and the message names the variable. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

export type Variables = Readonly<Record<string, string | undefined>>;

export const optionalText = z.string().trim().min(1).optional();
export const urlVariable = z
  .url({ protocol: /^https?$/, error: 'must be an address such as https://orders.example.com' })
  .transform((value) => value.replace(/(?<!\/)\/+$/, ''));

/** Reads the variables that the schema names. */
export function readVariables<Shape extends z.ZodRawShape>(
  env: Variables,
  schema: z.ZodObject<Shape>,
): z.output<z.ZodObject<Shape>> {
  // A variable with an empty value counts as not set.
  const setVariables = Object.fromEntries(
    Object.entries({ ...env, ...fromFiles(env, Object.keys(schema.shape)) }).filter(
      ([, value]) => value !== undefined && value !== '',
    ),
  );
  const read = schema.safeParse(setVariables);
  if (read.success) return read.data;
  const issue = read.error.issues[0];
  throw new ConfigError(`${String(issue?.path[0] ?? 'The environment')}: ${issue?.message ?? 'is not understood'}`);
}

/** `AUTH_SECRET_FILE=/run/secrets/auth` reads AUTH_SECRET from that file, as secrets of Docker and Kubernetes are. */
function fromFiles(env: Variables, names: readonly string[]): Record<string, string> {
  const files = names.flatMap((name) => (env[`${name}_FILE`] ? [[name, env[`${name}_FILE`] ?? ''] as const] : []));
  return Object.fromEntries(
    files.map(([name, file]) => {
      if (env[name]) throw new ConfigError(`${name}_FILE: leave it out, or ${name}`);
      try {
        return [name, readFileSync(file, 'utf8').trim()];
      } catch {
        throw new ConfigError(`${name}_FILE: the file ${file} cannot be read`);
      }
    }),
  );
}

/** Refuses some of these variables without the others. */
export function needTogether<T extends Record<string, unknown>>(values: T, names: readonly (keyof T & string)[]): void {
  const missing = names.filter((name) => !values[name]);
  if (missing.length > 0 && missing.length < names.length) {
    throw new ConfigError(`${missing[0]}: required together with ${names.filter((name) => values[name]).join(', ')}`);
  }
}
