import type { BetterAuthOptions } from 'better-auth';
import { APIError } from 'better-auth/api';
import { asRecord, asText, currentLanguage } from '@tiffin/domain/core';
import { normalisePhone, type SignInProof } from '@tiffin/domain/people';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/connection.ts';
import { passwordHashOf } from './password-hash.ts';
import { STAFF_PROVIDER } from './staff-provider.ts';
import { updateRow } from '../db/write-row.ts';

export interface AccountHookParts {
  readonly db: Db;
  readonly log: Logger;
  readonly clock: Clock;
  /** Called for a new account that agreed to offers. */
  readonly acceptOffers: (person: { id: string; email: string }) => Promise<void>;
  /** Called before a provider is linked to an account, or refuses it. */
  readonly prepareProviderLink: (userId: string, providerId: string) => Promise<void>;
}

/** What we check and record when the sign-in library creates users, sessions and linked accounts. */
export function accountHooks(parts: AccountHookParts): BetterAuthOptions['databaseHooks'] {
  const { db, log, clock, acceptOffers, prepareProviderLink } = parts;
  return {
    user: {
      create: {
        before: (user) => Promise.resolve({ data: { ...user, ...normaliseFields(user) } }),
        after: async (user, request) => {
          if (user.emailVerified) await recordConfirmedEmail(db, user.id, clock.now());
          if (!agreesToOffers(request?.body)) return;
          // Must not fail the sign-up: the account page asks for the same.
          await acceptOffers(user).catch((error: unknown) => log.warn({ err: error }, 'a consent could not be stored'));
        },
      },
    },
    session: {
      create: {
        before: async (session, request) => {
          const isForStaff = request?.params?.['id'] === STAFF_PROVIDER;
          await requireActiveUser(db, session.userId, isForStaff);
          return { data: session };
        },
        after: async (session, request) => {
          await recordSignIn(db, session, provenByPath(request?.path), clock.now());
          if (request?.path === '/sign-in/email') await requirePassword(db, session);
        },
      },
    },
    account: {
      update: { before: (account) => Promise.resolve({ data: { ...account, ...NO_TOKENS } }) },
      create: {
        before: async (account) => {
          if (account.providerId !== 'credential') await prepareProviderLink(account.userId, account.providerId);
          return { data: { ...account, ...NO_TOKENS } };
        },
        after: async ({ providerId, userId }) => {
          if (providerId !== 'credential') await setSignUpMethod(db, userId, providerId);
        },
      },
    },
  };
}

/** True only for the value that the box of the sign-up form sends, because nothing is agreed by default. */
function agreesToOffers(body: unknown): boolean {
  return asRecord(body)?.['offers'] === true;
}

/** Providers are only asked who someone is, so their tokens are not stored. */
const NO_TOKENS = {
  accessToken: null,
  refreshToken: null,
  idToken: null,
  accessTokenExpiresAt: null,
  refreshTokenExpiresAt: null,
} as const;

/** Records when a provider confirmed the address. */
async function recordConfirmedEmail(db: Db, userId: string, now: Date): Promise<void> {
  await db.updateTable('users').set({ email_confirmed_at: now }).where('id', '=', userId).execute();
}

/**
 * Refuses a sign-in whose password was removed while it was checked. Linking a provider locks the user first, and so
 * does recording the sign-in: either the removal is seen here, or it deletes the session.
 */
async function requirePassword(db: Db, { id, userId }: { readonly id: string; readonly userId: string }) {
  if ((await passwordHashOf(db, userId)) !== null) return;
  await db.deleteFrom('sessions').where('id', '=', id).execute();
  throw new APIError('UNAUTHORIZED', { code: 'wrong-password' });
}

/** Trims the name and normalises the phone number; an invalid number becomes null. */
function normaliseFields(user: Record<string, unknown>) {
  const { name, phone_number: phone } = user;
  return {
    ...(typeof name === 'string' && { name: asText(name) }),
    ...(typeof phone === 'string' && { phone_number: normalisePhone(phone) }),
  };
}

async function requireActiveUser(db: Db, userId: string, isForStaff: boolean): Promise<void> {
  const user = await db.selectFrom('users').select(['is_active', 'role']).where('id', '=', userId).executeTakeFirst();
  if (user && !user.is_active) throw new APIError('FORBIDDEN', { code: 'account-inactive' });
  if (user && isForStaff && user.role === 'customer') throw new APIError('FORBIDDEN', { code: 'permission-denied' });
}

async function recordSignIn(
  db: Db,
  session: { readonly id: string; readonly userId: string },
  provenBy: SignInProof,
  now: Date,
): Promise<void> {
  await updateRow(db, 'sessions', session.id, { last_seen_at: now, proven_at: now, proven_by: provenBy });
  await db
    .updateTable('users')
    .set(({ eb }) => ({
      last_login_at: now,
      // Staff choose their language in the office, guests by the page they are on.
      language: eb
        .case()
        .when('role', '=', 'customer')
        .then(currentLanguage())
        .else(eb.fn.coalesce('language', eb.val(currentLanguage())))
        .end(),
    }))
    .where('id', '=', session.userId)
    .execute();
}

/** How a person who signs in at this path proves who they are. */
function provenByPath(path: string | undefined): SignInProof {
  if (path?.startsWith('/two-factor/verify')) return 'code';
  if (path?.startsWith('/callback/')) return 'social';
  return 'password';
}

/** Only for users that this sign-in created, not for those who link a further provider. */
async function setSignUpMethod(db: Db, userId: string, providerId: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ sign_up_method: providerId })
    .where('id', '=', userId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('sign_in_accounts')
            .select('id')
            .whereRef('sign_in_accounts.user_id', '=', 'users.id')
            .where('provider_id', '!=', providerId),
        ),
      ),
    )
    .execute();
}
