import { z } from '@hono/zod-openapi';
import type { Call } from '../call.ts';

/** The parts of JSON Schema that the contract uses. */
interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minLength?: number;
  readonly minimum?: number;
}

/** Values by the name of their field, for example the id of an order that exists. */
export type SampleValues = Readonly<Record<string, unknown>>;

/** A field of a request, at any depth. */
export interface RequestField {
  /** Where it is: `items.0.options`. Empty for the whole body. */
  readonly path: string;
  readonly schema: JsonSchema;
  /** The simplest request in which the field has this value. */
  readonly requestWith: (value: unknown) => unknown;
}

/** What a client sends, as JSON Schema. */
export function inputSchema(shape: z.ZodType): JsonSchema {
  return z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
}

/** The schemas of the inputs of a call: of its query, its body and its form. */
export function inputsOf({ query, body, form }: Call): { readonly kind: string; readonly shape: z.ZodType }[] {
  return Object.entries({ query, body, form }).flatMap(([kind, shape]) => (shape ? [{ kind, shape }] : []));
}

const alternativesOf = ({ anyOf, oneOf, allOf }: JsonSchema): readonly JsonSchema[] => anyOf ?? oneOf ?? allOf ?? [];

/** The names of the fields of an object, in any of its alternatives. */
export function fieldNamesOf(schema: JsonSchema): string[] {
  return [...Object.keys(schema.properties ?? {}), ...alternativesOf(schema).flatMap(fieldNamesOf)];
}

/** The first type that is not null. */
function typeOf({ type }: JsonSchema): string | undefined {
  return typeof type === 'object' ? type.find((each) => each !== 'null') : type;
}

const FORMATTED: SampleValues = { date: '2026-11-27', 'date-time': '2026-11-27T23:00:00.000Z' };

/** The simplest value that fits: the samples, and of other fields only the required ones. */
export function simplestValue(schema: JsonSchema, samples: SampleValues = {}, name = ''): unknown {
  if (name in samples) return samples[name];
  if (schema.enum) return schema.enum[0];
  if ('const' in schema) return schema.const;
  const first = alternativesOf(schema).find((each) => typeOf(each) !== 'null');
  if (first) return simplestValue(first, samples, name);
  switch (typeOf(schema)) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([field]) => field in samples || schema.required?.includes(field))
          .map(([field, fieldSchema]) => [field, simplestValue(fieldSchema, samples, field)]),
      );
    case 'array':
      return schema.minItems && schema.items ? [simplestValue(schema.items, samples, name)] : [];
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, 1);
    case 'boolean':
      return true;
    default:
      return FORMATTED[schema.format ?? ''] ?? 'x'.repeat(Math.max(schema.minLength ?? 1, 1));
  }
}

/** All fields of a request, those inside lists and objects included. */
export function fieldsOf(schema: JsonSchema, samples: SampleValues = {}): RequestField[] {
  return [...walkField(schema, samples, '', '', (value) => value)];
}

/** Yields a field and all fields inside it. `name` is its last name, of an item that of its list. */
function* walkField(
  schema: JsonSchema,
  samples: SampleValues,
  path: string,
  name: string,
  requestWith: RequestField['requestWith'],
): Generator<RequestField> {
  yield { path, schema, requestWith };
  yield* walkInside(schema, samples, path, name, requestWith);
}

function* walkInside(
  schema: JsonSchema,
  samples: SampleValues,
  path: string,
  name: string,
  requestWith: RequestField['requestWith'],
): Generator<RequestField> {
  const below = (key: string) => (path === '' ? key : `${path}.${key}`);
  for (const choice of alternativesOf(schema)) yield* walkInside(choice, samples, path, name, requestWith);
  const simplest = Object(simplestValue(schema, samples, name)) as object;
  for (const [field, fieldSchema] of Object.entries(schema.properties ?? {})) {
    yield* walkField(fieldSchema, samples, below(field), field, (value) =>
      requestWith({ ...simplest, [field]: value }),
    );
  }
  if (schema.items) {
    // A sample of a list has samples of its items.
    const ofItem = name in samples ? { ...samples, [name]: [samples[name]].flat()[0] } : samples;
    yield* walkField(schema.items, ofItem, below('0'), name, (value) => requestWith([value]));
  }
  if (typeof schema.additionalProperties === 'object') {
    yield* walkField(schema.additionalProperties, samples, below('any'), name, (value) => requestWith({ any: value }));
  }
}

const DEEPLY_NESTED = Array.from({ length: 60 }).reduce<unknown>((inside) => ({ a: [inside] }), 'end');

/** Values of no use to an honest client, by type. */
const HOSTILE_VALUES = {
  string: [
    '',
    ' ',
    'a\0b',
    '\ud800',
    '\udc00 and \ud800',
    '\u202Egnirts desrever\u2066',
    '\u0085\u009b\u001b[2J',
    'x'.repeat(5_000),
    '9'.repeat(400),
    '-1',
    '1e400',
    '2147483648',
    '9007199254740993',
    '%_\\',
    '__proto__',
    '[object Object]',
    '/日本?é=😀',
  ],
  date: [
    '0000-01-01',
    '0001-01-01',
    '1899-12-31',
    '1900-01-01',
    '2200-12-31',
    '2201-01-01',
    '9999-12-31',
    '+275760-09-13',
    '2026-02-29',
    '2028-02-29',
    '2026-00-10',
  ],
  instant: [
    '0000-01-01T00:00:00Z',
    '1900-01-01T00:00:00+23:59',
    '1969-12-31T23:59:59.999999999Z',
    '2200-12-31T23:59:59.999-23:59',
    '9999-12-31T23:59:59.999Z',
    '+275760-09-13T00:00:00.001Z',
    '2026-12-31T23:59:60Z',
    '2026-11-27T23:00:00',
  ],
  time: ['00:00', '23:59', '24:00', '-1:00', '12:60'],
  number: [
    0,
    -0,
    -1,
    0.5,
    1.005,
    90_071_992_547_409.91,
    2 ** 31 - 1,
    2 ** 31,
    -(2 ** 31) - 1,
    2 ** 53 - 1,
    1 - 2 ** 53,
    1e21,
    1.7e308,
    -1.7e308,
    5e-324,
  ],
  other: [null, true, [], {}, [[]], [null], DEEPLY_NESTED, JSON.parse('{"__proto__":{"role":"admin"}}') as unknown],
} as const;

/** The hostile values that come closest to the type of the field; those of other types last. */
export function hostileValuesFor(field: RequestField): readonly unknown[] {
  const types = new Set([field.schema, ...alternativesOf(field.schema)].flatMap(({ type }) => type ?? []));
  const { string, date, instant, time, number, other } = HOSTILE_VALUES;
  return [
    ...(types.has('string') || types.size === 0 ? [...string, ...date, ...instant, ...time] : ['', '9999-12-31']),
    ...(types.has('number') || types.has('integer') || types.size === 0 ? number : [-1]),
    ...other,
  ];
}
