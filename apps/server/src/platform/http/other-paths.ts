const json = (schema: object) => ({ 'application/json': { schema } });
const stringSchema = (description: string) => ({ type: 'string', description });
const parameter = (name: string, where: 'query' | 'header', description: string) => ({
  name,
  in: where,
  description,
  schema: { type: 'string' },
});
const refusedByAuth = {
  description: 'Refused',
  content: json({
    type: 'object',
    properties: { code: stringSchema('The reason, for programs'), message: stringSchema('The reason, for people') },
  }),
};

const user = {
  type: 'object',
  description: 'The account',
  properties: {
    id: stringSchema('The id of the account'),
    email: stringSchema('The email address'),
    name: stringSchema('The name of the person'),
    emailVerified: { type: 'boolean', description: 'True if the email address is confirmed' },
  },
  required: ['id', 'email', 'name'],
};

const signIn = (
  operationId: string,
  summary: string,
  properties: Record<string, object>,
  answer: Record<string, object>,
) => ({
  post: {
    operationId,
    tags: ['Sign-in'],
    summary,
    description: 'Anyone. The session is a cookie; send the `Origin` of the site with the request.',
    security: [],
    requestBody: { required: true, content: json({ type: 'object', properties, required: Object.keys(properties) }) },
    responses: {
      200: { description: 'Done', content: json({ type: 'object', properties: answer }) },
      default: refusedByAuth,
    },
  },
});

const email = stringSchema('The email address');
const password = stringSchema('The password of the account');

/** What the API answers besides the calls of the contract: sign-in, live events and the events of payment providers. */
export const OTHER_PATHS = {
  '/auth/sign-in/email': signIn(
    'signInWithEmail',
    'Signs in with email address and password',
    { email, password },
    { user, redirect: { type: 'boolean', description: 'True if the browser should go to another page' } },
  ),
  '/auth/sign-up/email': signIn(
    'signUpWithEmail',
    'Creates an account',
    { email, password, name: stringSchema('The name of the person') },
    { user },
  ),
  '/auth/sign-out': signIn(
    'signOut',
    'Signs out on this device',
    {},
    { success: { type: 'boolean', description: 'True if the session has ended' } },
  ),
  '/auth/get-session': {
    get: {
      operationId: 'getSession',
      tags: ['Sign-in'],
      summary: 'Returns the session of the cookie, or null',
      description: 'Anyone.',
      security: [],
      responses: {
        200: {
          description: 'The session',
          content: json({ type: ['object', 'null'], properties: { user } }),
        },
        default: refusedByAuth,
      },
    },
  },
  '/events': {
    get: {
      operationId: 'followEvents',
      tags: ['Live events'],
      summary: 'Streams changes as server-sent events: what the caller may read, and nothing else',
      description:
        'Anyone. Everybody gets changes of menus and locations, customers those of their orders and reservations, and staff those of their locations. An API key gets the types that its scopes read: `orders:read` the orders, and so on. Each has an `id`, its type as `event`, and `LiveEvent` as JSON in `data`. The first is `hello`, and `beat` comes every 15 seconds; ignore both, and types that you do not know. After `reset`, load the data again. Pages of the origins that a customer key lists may follow it, too.',
      security: [{}, { session: [] }, { apiKey: [] }],
      parameters: [
        parameter('lastEventId', 'query', 'Continues after this event, like the header `Last-Event-ID`'),
        parameter('last-event-id', 'header', 'Continues after this event, without a gap'),
        parameter('orderId', 'query', 'The number of an order to follow with its access token'),
        parameter('token', 'query', 'The access token of the order link'),
      ],
      responses: {
        200: {
          description: 'The stream',
          content: { 'text/event-stream': { schema: { $ref: '#/components/schemas/LiveEvent' } } },
        },
        default: { description: 'Refused', content: json({ $ref: '#/components/schemas/Error' }) },
      },
    },
  },
  '/webhooks/{provider}': {
    post: {
      operationId: 'receiveProviderEvent',
      tags: ['Webhooks'],
      summary: 'Receives an event of a payment provider, signed by the provider',
      description: 'Payment providers. An event that arrives twice is processed once.',
      security: [],
      parameters: [
        {
          name: 'provider',
          in: 'path',
          required: true,
          description: 'The name of the provider',
          schema: { type: 'string', enum: ['stripe', 'sandbox'] },
        },
      ],
      requestBody: {
        required: true,
        content: json({ type: 'object', description: 'The event, as the provider describes it' }),
      },
      responses: {
        200: { description: 'The event was stored', content: json({ type: 'object' }) },
        default: { description: 'Refused', content: json({ $ref: '#/components/schemas/Error' }) },
      },
    },
  },
} as const;
