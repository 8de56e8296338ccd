import type { BetterAuthPlugin } from 'better-auth';
import { genericOAuth, type GenericOAuthConfig } from 'better-auth/plugins/generic-oauth';
import type { Config } from '../../config.ts';

/** The sign-in library's name for the provider of OIDC_ISSUER. It is in the address to which people return. */
export const STAFF_PROVIDER = 'oidc';

/**
 * Signs in staff with any OpenID Connect provider. Nobody gets an account this way, and customers are refused when a
 * session or a link is created.
 */
export function staffProvider(config: Config): BetterAuthPlugin[] {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME } = config;
  if (!OIDC_ISSUER || !OIDC_CLIENT_ID || !OIDC_CLIENT_SECRET) return [];
  const provider: GenericOAuthConfig = {
    providerId: STAFF_PROVIDER,
    name: OIDC_NAME,
    discoveryUrl: `${OIDC_ISSUER}/.well-known/openid-configuration`,
    requireIdTokenVerification: true,
    clientId: OIDC_CLIENT_ID,
    clientSecret: OIDC_CLIENT_SECRET,
    scopes: ['openid', 'email', 'profile'],
    pkce: true,
    disableSignUp: true,
    // Without an ID token nothing says for whom the answer was made. The library has verified it; an empty subject
    // refuses the sign-in.
    accountSubject: ({ tokens }) => subjectOf(tokens.idToken, OIDC_ISSUER),
  };
  return [discoverOnFirstUse(genericOAuth({ config: [provider] }), provider)];
}

/**
 * The library would fetch the provider's description when it is loaded, without a time limit. Then a provider that does
 * not answer would delay sign-ins with passwords. A provider that is listed as pending is fetched when it is used.
 */
function discoverOnFirstUse(plugin: ReturnType<typeof genericOAuth>, provider: GenericOAuthConfig): BetterAuthPlugin {
  const genericOAuthPendingDiscovery = new Map([[provider.providerId, provider]]);
  return { ...plugin, init: () => ({ context: { genericOAuthPendingDiscovery } }) };
}

/** The description of a provider may name another issuer than the configured one. */
function subjectOf(idToken: string | undefined, issuer: string): string {
  if (!idToken) return '';
  const payload = Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString();
  const { iss, sub } = JSON.parse(payload) as { readonly iss?: unknown; readonly sub?: unknown };
  const isConfigured = typeof iss === 'string' && iss.replace(/(?<!\/)\/+$/, '') === issuer;
  return isConfigured && typeof sub === 'string' ? sub : '';
}
