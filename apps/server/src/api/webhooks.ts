import { refuse } from '@tiffin/domain/core';
import { requireRecentProof } from '../platform/auth/require-recent-proof.ts';
import { transaction } from '../platform/db/transaction.ts';
import { implement, type ImplementedCall } from '../platform/http/implement.ts';
import { listDeliveries, resendDeliveries } from '../modules/webhooks/deliveries.ts';
import { listWebhooks, removeWebhook, rotateSecret, saveWebhook } from '../modules/webhooks/webhooks.ts';

export const webhookRoutes: readonly ImplementedCall[] = [
  implement('getWebhooks', async ({ context }) => ({ webhooks: await listWebhooks(context) })),

  implement('saveWebhook', async ({ context, actor, from, body, once, c }) => {
    const problem = await context.webhooks.findProblem(body.url);
    if (problem) throw refuse('invalid-argument', problem, { field: 'url' });
    // The response that is stored for repeated requests must not contain the secret.
    let newSecret: string | null = null;
    const answer = await once(async (tx) => {
      await requireRecentProof(context, tx, { actor, from });
      const { secret, webhookId } = await saveWebhook(context, tx, { actor, from }, body);
      newSecret = secret;
      return { webhookId };
    });
    c.header('cache-control', 'no-store');
    return { ...answer, secret: newSecret };
  }),

  implement('rotateWebhookSecret', ({ context, actor, from, body }) =>
    transaction(context.db, async (tx) => {
      await requireRecentProof(context, tx, { actor, from });
      return rotateSecret(context, tx, { actor, from }, body.webhookId);
    }),
  ),

  implement('removeWebhook', async ({ context, actor, from, body, once }) =>
    once(async (tx) => {
      await removeWebhook(context, tx, { actor, from }, body.webhookId);
      return { webhookId: body.webhookId };
    }),
  ),

  implement('getWebhookDeliveries', async ({ context, query }) => ({
    deliveries: await listDeliveries(context, query),
  })),

  implement('resendWebhook', async ({ context, body, once }) =>
    once(async (tx) => ({ resent: await resendDeliveries(context, tx, body) })),
  ),
];
