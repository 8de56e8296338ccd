import { createHash } from 'node:crypto';
import { betterAuth } from 'better-auth';
import { APIError } from 'better-auth/api';
import { twoFactor } from 'better-auth/plugins/two-factor';
import { language } from '@tiffin/domain/core';
import { normalisePhone, type ProvenBy } from '@tiffin/domain/people';
import type { Logger } from 'pino';
import type { Clock } from '../../clock.ts';
import type { Ids } from '../../ids.ts';
import type { Config } from '../../config.ts';
import type { Db } from '../db/connection.ts';
import { LibraryClock } from './library-clock.ts';
import { hashPassword, verifyPassword } from './password-hash.ts';
import { cookiePrefix } from './session-cookie.ts';

const DAY_SECONDS = 86_400;
const RESET_LINK_SECONDS = 3_600;
/** A session lives this long and is not stretched: reading one costs a single query and no write. */
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
  /** Mails go out as messages of ours, never from inside the sign-in library. */
  readonly mailLink: (
    kind: 'password_reset' | 'verify_email',
    to: { readonly id: string; readonly email: string; readonly name: string },
    url: string,
  ) => Promise<void>;
  /** What a person's streams hear ends with their sessions. */
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
    // Limits are ours: kept in PostgreSQL, shared by all copies.
    rateLimit: { enabled: false },
    trustedOrigins: (request) => {
      // Where the restaurant is known, nobody's word for it counts.
      if (config.PUBLIC_URL) return [config.PUBLIC_URL];
      const host = request?.headers.get('host');
      return host ? [`http://${host}`, `https://${host}`, parts.publicUrl] : [parts.publicUrl];
    },
    advanced: {
      cookiePrefix: cookiePrefix(overTls),
      // It would put `__Secure-` before a name that says more already.
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
      // Whoever reads the database holds no link.
      storeIdentifier: 'hashed',
    },
    emailAndPassword: {
      enabled: true,
      password: { hash: hashPassword, verify: verifyPassword },
      minPasswordLength: 6,
      maxPasswordLength: 128,
      autoSignIn: true,
      revokeSessionsOnPasswordReset: true,
      resetPasswordTokenExpiresIn: RESET_LINK_SECONDS,
      onPasswordReset: async ({ user }) => {
        await endLinks(db, user.id);
        await parts.endStreams(user.id);
      },
      // The newest link alone works.
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
        // Who came by another's sign-in has no password to show; they are asked to be fresh instead.
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
          // An account without its welcome is still an account.
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
              .set({ last_seen_at: now, proven_at: now, proven_by: provenByPath(request?.path), host_only: overTls })
              .where('id', '=', session.id)
              .execute();
            await db
              .updateTable('users')
              .set(({ eb }) => ({
                last_login_at: now,
                // Who works here chooses in the office; a guest by the page they are on.
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
              // only when it made the account: nobody who has a password signed up this way
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

/** Ends the links for a new password that a person was sent, but for the one with this token and what came after it. */
async function endLinks(db: Db, userId: string, token?: string): Promise<void> {
  // Beside these links only a sign-in that waits for its code has nothing but a person as its value: it begins anew.
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

/** One spelling per telephone; a number nobody could call is none. */
function tidy(user: Record<string, unknown>) {
  const { name, phone_number: phone } = user;
  return {
    ...(typeof name === 'string' && { name: name.trim() }),
    ...(typeof phone === 'string' && { phone_number: normalisePhone(phone) }),
  };
}

/** By which call of the sign-in library a session begins. */
function provenByPath(path: string | undefined): ProvenBy {
  if (path?.startsWith('/two-factor/verify')) return 'code';
  if (path?.startsWith('/callback/')) return 'social';
  return 'password';
}
