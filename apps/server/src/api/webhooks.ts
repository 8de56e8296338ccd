import { refuse } from '@tiffin/domain/core';
import { requireRecentProof } from '../platform/auth/require-recent-proof.ts';
import { transaction } from '../platform/db/transaction.ts';
import { implement, implementChange, onceWithSecret, type ImplementedCall } from '../platform/http/implement.ts';
import { listDeliveries, resendDeliveries } from '../modules/webhooks/webhook-deliveries.ts';
import { listWebhooks, removeWebhook, rotateSecret, saveWebhook } from '../modules/webhooks/webhooks.ts';

export const webhookRoutes: readonly ImplementedCall[] = [
  implement('getWebhooks', async ({ context }) => ({ webhooks: await listWebhooks(context) })),

  implement('saveWebhook', async ({ context, actor, from, body, once }) => {
    const problem = await context.webhooks.findProblem(body.url);
    if (problem) throw refuse('invalid-argument', problem, { field: 'url' });
    return onceWithSecret(once, 'secret', async (tx) => {
      await requireRecentProof(context, tx, { actor, from });
      return saveWebhook(context, tx, { actor, from }, body);
    });
  }),

  implement('rotateWebhookSecret', ({ context, actor, from, body }) =>
    transaction(context.db, async (tx) => {
      await requireRecentProof(context, tx, { actor, from });
      return rotateSecret(context, tx, { actor, from }, body.webhookId);
    }),
  ),

  implementChange('removeWebhook', async (context, tx, by, body) => {
    await removeWebhook(context, tx, by, body.webhookId);
    return { webhookId: body.webhookId };
  }),

  implement('getWebhookDeliveries', async ({ context, query }) => ({
    deliveries: await listDeliveries(context, query),
  })),

  implementChange('resendWebhook', async (context, tx, by, body) => ({
    resent: await resendDeliveries(context, tx, body),
  })),
];
