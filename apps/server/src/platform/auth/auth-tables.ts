import type { BetterAuthOptions } from 'better-auth';

/** The sign-in library's tables and columns under our names. */
export const USERS = {
  modelName: 'users',
  fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
  additionalFields: {
    role: { type: 'string', input: false, defaultValue: 'customer' },
    phone_number: { type: 'string', required: false },
    sign_up_method: { type: 'string', input: false, defaultValue: 'email_password' },
  },
} as const satisfies BetterAuthOptions['user'];

export const SESSIONS = {
  modelName: 'sessions',
  fields: {
    userId: 'user_id',
    expiresAt: 'expires_at',
    ipAddress: 'ip_address',
    userAgent: 'user_agent',
    createdAt: 'created_at',
    updatedAt: 'updated_at',
  },
} as const satisfies BetterAuthOptions['session'];

export const SIGN_IN_ACCOUNTS = {
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
} as const satisfies BetterAuthOptions['account'];

export const VERIFICATIONS = {
  modelName: 'verifications',
  fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
} as const satisfies BetterAuthOptions['verification'];

export const TWO_FACTORS = {
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
} as const;
