import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { currentLanguage } from '@tiffin/domain/core';
import { pino, type DestinationStream, type Logger } from 'pino';
import type { BucketSettings } from './adapters/pictures/bucket.ts';
import type { PictureStore } from './adapters/pictures/picture-store.ts';
import { webPictures, type PictureSource } from './adapters/pictures/web-pictures.ts';
import type { Auth } from './platform/auth/auth.ts';
import { linkKeysOf } from './platform/auth/link-keys.ts';
import { keyRing } from './platform/auth/key-ring.ts';
import { authSecrets } from './platform/auth/secrets.ts';
import type { Config } from './config.ts';
import { clockFrom, type Clock } from './platform/clock.ts';
import { cryptoIds, type Ids } from './platform/ids.ts';
import type { Context } from './context.ts';
import { terminalLines } from './platform/terminal-log.ts';
import { readCommit, readVersion } from './platform/version.ts';
import { openDatabase, type ConnectionConfig, type Database } from './platform/db/connection.ts';
import { logFailure } from './platform/db/outage-log.ts';
import { transaction } from './platform/db/transaction.ts';
import { EventLog } from './platform/events/log.ts';
import { Metrics } from './platform/http/metrics.ts';
import { inLanguageOf, enableRequestLanguages } from './platform/i18n/request-language.ts';
import { FailureBuffer } from './modules/log/failure-buffer.ts';
import { MenuCache } from './modules/menu/dishes/menu-cache.ts';
import { endLiveEvents } from './modules/people/end-live-events.ts';
import { confirmByReset, prepareProviderLink } from './modules/people/link-provider.ts';
import { acceptOffersAtSignUp, sendWelcomeOffer } from './modules/orders/pricing/issue-offer.ts';
import { mailEmailConfirmation } from './modules/people/confirm-email.ts';
import { readSite } from './modules/locations/restaurant/site.ts';
import { queueMessages } from './modules/outbox/queue-message.ts';
import { brandOf, passwordResetMail } from './modules/outbox/templates/index.ts';
import { webPushSender, type PushSender } from './adapters/push/web-push.ts';
import { webhookSender, type WebhookSender } from './adapters/webhooks/webhook-sender.ts';
import type { Mailer, SmsSender } from './adapters/messages/message-senders.ts';
import type { PaymentGateway } from './adapters/payment/gateway.ts';

/** Parts that replace those of the configuration. */
export interface ContextOverrides {
  clock?: Clock;
  ids?: Ids;
  mailer?: Mailer | null;
  sms?: SmsSender | null;
  pictures?: PictureSource;
  push?: PushSender;
  webhooks?: WebhookSender;
  payments?: PaymentGateway | null;
  reachTestPoint?: Context['reachTestPoint'];
  log?: Logger;
}

/** Creates the parts of the context. `replace` contains the senders of messages and, in tests, stand-ins. */
export async function createContext(
  config: Config,
  connection: ConnectionConfig,
  replace: ContextOverrides = {},
): Promise<Context> {
  enableRequestLanguages();
  const log = replace.log ?? createLog(config);
  const clock = replace.clock ?? clockFrom(config.clockAt);
  const ids = replace.ids ?? cryptoIds;
  const database: Database = openDatabase(
    { max: config.DATABASE_POOL, ...connection },
    (error) => logFailure(log, error, 'a database connection broke'),
    config.NODE_ENV === 'test' ? undefined : warnOnce(log),
  );
  const publicUrl = publicUrlOf(config);
  const overTls = publicUrl.startsWith('https:');
  const keys = keyRing(authSecrets(config, dataDir(config)));
  const events = new EventLog(database, log);
  const authParts = { config, publicUrl, overTls, keys, db: database.db, log, clock, ids, events };
  let auth: Promise<Auth> | undefined;
  return {
    config,
    publicUrl,
    overTls,
    keys,
    log,
    clock,
    ids,
    linkKeys: linkKeysOf(keys),
    database,
    db: database.db,
    events,
    menus: new MenuCache(database.db),
    failures: new FailureBuffer({ db: database.db, clock, log }),
    auth: () => (auth ??= loadAuth(authParts)),
    metrics: new Metrics(clock.now(), { version: readVersion(), commit: readCommit() ?? '' }),
    mailer: replace.mailer ?? null,
    sms: replace.sms ?? null,
    pictures: replace.pictures ?? webPictures(),
    pictureStore: await connectPictureStore(config),
    push: replace.push ?? webPushSender(),
    webhooks: replace.webhooks ?? webhookSender({ allowLocal: config.WEBHOOKS_ALLOW_PRIVATE }),
    payments:
      replace.payments === undefined
        ? ((await config.payments?.connect({
            db: database.db,
            clock,
            ids,
            publicUrl,
            secret: keys.current('sandbox').key,
          })) ?? null)
        : replace.payments,
    reachTestPoint: replace.reachTestPoint ?? (async () => undefined),
    startedAt: clock.now(),
    version: readVersion(),
    commit: readCommit(),
  };
}

/** The client is loaded only when pictures are in a bucket. */
async function connectPictureStore(config: Config): Promise<PictureStore | null> {
  const settings = bucketSettings(config, config.S3_BUCKET);
  return settings && (await import('./adapters/pictures/bucket.ts')).openBucket(settings);
}

/** How to reach a bucket at the storage service; null if the service is not configured. */
export function bucketSettings(config: Config, bucket: string | undefined): BucketSettings | null {
  const { S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = config;
  if (!S3_ENDPOINT || !bucket || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) return null;
  return {
    endpoint: S3_ENDPOINT,
    bucket,
    region: config.S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
    pathStyle: config.S3_PATH_STYLE,
  };
}

type AuthContext = Pick<
  Context,
  'config' | 'publicUrl' | 'overTls' | 'keys' | 'db' | 'log' | 'clock' | 'ids' | 'events'
>;

/** The sign-in library is loaded on first use. */
async function loadAuth(parts: AuthContext): Promise<Auth> {
  const { db, clock } = parts;
  const { createAuth } = await import('./platform/auth/auth.ts');
  return createAuth({
    ...parts,
    mailResetLink: (...mail) => queueResetMail(parts, ...mail),
    confirmByReset: async (userId) => {
      await confirmByReset(parts, userId);
      await sendWelcomeOffer(parts, userId);
    },
    prepareProviderLink: async (userId, providerId) => {
      await prepareProviderLink(parts, userId, providerId);
      await sendWelcomeOffer(parts, userId);
    },
    mailConfirmation: (person) => mailEmailConfirmation(parts, person),
    acceptOffers: (person) => acceptOffersAtSignUp(parts, person),
    endStreams: (userId) => transaction(db, (tx) => endLiveEvents(parts, tx, userId, clock.now())),
  });
}

async function queueResetMail(
  { db, publicUrl, clock, ids }: AuthContext,
  { id, email, name }: { readonly id: string; readonly email: string; readonly name: string },
  url: string,
): Promise<void> {
  const person = await db.selectFrom('users').select('language').where('id', '=', id).executeTakeFirst();
  // An account's first sign-in has no stored language, so use that of the page.
  const language = person?.language ?? currentLanguage();
  const brand = brandOf(await readSite(db), publicUrl);
  const mail = inLanguageOf({ language }, () => passwordResetMail({ brand, customerName: name, url }));
  await queueMessages(db, { clock, ids }, [
    { channel: 'mail', to: email, userId: id, template: 'password_reset', ...mail },
  ]);
}

/**
 * A query outside its transaction takes a second connection. Outside tests that only costs time under load, so it is
 * logged with its place instead of refusing the request.
 */
function warnOnce(log: Logger): (error: Error) => void {
  let warned = false;
  return (error) => {
    if (!warned) log.warn({ err: error }, 'a transaction takes a second connection');
    warned = true;
  };
}

function publicUrlOf(config: Config): string {
  return config.PUBLIC_URL ?? `http://${config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST}:${config.PORT}`;
}

/** The folder of the server's data, created if it is missing. */
export function dataDir(config: Config): string {
  const folder = path.resolve(config.DATA_DIR);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Logs JSON lines, or plain ones in a terminal, and removes values that may be secrets. */
export function createLog(config: Pick<Config, 'LOG_LEVEL'>, to?: DestinationStream): Logger {
  return pino(
    {
      level: config.LOG_LEVEL,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: plainError },
      redact: { paths: ['*.password', '*.token', '*.cookie', '*.authorization'], censor: '[kept out]' },
    },
    to ?? (process.stdout.isTTY ? terminalLines(process.stdout) : undefined),
  );
}

/** The useful parts of an error. Other properties may contain connections, parameters or personal data. */
function plainError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    message: error.message,
    code: typeof code === 'string' ? code : undefined,
    stack: error.stack,
    cause: error.cause === undefined ? undefined : plainError(error.cause),
  };
}
