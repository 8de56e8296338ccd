import { AREA_DESCRIPTIONS } from '@tiffin/contract/areas';
import { EXAMPLES } from '@tiffin/contract/examples';

type Json = Record<string, unknown>;

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

const asJson = (value: unknown): Json => (isJson(value) ? value : {});

/** Adds to a description of the API what no single schema contains: tags, refusals and examples. */
export function describeDocument(document: object): object {
  const { paths, webhooks, components, ...rest } = asJson(structuredClone(document));
  allowNulls([paths, webhooks, components]);
  for (const [path, operations] of Object.entries(asJson(paths))) {
    for (const operation of Object.values(asJson(operations))) describeOperation(asJson(operation), path.slice(1));
  }
  return {
    ...rest,
    tags: Object.entries(AREA_DESCRIPTIONS).map(([name, description]) => ({ name, description })),
    paths,
    webhooks,
    components: { ...asJson(components), responses: REFUSALS },
  };
}

function describeOperation(operation: Json, call: string): void {
  for (const parameter of [operation['parameters'] ?? []].flat().map(asJson)) {
    parameter['description'] ??= asJson(parameter['schema'])['description'];
  }
  operation['responses'] = { ...asJson(operation['responses']), ...refusalsOf(operation) };
  const examples = EXAMPLES[call];
  const content = asJson(asJson(operation['requestBody'])['content']);
  if (examples) {
    asJson(content['application/json'])['examples'] = Object.fromEntries(
      examples.map((example, index) => [`example-${index + 1}`, example]),
    );
  }
}

/**
 * A shared schema that may be null is published as that schema and, at the same time, an object or null. Null would
 * never be valid, so the alternative is written out.
 */
function allowNulls(node: unknown): void {
  if (Array.isArray(node)) return node.forEach(allowNulls);
  if (!isJson(node)) return;
  const parts = Array.isArray(node['allOf']) ? node['allOf'].map(asJson) : [];
  if (parts.some(({ type }) => Array.isArray(type) && type.includes('null'))) {
    const withoutNull = parts.map((part) => (Array.isArray(part['type']) ? { ...part, type: 'object' } : part));
    delete node['allOf'];
    node['anyOf'] = [{ allOf: withoutNull }, { type: 'null' }];
  }
  Object.values(node).forEach(allowNulls);
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
