import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

export interface Visitor {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly email_verified: boolean;
}

/** A real OpenID provider on loopback that signs the visitor in without a form. */
export async function identityProvider(redirectUris: readonly string[]) {
  let visitor: Visitor = { id: 'v-1', name: 'Ada Verma', email: 'ada@example.test', email_verified: true };
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(url, {
    clients: [{ client_id: 'tiffin', client_secret: 'tiffin-secret', redirect_uris: [...redirectUris] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    scopes: ['openid', 'email', 'profile', 'public_profile'],
    conformIdTokenClaims: false,
    pkce: { required: () => false },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context: unknown, interaction: { uid: string }) => `/interaction/${interaction.uid}` },
    cookies: { keys: ['only for tests'] },
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, name: visitor.name, email: visitor.email, email_verified: visitor.email_verified }),
    }),
  });
  const handle = provider.callback();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    void answer(request, response);
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '/', url).pathname;
    if (path.startsWith('/interaction/')) {
      const { prompt, params, grantId } = await provider.interactionDetails(request, response);
      const grant = grantId
        ? await provider.Grant.find(grantId)
        : new provider.Grant({ accountId: visitor.id, clientId: String(params['client_id']) });
      grant?.addOIDCScope(String(params['scope']));
      const consent = prompt.name === 'consent' ? { consent: { grantId: await grant?.save() } } : {};
      await provider.interactionFinished(request, response, { login: { accountId: visitor.id }, ...consent });
      return;
    }
    // Two paths where a social network differs from OpenID.
    if (path === '/debug_token')
      return json(response, { data: { is_valid: true, app_id: 'tiffin', user_id: visitor.id } });
    if (path === '/me') {
      const { id, name, email, email_verified } = visitor;
      return json(response, { id, name, email, email_verified, picture: { data: { url: null } } });
    }
    await handle(request, response);
  }

  return {
    url,
    as(next: Visitor): void {
      visitor = next;
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function json(response: ServerResponse, body: object): void {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(body));
}
