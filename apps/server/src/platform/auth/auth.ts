import { betterAuth, type BetterAuthOptions } from 'better-auth';
import { twoFactor } from 'better-auth/plugins/two-factor';
import { PASSWORD_MIN } from '@tiffin/domain/people';
import type { Ids } from '../ids.ts';
import type { Config } from '../../config.ts';
import { codeAfterProvider } from './code-after-provider.ts';
import { accountHooks, type AccountHookParts } from './account-hooks.ts';
import { SESSIONS, SIGN_IN_ACCOUNTS, TWO_FACTORS, USERS, VERIFICATIONS } from './auth-tables.ts';
import { LibraryClock } from './library-clock.ts';
import type { KeyRing } from './key-ring.ts';
import { librarySecrets } from './library-secrets.ts';
import { staffProvider } from './staff-provider.ts';
import { hashPassword, verifyPassword } from './password-hash.ts';
import { cookiePrefix } from './session-cookie.ts';
import { endEarlierLinks, endLinks } from './verifications.ts';

const DAY_SECONDS = 86_400;
const RESET_LINK_SECONDS = 3_600;
/** Sessions are not extended with use, so that reading one is a single query without a write. */
export const SESSION_SECONDS = 30 * DAY_SECONDS;

interface AccountOwner {
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

interface AuthParts extends AccountHookParts {
  readonly config: Config;
  readonly publicUrl: string;
  readonly overTls: boolean;
  readonly keys: KeyRing;
  readonly ids: Ids;
  /** Mails are queued as our own messages and never sent inside the sign-in library. */
  readonly mailResetLink: (to: AccountOwner, url: string) => Promise<void>;
  readonly confirmByReset: (userId: string) => Promise<void>;
  readonly mailConfirmation: (to: AccountOwner) => Promise<unknown>;
  /** Live streams of a person end with their sessions. */
  readonly endStreams: (userId: string) => Promise<void>;
}

export type Auth = ReturnType<typeof createAuth>;

/** Sign-in, sign-up, reset, verification and social providers, on our own tables. */
export function createAuth(parts: AuthParts) {
  const { config, db, overTls } = parts;
  // People who signed in through a provider have no password; recent proof of identity protects these calls instead.
  const codes = twoFactor({ ...TWO_FACTORS, allowPasswordless: true });
  return betterAuth({
    appName: 'Tiffin',
    baseURL: parts.publicUrl,
    basePath: '/api/auth',
    ...librarySecrets(parts.keys),
    database: { db: db.withPlugin(new LibraryClock(parts.clock)), type: 'postgres' },
    logger: { disabled: true },
    telemetry: { enabled: false },
    // We have our own rate limits in PostgreSQL, shared by all copies of the server.
    rateLimit: { enabled: false },
    trustedOrigins: (request) => originsOf(parts, request),
    advanced: {
      cookiePrefix: cookiePrefix(overTls),
      // The library would add `__Secure-`; our names already have the stronger `__Host-`.
      useSecureCookies: false,
      database: { generateId: () => parts.ids.uuid(), validateSchema: false },
      defaultCookieAttributes: { sameSite: 'lax', httpOnly: true, path: '/', secure: overTls },
    },
    user: USERS,
    session: { ...SESSIONS, expiresIn: SESSION_SECONDS, disableSessionRefresh: true },
    account: {
      ...SIGN_IN_ACCOUNTS,
      updateAccountOnSignIn: false,
      // A provider that verified the address may be linked to an unconfirmed account, which then loses every other way
      // in. Otherwise anyone could block a person's provider by signing up with their address.
      accountLinking: { enabled: true, trustedProviders: [], requireLocalEmailVerified: false },
    },
    // The database stores only a hash of the link.
    verification: { ...VERIFICATIONS, storeIdentifier: 'hashed' },
    emailAndPassword: passwordSignIn(parts),
    emailVerification: {
      sendOnSignUp: true,
      // The library's own link would confirm the address when it is opened, by anyone; its endpoint is blocked.
      sendVerificationEmail: async ({ user }) => void (await parts.mailConfirmation(user)),
      autoSignInAfterVerification: false,
    },
    socialProviders: socialProviders(config),
    plugins: [codes, codeAfterProvider(codes), ...staffProvider(config)],
    databaseHooks: accountHooks(parts),
  });
}

function originsOf({ config, publicUrl }: AuthParts, request: Request | undefined): string[] {
  // With PUBLIC_URL the origin does not depend on request headers.
  if (config.PUBLIC_URL) return [config.PUBLIC_URL];
  const host = request?.headers.get('host');
  return host ? [`http://${host}`, `https://${host}`, publicUrl] : [publicUrl];
}

function passwordSignIn({ db, mailResetLink, confirmByReset, endStreams }: AuthParts) {
  return {
    enabled: true,
    password: { hash: hashPassword, verify: verifyPassword },
    minPasswordLength: PASSWORD_MIN,
    maxPasswordLength: 128,
    autoSignIn: true,
    revokeSessionsOnPasswordReset: true,
    resetPasswordTokenExpiresIn: RESET_LINK_SECONDS,
    onPasswordReset: async ({ user }) => {
      await endLinks(db, user.id);
      // The new password follows the rule for the role.
      await db.updateTable('users').set({ weak_password: null }).where('id', '=', user.id).execute();
      await confirmByReset(user.id);
      await endStreams(user.id);
    },
    // Only the newest link works.
    sendResetPassword: async ({ user, url, token }) => {
      await endEarlierLinks(db, user.id, token);
      await mailResetLink(user, url);
    },
  } satisfies BetterAuthOptions['emailAndPassword'];
}

function socialProviders(config: Config): BetterAuthOptions['socialProviders'] {
  const provider = (clientId: string | undefined, clientSecret: string | undefined) =>
    clientId && clientSecret ? { clientId, clientSecret } : undefined;
  return {
    google: provider(config.GOOGLE_CLIENT_ID, config.GOOGLE_CLIENT_SECRET),
    facebook: provider(config.FACEBOOK_CLIENT_ID, config.FACEBOOK_CLIENT_SECRET),
  };
}
