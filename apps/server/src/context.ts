import type { Logger } from 'pino';
import type { Auth } from './platform/auth/auth.ts';
import type { LinkKeys } from './platform/auth/link-keys.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Database, Db } from './platform/db/connection.ts';
import type { EventLog } from './platform/events/log.ts';
import type { Metrics } from './platform/http/metrics.ts';
import type { Ids } from './ids.ts';
import type { MenuCache } from './modules/catalog/menu/menu-cache.ts';
import type { Mailer, SmsSender } from './adapters/messages/sending.ts';
import type { PictureSource } from './adapters/pictures/web-pictures.ts';
import type { PushSender } from './adapters/push/web-push.ts';
import type { PaymentGateway } from './adapters/payment/gateway.ts';

/** Everything a use case may reach. Tests replace any of it. */
export interface Context {
  readonly config: Config;
  /** Where guests reach the site, without a slash at its end. */
  readonly publicUrl: string;
  /** They reach it over https: cookies are of the kind that no neighbouring host can set. */
  readonly overTls: boolean;
  /** Signs sessions, and makes what only this house can make. */
  readonly secret: string;
  readonly log: Logger;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Makes the keys in links to receipts and reservations. */
  readonly linkKeys: LinkKeys;
  readonly database: Database;
  readonly db: Db;
  readonly events: EventLog;
  readonly menus: MenuCache;
  /** The sign-in library, read in when somebody signs in for the first time. */
  readonly auth: () => Promise<Auth>;
  readonly metrics: Metrics;
  readonly mailer: Mailer | null;
  readonly sms: SmsSender | null;
  readonly pictures: PictureSource;
  readonly push: PushSender;
  /** The card provider; null when cards are not taken. */
  readonly payments: PaymentGateway | null;
  /** Passed between any two steps that must survive a kill; does nothing, tests end the process there. */
  readonly reach: (point: string) => Promise<void>;
  readonly startedAt: Date;
  readonly version: string;
}
