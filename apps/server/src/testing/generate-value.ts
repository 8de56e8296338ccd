/** The parts of JSON Schema that the published description uses. */
export interface PublishedSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, PublishedSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: PublishedSchema | boolean;
  readonly items?: PublishedSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly anyOf?: readonly PublishedSchema[];
  readonly oneOf?: readonly PublishedSchema[];
  readonly allOf?: readonly PublishedSchema[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
}

export interface ValueSource {
  /** A number from 0 to 1. The same seed gives the same values. */
  readonly random: () => number;
  /** The schema to which a `$ref` points. */
  readonly resolve: (ref: string) => PublishedSchema;
  /** Values that the server knows, by the name of their field: the ids of orders, dishes and people. */
  readonly samples: ReadonlyMap<string, readonly unknown[]>;
}

/** 'orderIds' → 'orderId', 'categories' → 'category', 'locationInfo' → 'location' */
export function singularOf(name: string): string {
  return name
    .replace(/Info$/, '')
    .replace(/ies$/, 'y')
    .replace(/(?<=[^s])s$/, '');
}

/** The name under which the samples of a field are known: the `id` of an order is an `orderId`. */
export function sampleNameOf(field: string, parent: string): string {
  return field === 'id' && parent !== '' ? `${singularOf(parent)}Id` : field;
}

/** The samples of a field; those of a longer name if it has none of its own: a `keyId` is an `apiKeyId`. */
function samplesOf(name: string, samples: ValueSource['samples']): readonly unknown[] | undefined {
  if (samples.has(name) || !name.endsWith('Id')) return samples.get(name);
  const ending = name.charAt(0).toUpperCase() + name.slice(1);
  return [...samples].find(([longer]) => longer.endsWith(ending))?.[1];
}

/** Generates a value that the schema allows: with any of the optional fields, and null where it is allowed. */
export function generateValue(schema: PublishedSchema, source: ValueSource, name = '', depth = 0): unknown {
  const { random, samples } = source;
  if (schema.$ref) return generateValue(source.resolve(schema.$ref), source, name, depth);
  const sampleValues = samplesOf(name, samples);
  const types = [schema.type ?? []].flat();
  if (types.includes('null') && random() < 0.2) return null;
  if (sampleValues && !types.includes('object') && !types.includes('array') && random() < 0.85) {
    return pick(sampleValues, random);
  }
  if (schema.enum) return pick(schema.enum, random);
  if ('const' in schema) return schema.const;
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return generateValue(pick(alternatives, random) ?? {}, source, name, depth);
  if (schema.allOf) {
    const parts = schema.allOf.map((part) => generateValue(part, source, name, depth));
    return parts.every((part) => typeof part === 'object') ? Object.assign({}, ...parts) : parts[0];
  }
  return generateOfType(
    types.find((type) => type !== 'null'),
    schema,
    source,
    name,
    depth,
  );
}

function generateOfType(
  type: string | undefined,
  schema: PublishedSchema,
  source: ValueSource,
  name: string,
  depth: number,
): unknown {
  const { random } = source;
  switch (type) {
    case 'object':
      return generateObject(schema, source, name, depth);
    case 'array': {
      const least = schema.minItems ?? 0;
      const most = Math.min(schema.maxItems ?? 3, depth > 4 ? least : least + 2);
      const length = least + Math.floor(random() * (most - least + 1));
      return Array.from({ length }, () => generateValue(schema.items ?? {}, source, singularOf(name), depth + 1));
    }
    case 'integer':
    case 'number': {
      const least = schema.minimum ?? schema.exclusiveMinimum ?? 0;
      // Small numbers are lines, quantities and parties that exist.
      if (type === 'integer' && random() < 0.5) return Math.ceil(least) + Math.floor(random() * 2);
      const value = least + random() * (Math.min(schema.maximum ?? least + 50, least + 50) - least);
      return type === 'integer' ? Math.ceil(value) : Math.round(value * 100) / 100;
    }
    case 'boolean':
      return random() < 0.5;
    case 'string':
      return generateText(schema, random);
    default:
      return pick([null, true, 0, 'text', [], {}], random);
  }
}

function generateObject(
  { properties = {}, required = [] }: PublishedSchema,
  source: ValueSource,
  parent: string,
  depth: number,
) {
  const { random } = source;
  // Each object has its own share of optional fields, so that all of them, some and none occur.
  const share = random();
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([field]) => required.includes(field) || (depth < 6 && random() < share))
      .map(([field, schema]) => [field, generateValue(schema, source, sampleNameOf(field, parent), depth + 1)]),
  );
}

const FORMATTED: Readonly<Record<string, readonly string[]>> = {
  date: ['2026-11-20', '2026-11-27', '2026-12-24', '2025-02-28'],
  'date-time': ['2026-11-20T23:00:00.000Z', '2026-11-27T23:30:00.000Z', '2026-12-24T18:00:00-04:00'],
  email: ['asha@example.test', 'liam@example.test'],
  uri: ['https://tiffin.test/a', 'https://example.test'],
  binary: [''],
};
const TEXTS = ['Asha Menon', 'No onions, please', '(902) 555-0177', '18:30', 'Łukasz 李雷', 'x', ''];

function generateText({ format, minLength = 0, maxLength = Infinity }: PublishedSchema, random: () => number): string {
  const text = String(pick(FORMATTED[format ?? ''] ?? TEXTS, random));
  return text.padEnd(Math.min(minLength, maxLength), 'x').slice(0, maxLength);
}

function pick<T>(values: readonly T[], random: () => number): T | undefined {
  return values[Math.floor(random() * values.length)];
}
