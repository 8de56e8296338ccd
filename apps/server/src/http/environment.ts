import type { Actor } from '@tiffin/domain/people';
import type { Logger } from 'pino';

/** What middleware leaves for handlers on Hono's context. */
export interface Environment {
  Variables: {
    requestId: string;
    /** The caller's address; null when it cannot be known. */
    address: string | null;
    log: Logger;
    /** Set once somebody asked who calls. */
    actor?: Actor;
    /** The call's name, for the log and the metrics. */
    call?: string;
  };
}
