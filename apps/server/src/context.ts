import type { Logger } from 'pino';
import type { Auth } from './platform/auth/auth.ts';
import type { KeyRing } from './platform/auth/key-ring.ts';
import type { LinkKeys } from './platform/auth/link-keys.ts';
import type { Clock } from './platform/clock.ts';
import type { Config } from './config.ts';
import type { Database, Db, Tx } from './platform/db/connection.ts';
import type { EventLog } from './platform/events/log.ts';
import type { Metrics } from './platform/http/metrics.ts';
import type { Ids } from './platform/ids.ts';
import type { FailureBuffer } from './modules/log/failure-buffer.ts';
import type { MenuCache } from './modules/menu/dishes/menu-cache.ts';
import type { Mailer, SmsSender } from './adapters/messages/message-senders.ts';
import type { PictureStore } from './adapters/pictures/picture-store.ts';
import type { PictureSource } from './adapters/pictures/web-pictures.ts';
import type { WebhookSender } from './adapters/webhooks/webhook-sender.ts';
import type { PushSender } from './adapters/push/web-push.ts';
import type { PaymentGateway } from './adapters/payment/gateway.ts';

/** What use cases read and write: the database, or a transaction. */
export type { Db, Tx };

/** Everything a use case may use. Tests can replace any part. */
export interface Context {
  readonly config: Config;
  /** The address of the site, without a slash at its end. */
  readonly publicUrl: string;
  /** True if the site uses https. Then cookies have a prefix that subdomains cannot set. */
  readonly overTls: boolean;
  /** Sign sessions, cookies, codes and links, each purpose with its own key. */
  readonly keys: KeyRing;
  readonly log: Logger;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Creates the access tokens in links to receipts and reservations. */
  readonly linkKeys: LinkKeys;
  readonly database: Database;
  readonly db: Db;
  readonly events: EventLog;
  readonly menus: MenuCache;
  /** Failed sign-ins, PINs and API keys on their way to the audit log. */
  readonly failures: FailureBuffer;
  /** The sign-in library, imported on first use. */
  readonly auth: () => Promise<Auth>;
  readonly metrics: Metrics;
  readonly mailer: Mailer | null;
  readonly sms: SmsSender | null;
  readonly pictures: PictureSource;
  /** Stores the files of pictures. Null when they are in the database. */
  readonly pictureStore: PictureStore | null;
  readonly push: PushSender;
  readonly webhooks: WebhookSender;
  /** The card provider. Null when cards are not accepted. */
  readonly payments: PaymentGateway | null;
  /** Called between steps that must survive a crash. Does nothing, except in tests that kill the process there. */
  readonly reachTestPoint: (point: string) => Promise<void>;
  readonly startedAt: Date;
  readonly version: string;
  /** The commit of the sources; null if it is not known. */
  readonly commit: string | null;
}
