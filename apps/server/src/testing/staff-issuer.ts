import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface IssuerPerson {
  readonly sub: string;
  readonly email: string;
  readonly email_verified: boolean;
  readonly name: string;
}

/** What the issuer does differently from a correct one. Claims replace those of the ID token; null removes one. */
export interface IssuerFault {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly signedByOther?: boolean;
  readonly unsigned?: boolean;
  readonly withoutIdToken?: boolean;
  /** The issuer that its description names. */
  readonly describedIssuer?: string;
}

interface Grant {
  readonly nonce: string | null;
  readonly challenge: string | null;
  readonly person: IssuerPerson;
}

export const ISSUER_CLIENT = { id: 'tiffin', secret: 'tiffin-secret' } as const;

const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 });

/** A small OpenID Connect provider on loopback that signs the person in without a form. */
export async function staffIssuer() {
  const key = newKey();
  const otherKey = newKey();
  const grants = new Map<string, Grant>();
  let person: IssuerPerson = { sub: 'p-1', email: 'nobody@example.test', email_verified: true, name: 'Nobody' };
  let fault: IssuerFault = {};
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', url);
    if (pathname === '/.well-known/openid-configuration') return json(response, description());
    if (pathname === '/jwks') {
      const jwk = key.publicKey.export({ format: 'jwk' });
      return json(response, { keys: [{ ...jwk, kid: 'k-1', alg: 'RS256', use: 'sig' }] });
    }
    if (pathname === '/authorize') return authorize(response, searchParams);
    if (pathname === '/token') return token(request, response);
    if (pathname === '/userinfo') return json(response, person);
    response.writeHead(404).end();
  }

  function description() {
    return {
      issuer: fault.describedIssuer ?? url,
      authorization_endpoint: `${url}/authorize`,
      token_endpoint: `${url}/token`,
      userinfo_endpoint: `${url}/userinfo`,
      jwks_uri: `${url}/jwks`,
      id_token_signing_alg_values_supported: ['RS256'],
    };
  }

  function authorize(response: ServerResponse, query: URLSearchParams): void {
    const code = randomUUID();
    grants.set(code, { nonce: query.get('nonce'), challenge: query.get('code_challenge'), person });
    const back = new URL(query.get('redirect_uri') ?? url);
    back.searchParams.set('code', code);
    back.searchParams.set('state', query.get('state') ?? '');
    response.writeHead(302, { location: back.href }).end();
  }

  async function token(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await textOf(request));
    const grant = grants.get(form.get('code') ?? '');
    grants.delete(form.get('code') ?? '');
    const verifier = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const basic = Buffer.from(`${ISSUER_CLIENT.id}:${ISSUER_CLIENT.secret}`).toString('base64');
    const isClient =
      form.get('client_secret') === ISSUER_CLIENT.secret || request.headers.authorization === `Basic ${basic}`;
    if (!grant || !isClient || verifier !== grant.challenge) {
      response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"invalid_grant"}');
      return;
    }
    json(response, {
      access_token: randomUUID(),
      token_type: 'Bearer',
      expires_in: 300,
      ...(!fault.withoutIdToken && { id_token: idToken(grant) }),
    });
  }

  function idToken({ nonce, person: { sub, email, email_verified, name } }: Grant): string {
    const now = Math.floor(Date.now() / 1000);
    const usual = {
      iss: url,
      aud: ISSUER_CLIENT.id,
      iat: now,
      exp: now + 300,
      nonce,
      sub,
      email,
      email_verified,
      name,
    };
    const claims = Object.fromEntries(
      Object.entries({ ...usual, ...fault.claims }).filter(([, value]) => value !== null),
    );
    const header = fault.unsigned ? { alg: 'none' } : { alg: 'RS256', kid: 'k-1' };
    const content = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
    const { privateKey } = fault.signedByOther ? otherKey : key;
    return `${content}.${fault.unsigned ? '' : sign('sha256', Buffer.from(content), privateKey).toString('base64url')}`;
  }

  return {
    url,
    as(next: Omit<IssuerPerson, 'name'>): void {
      person = { ...next, name: 'Morgan Lee' };
    },
    fail(next: IssuerFault): void {
      fault = next;
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

function json(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
