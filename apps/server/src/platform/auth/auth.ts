import { createHash } from 'node:crypto';
import { betterAuth } from 'better-auth';
import { APIError } from 'better-auth/api';
import { twoFactor } from 'better-auth/plugins/two-factor';
import { language } from '@tiffin/domain/core';
import { normalisePhone, PASSWORD_MIN, type ProvenBy } from '@tiffin/domain/people';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Ids } from '../ids.ts';
import type { Config } from '../../config.ts';
import type { Db } from '../db/connection.ts';
import { LibraryClock } from './library-clock.ts';
import { hashPassword, verifyPassword } from './password-hash.ts';
import { cookiePrefix } from './session-cookie.ts';

const DAY_SECONDS = 86_400;
const RESET_LINK_SECONDS = 3_600;
/** Sessions are not extended with use, so that reading one is a single query without a write. */
export const SESSION_SECONDS = 30 * DAY_SECONDS;

interface AuthParts {
  readonly config: Config;
  readonly publicUrl: string;
  readonly overTls: boolean;
  readonly secret: string;
  readonly db: Db;
  readonly log: Logger;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Mails are queued as our own messages and never sent inside the sign-in library. */
  readonly mailLink: (
    kind: 'password_reset' | 'verify_email',
    to: { readonly id: string; readonly email: string; readonly name: string },
    url: string,
  ) => Promise<void>;
  /** Live streams of a person end with their sessions. */
  readonly endStreams: (userId: string) => Promise<void>;
  readonly welcome: (person: { id: string; email: string; name: string }) => Promise<void>;
}

export type Auth = ReturnType<typeof createAuth>;

/** Sign-in, sign-up, reset, verification and social providers, on our own tables. */
export function createAuth(parts: AuthParts) {
  const { config, db, overTls } = parts;
  const social = {
    ...(config.GOOGLE_CLIENT_ID &&
      config.GOOGLE_CLIENT_SECRET && {
        google: { clientId: config.GOOGLE_CLIENT_ID, clientSecret: config.GOOGLE_CLIENT_SECRET },
      }),
    ...(config.FACEBOOK_CLIENT_ID &&
      config.FACEBOOK_CLIENT_SECRET && {
        facebook: { clientId: config.FACEBOOK_CLIENT_ID, clientSecret: config.FACEBOOK_CLIENT_SECRET },
      }),
  };
  return betterAuth({
    appName: 'Tiffin',
    baseURL: parts.publicUrl,
    basePath: '/api/auth',
    secret: parts.secret,
    database: { db: db.withPlugin(new LibraryClock(parts.clock)), type: 'postgres' },
    logger: { disabled: true },
    telemetry: { enabled: false },
    // We have our own rate limits in PostgreSQL, shared by all copies of the server.
    rateLimit: { enabled: false },
    trustedOrigins: (request) => {
      // With PUBLIC_URL the origin does not depend on request headers.
      if (config.PUBLIC_URL) return [config.PUBLIC_URL];
      const host = request?.headers.get('host');
      return host ? [`http://${host}`, `https://${host}`, parts.publicUrl] : [parts.publicUrl];
    },
    advanced: {
      cookiePrefix: cookiePrefix(overTls),
      // The library would add `__Secure-`; our names already have the stronger `__Host-`.
      useSecureCookies: false,
      database: { generateId: () => parts.ids.uuid(), validateSchema: false },
      defaultCookieAttributes: { sameSite: 'lax', httpOnly: true, path: '/', secure: overTls },
    },
    user: {
      modelName: 'users',
      fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
      additionalFields: {
        role: { type: 'string', input: false, defaultValue: 'customer' },
        phone_number: { type: 'string', required: false },
        sign_up_method: { type: 'string', input: false, defaultValue: 'email_password' },
      },
    },
    session: {
      modelName: 'sessions',
      fields: {
        userId: 'user_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
      expiresIn: SESSION_SECONDS,
      disableSessionRefresh: true,
    },
    account: {
      modelName: 'sign_in_accounts',
      fields: {
        accountId: 'account_id',
        providerId: 'provider_id',
        userId: 'user_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
      accountLinking: { enabled: true, trustedProviders: ['google'] },
    },
    verification: {
      modelName: 'verifications',
      fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
      // The database stores only a hash of the link.
      storeIdentifier: 'hashed',
    },
    emailAndPassword: {
      enabled: true,
      password: { hash: hashPassword, verify: verifyPassword },
      minPasswordLength: PASSWORD_MIN,
      maxPasswordLength: 128,
      autoSignIn: true,
      revokeSessionsOnPasswordReset: true,
      resetPasswordTokenExpiresIn: RESET_LINK_SECONDS,
      onPasswordReset: async ({ user }) => {
        await endLinks(db, user.id);
        await parts.endStreams(user.id);
      },
      // Only the newest link works.
      sendResetPassword: async ({ user, url, token }) => {
        await endLinks(db, user.id, token);
        await parts.mailLink('password_reset', user, url);
      },
    },
    emailVerification: {
      sendOnSignUp: true,
      sendVerificationEmail: ({ user, url }) => parts.mailLink('verify_email', user, url),
      autoSignInAfterVerification: false,
    },
    socialProviders: social,
    plugins: [
      twoFactor({
        // People who signed in through a provider have no password; recent proof of identity protects these calls
        // instead.
        allowPasswordless: true,
        twoFactorTable: 'two_factors',
        schema: {
          user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
          twoFactor: {
            fields: {
              userId: 'user_id',
              backupCodes: 'backup_codes',
              failedVerificationCount: 'failed_verification_count',
              lockedUntil: 'locked_until',
            },
          },
        },
      }),
    ],
    databaseHooks: {
      user: {
        create: {
          before: (user) => Promise.resolve({ data: { ...user, ...tidy(user) } }),
          // A failed welcome mail must not fail the sign-up.
          after: (user) =>
            parts
              .welcome(user)
              .catch((error: unknown) => parts.log.warn({ err: error }, 'a new person could not be welcomed')),
        },
      },
      session: {
        create: {
          before: async (session) => {
            const user = await db
              .selectFrom('users')
              .select(['is_active'])
              .where('id', '=', session.userId)
              .executeTakeFirst();
            if (user && !user.is_active) throw new APIError('FORBIDDEN', { code: 'account-inactive' });
            return { data: session };
          },
          after: async (session, request) => {
            const now = parts.clock.now();
            await db
              .updateTable('sessions')
              .set({ last_seen_at: now, proven_at: now, proven_by: provenByPath(request?.path) })
              .where('id', '=', session.id)
              .execute();
            await db
              .updateTable('users')
              .set(({ eb }) => ({
                last_login_at: now,
                // Staff choose their language in the office, guests by the page they are on.
                language: eb
                  .case()
                  .when('role', '=', 'customer')
                  .then(language())
                  .else(eb.fn.coalesce('language', eb.val(language())))
                  .end(),
              }))
              .where('id', '=', session.userId)
              .execute();
          },
        },
      },
      account: {
        create: {
          after: async (account) => {
            if (account.providerId === 'credential') return;
            await db
              .updateTable('users')
              .set({ sign_up_method: account.providerId })
              .where('id', '=', account.userId)
              // only for accounts that this sign-in created
              .where(({ not, exists, selectFrom }) =>
                not(
                  exists(
                    selectFrom('sign_in_accounts')
                      .select('id')
                      .whereRef('sign_in_accounts.user_id', '=', 'users.id')
                      .where('provider_id', '!=', account.providerId),
                  ),
                ),
              )
              .execute();
          },
        },
      },
    },
  });
}

/** Deletes a person's password-reset links, except the given one and newer ones. */
async function endLinks(db: Db, userId: string, token?: string): Promise<void> {
  // A sign-in that waits for its code has the same form of value; it has to start again.
  let earlier = db.deleteFrom('verifications').where('value', '=', userId);
  if (token !== undefined) {
    const own = createHash('sha256').update(`reset-password:${token}`).digest('base64url');
    earlier = earlier
      .where((row) =>
        row(
          'created_at',
          '<=',
          row.selectFrom('verifications as v').select('v.created_at').where('v.identifier', '=', own),
        ),
      )
      .where('identifier', '!=', own);
  }
  await earlier.execute();
}

/** Normalises the phone number; an invalid one becomes null. */
function tidy(user: Record<string, unknown>) {
  const { name, phone_number: phone } = user;
  return {
    ...(typeof name === 'string' && { name: name.trim() }),
    ...(typeof phone === 'string' && { phone_number: normalisePhone(phone) }),
  };
}

/** The kind of proof that a sign-in path stands for. */
function provenByPath(path: string | undefined): ProvenBy {
  if (path?.startsWith('/two-factor/verify')) return 'code';
  if (path?.startsWith('/callback/')) return 'social';
  return 'password';
}
