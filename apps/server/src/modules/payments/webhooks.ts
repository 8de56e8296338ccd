import { failure } from '@tiffin/domain/core';
import type { App } from '../../http/api-context.ts';
import type { Context } from '../../context.ts';
import { answerFailure } from '../../http/answer-errors.ts';
import { readText } from '../../http/read-body.ts';
import { ForgedEvent } from '../../adapters/payment/gateway.ts';
import { receiveEvent } from './receive-event.ts';

/** Events are small; whoever sends more is not a payment provider. */
const MOST_EVENT_BYTES = 1024 * 1024;

/** Where the provider's events arrive: the body is taken as it came, because that is what was signed. */
export function mountWebhooks(app: App, context: Context): void {
  app.post('/api/webhooks/:provider', async (c) => {
    c.var.info.call = 'webhooks';
    const gateway = context.payments;
    if (!gateway || gateway.name !== c.req.param('provider')) {
      return answerFailure(c, failure('not-found', 'No such payment provider is connected.'));
    }
    const raw = await readText(c, MOST_EVENT_BYTES);
    try {
      gateway.verify(raw, c.req.raw.headers, context.clock.now());
    } catch (error) {
      if (!(error instanceof ForgedEvent)) throw error;
      context.log.warn({ requestId: c.var.info.requestId, why: error.message }, 'a forged payment event was refused');
      return answerFailure(c, failure('invalid-argument', 'Invalid signature'));
    }
    const result = await receiveEvent(context, gateway, raw);
    return c.json({ success: true, received: true, kept: result === 'kept' });
  });
}
