import { createPrivateKey } from 'node:crypto';
import { z } from 'zod';
import type { ConfiguredPayments } from './adapters/payment/gateway.ts';
import { PAYMENT_PROVIDERS } from './adapters/payment/providers.ts';
import {
  ConfigError,
  needTogether,
  optionalText,
  readVariables,
  urlVariable,
  type Variables,
} from './platform/read-variables.ts';

const flag = z.enum(['0', '1', 'true', 'false']).transform((value) => value === '1' || value === 'true');

const authSecret = z.string().min(32, 'must be at least 32 characters');

/** A PEM key. On one line, its line breaks are written as \n. */
const privateKey = z
  .string()
  .transform((value) => value.replaceAll('\\n', '\n'))
  .refine(isPrivateKey, 'must be a private key in PEM');

/** Public keys of age, separated by commas or spaces. */
const recipients = z
  .string()
  .default('')
  .transform((value) => value.split(/[\s,]+/).filter(Boolean))
  .refine((keys) => keys.every((key) => /^age1[0-9a-z]{20,}$/.test(key)), 'must be public keys of age (age1…)');

const databaseUrl = z
  .string()
  .refine((address) => !/^[^/]*\/\/[^/?]*,/.test(address), {
    message:
      'several hosts are not supported. Give the one address of a proxy that finds the primary: see “High availability” in docs/several-machines.md',
    abort: true,
  })
  .pipe(
    z.url({
      protocol: /^postgres(ql)?$/,
      error: 'must be an address such as postgres://user:password@localhost/tiffin',
    }),
  );

const bucketName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]{1,61}[a-z0-9]$/, 'lower-case letters, digits, dots and hyphens');

const environment = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('development'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: databaseUrl.optional(),
  /** How many standbys must follow the database. With fewer the health is reported as degraded. */
  DATABASE_STANDBYS: z.coerce.number().int().min(0).max(20).default(0),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(10),
  PUBLIC_URL: urlVariable.optional(),
  /** Runs the web app from its sources with live reload. */
  DEV: flag.default(false),
  /** For tests: a response that differs from the contract becomes a 500. */
  CHECK_ANSWERS: flag.default(false),
  DEMO: flag.optional(),
  CLOCK_AT: z.iso.datetime({ offset: true }).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  AUTH_SECRET: authSecret.optional(),
  /** Secrets that AUTH_SECRET replaced, the newest first, separated by spaces. What they signed stays valid. */
  AUTH_SECRET_PREVIOUS: z
    .string()
    .transform((value) => value.split(/\s+/).filter(Boolean))
    .pipe(z.array(authSecret))
    .default([]),
  PAYMENTS: z.enum(['none', ...PAYMENT_PROVIDERS.map(({ name }) => name)]).optional(),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be an address such as smtps://user:password@mail.example.com' })
    .optional(),
  MAIL_FROM: optionalText,
  /** Lets a demo write to its invented people, for example to a mail catcher. */
  DEMO_MAILS: flag.default(false),
  /** Signs outgoing mail (RFC 6376). */
  DKIM_SELECTOR: z
    .string()
    .regex(/^[a-z0-9._-]+$/i, 'letters, digits, dots and hyphens')
    .optional(),
  DKIM_KEY: privateKey.optional(),
  TWILIO_ACCOUNT_SID: optionalText,
  TWILIO_AUTH_TOKEN: optionalText,
  TWILIO_FROM: optionalText,
  TWILIO_API_BASE: urlVariable.optional(),
  /** Whether Twilio sends us the texts that guests answer with. */
  TWILIO_REPLIES: flag.default(false),
  GOOGLE_CLIENT_ID: optionalText,
  GOOGLE_CLIENT_SECRET: optionalText,
  FACEBOOK_CLIENT_ID: optionalText,
  FACEBOOK_CLIENT_SECRET: optionalText,
  /** Staff sign in with this OpenID Connect provider. */
  OIDC_ISSUER: urlVariable.optional(),
  OIDC_CLIENT_ID: optionalText,
  OIDC_CLIENT_SECRET: optionalText,
  /** The provider's name on the button. */
  OIDC_NAME: optionalText,
  /** Space for the dishes' photos. */
  IMAGES_MB: z.coerce.number().int().min(1).default(2048),
  /** Stores pictures in a bucket of any service that understands Amazon S3, instead of the database. */
  S3_ENDPOINT: urlVariable.optional(),
  S3_BUCKET: bucketName.optional(),
  S3_REGION: z.string().min(1).default('us-east-1'),
  S3_ACCESS_KEY_ID: optionalText,
  S3_SECRET_ACCESS_KEY: optionalText,
  /** Whether the bucket's name is in the path of its address, not in the host name. */
  S3_PATH_STYLE: flag.default(true),
  /** Who can decrypt the backups. Without one they are not encrypted. */
  BACKUP_RECIPIENTS: recipients,
  /** Where `npm run backup` uploads what it wrote, with the address and the key of S3_…. */
  BACKUP_BUCKET: bucketName.optional(),
  BACKUP_DAYS: z.coerce.number().int().min(1).default(14),
  BACKUP_LEAST: z.coerce.number().int().min(1).default(3),
  /** With less free space the health is reported as degraded. */
  MIN_FREE_MB: z.coerce.number().int().min(0).default(500),
  TRUST_PROXY: flag.default(false),
  /** Whether browsers must use TLS for subdomains of the site, too. */
  HSTS_SUBDOMAINS: flag.default(true),
  /** Lets a metrics collector on another machine read /metrics. */
  METRICS_TOKEN: z.string().min(16, 'must be at least 16 characters').optional(),
  /** The folder of another build of the pages. */
  WEB_BUILD: z.string().optional(),
  RATE_LIMITS: flag.default(true),
  /** For tests: lets webhooks reach this machine and private networks, also without TLS. */
  WEBHOOKS_ALLOW_PRIVATE: flag.default(false),
  /** After this many unused hours, staff must sign in again on a device. 0 means never. */
  OFFICE_IDLE_HOURS: z.coerce.number().min(0).max(720).default(12),
  /** Requires a second step from admins. Default: only in production. */
  ADMIN_SECOND_STEP: flag.optional(),
  ADMIN_EMAIL: z.email().optional(),
  ADMIN_PASSWORD: z.string().min(8, 'must be at least 8 characters').optional(),
});

function isPrivateKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).type === 'private';
  } catch {
    return false;
  }
}

export type Config = Readonly<
  Omit<z.output<typeof environment>, 'DEMO' | 'CLOCK_AT' | 'PAYMENTS' | 'ADMIN_SECOND_STEP'> & {
    adminSecondStep: boolean;
    production: boolean;
    demo: boolean;
    /** True if the demo restaurant has past orders and an evening in progress. */
    hasOpenDemoOrders: boolean;
    clockAt: Date | null;
    /** The card provider. Null when cards are not accepted. */
    payments: ConfiguredPayments | null;
  }
>;

/** Reads the environment once. Card providers read their own variables. */
export function readConfig(env: Variables): Config {
  const { DEMO, CLOCK_AT, PAYMENTS, ADMIN_SECOND_STEP, ...rest } = readVariables(env, environment);
  const production = rest.NODE_ENV === 'production';
  const missing = (['AUTH_SECRET', 'PUBLIC_URL'] as const).filter((name) => production && !rest[name]);
  // Report all missing variables at once, so that one restart is enough.
  if (missing.length > 0) {
    throw new ConfigError(
      `${missing.join(' and ')}: required in production. Write what is missing with: npm run configure -- https://your.address`,
    );
  }
  for (const name of ['DEV', 'CHECK_ANSWERS', 'WEBHOOKS_ALLOW_PRIVATE'] as const) {
    if (production && rest[name]) throw new ConfigError(`${name}: exists only outside production`);
  }
  if (production && (DEMO || CLOCK_AT)) {
    throw new ConfigError(`${DEMO ? 'DEMO' : 'CLOCK_AT'}: exists only outside production`);
  }
  if (production && rest.OIDC_ISSUER && !rest.OIDC_ISSUER.startsWith('https:')) {
    throw new ConfigError('OIDC_ISSUER: must begin with https: in production');
  }
  needTogether(rest, ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM']);
  needTogether(rest, ['DKIM_SELECTOR', 'DKIM_KEY']);
  needTogether(rest, ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET']);
  needTogether(rest, ['FACEBOOK_CLIENT_ID', 'FACEBOOK_CLIENT_SECRET']);
  needTogether(rest, ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_NAME']);
  const bucket = rest.BACKUP_BUCKET ? 'BACKUP_BUCKET' : 'S3_BUCKET';
  needTogether(rest, ['S3_ENDPOINT', bucket, 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']);
  needTogether(rest, ['ADMIN_EMAIL', 'ADMIN_PASSWORD']);
  const ready = PAYMENT_PROVIDERS.flatMap((provider) => provider.configure(env, PAYMENTS === provider.name) ?? []);
  return {
    ...rest,
    production,
    demo: !production && (DEMO ?? true),
    hasOpenDemoOrders: rest.NODE_ENV === 'development' && DEMO === undefined,
    adminSecondStep: ADMIN_SECOND_STEP ?? production,
    clockAt: CLOCK_AT ? new Date(CLOCK_AT) : null,
    payments: ready.find(({ name }) => PAYMENTS === undefined || name === PAYMENTS) ?? null,
  };
}
