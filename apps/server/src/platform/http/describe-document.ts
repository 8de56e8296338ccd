import { AREA_DESCRIPTIONS } from '@tiffin/contract/areas';
import { EXAMPLES } from '@tiffin/contract/examples';
import { FIELD_DESCRIPTIONS } from '@tiffin/contract/field-descriptions';
import { FORMAT_TEXTS } from '@tiffin/contract/wire';

type Json = Record<string, unknown>;

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

const asJson = (value: unknown): Json => (isJson(value) ? value : {});

/** Adds to a description of the API what no single schema contains: tags, refusals, examples, meanings of fields. */
export function describeDocument(document: object): object {
  const { paths, webhooks, components, ...rest } = asJson(structuredClone(document));
  const { schemas, ...otherComponents } = asJson(components);
  for (const [name, schema] of Object.entries(asJson(schemas))) describeFields(schema, name);
  for (const [path, operations] of Object.entries(asJson(paths))) {
    for (const operation of Object.values(asJson(operations))) describeOperation(asJson(operation), path.slice(1));
  }
  describeFields(webhooks, 'webhooks');
  return {
    ...rest,
    tags: Object.entries(AREA_DESCRIPTIONS).map(([name, description]) => ({ name, description })),
    paths,
    webhooks,
    components: { ...otherComponents, schemas, responses: REFUSALS },
  };
}

function describeOperation(operation: Json, call: string): void {
  describeFields(operation, call);
  for (const parameter of [operation['parameters'] ?? []].flat().map(asJson)) {
    parameter['description'] ??=
      asJson(parameter['schema'])['description'] ?? meaningOf(String(parameter['name']), call);
  }
  operation['responses'] = { ...asJson(operation['responses']), ...refusalsOf(operation) };
  const examples = EXAMPLES[call];
  const content = asJson(asJson(operation['requestBody'])['content']);
  if (examples) {
    asJson(content['application/json'])['examples'] = Object.fromEntries(
      examples.map((example, at) => [`example-${at + 1}`, example]),
    );
  }
}

/** Describes the properties of all schemas inside. `parent` names the field, schema or call that contains them. */
function describeFields(node: unknown, parent: string): void {
  if (Array.isArray(node)) {
    for (const each of node) describeFields(each, parent);
    return;
  }
  if (!isJson(node)) return;
  allowNull(node);
  for (const [key, value] of Object.entries(node)) {
    if (key === 'example' || key === 'examples' || key === 'default' || key === 'enum') continue;
    if (key !== 'properties') {
      describeFields(value, parent);
      continue;
    }
    for (const [name, schema] of Object.entries(asJson(value))) {
      const field = asJson(schema);
      describe(field, meaningOf(name, parent));
      describeFields(field, name);
    }
  }
}

/**
 * A shared schema that may be null is published as that schema and, at the same time, an object or null. Null would
 * never be valid, so the alternative is written out.
 */
function allowNull(node: Json): void {
  const parts = Array.isArray(node['allOf']) ? node['allOf'].map(asJson) : [];
  if (!parts.some(({ type }) => Array.isArray(type) && type.includes('null'))) return;
  const withoutNull = parts.map((part) => (Array.isArray(part['type']) ? { ...part, type: 'object' } : part));
  delete node['allOf'];
  node['anyOf'] = [{ allOf: withoutNull }, { type: 'null' }];
}

const FORMATS: ReadonlySet<string> = new Set(Object.values(FORMAT_TEXTS));

/** A description that contains only a format gets the meaning in front. */
function describe(target: Json, meaning: string | undefined): void {
  const own = target['description'];
  if (own === undefined) target['description'] = meaning;
  else if (typeof own === 'string' && FORMATS.has(own) && meaning) target['description'] = `${meaning}. ${own}`;
}

function meaningOf(name: string, parent: string): string | undefined {
  return FIELD_DESCRIPTIONS[`${parent}.${name}`] ?? FIELD_DESCRIPTIONS[name];
}

const refusal = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
});

const REFUSALS = {
  InvalidRequest: refusal('The request is not valid. `fields` names what is wrong'),
  NotSignedIn: refusal('The caller is not signed in, or the API key is not valid'),
  NotAllowed: refusal('The caller may not do this'),
  NotFound: refusal('It does not exist, or the caller may not know of it'),
  Conflict: refusal('It is not possible in the current state. `code` says why'),
  TooLarge: refusal('The request is too large'),
  TooManyRequests: refusal('There were too many requests. `Retry-After` says when to try again'),
} as const;

/** The refusals that an operation can answer, as its description implies them. */
function refusalsOf({ security, requestBody, parameters }: Json): Json {
  const isOpen = Array.isArray(security) && security.length === 0;
  const takesInput = requestBody !== undefined || parameters !== undefined;
  const applies: Record<string, [keyof typeof REFUSALS, boolean]> = {
    400: ['InvalidRequest', takesInput],
    401: ['NotSignedIn', !isOpen],
    403: ['NotAllowed', !isOpen],
    404: ['NotFound', takesInput],
    409: ['Conflict', requestBody !== undefined],
    413: ['TooLarge', requestBody !== undefined],
    429: ['TooManyRequests', true],
  };
  return Object.fromEntries(
    Object.entries(applies)
      .filter(([, [, isPossible]]) => isPossible)
      .map(([status, [name]]) => [status, { $ref: `#/components/responses/${name}` }]),
  );
}
