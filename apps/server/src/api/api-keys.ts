import { requireRecentProof } from '../platform/auth/require-recent-proof.ts';
import { transaction } from '../platform/db/transaction.ts';
import { implement, onceWithSecret, type ImplementedCall } from '../platform/http/implement.ts';
import { addApiKey, readApiKeys, revokeApiKey } from '../modules/people/api-keys.ts';

export const keyRoutes: readonly ImplementedCall[] = [
  implement('getApiKeys', async ({ context }) => ({ apiKeys: await readApiKeys(context.db) })),

  implement('createApiKey', ({ context, actor, from, body, once, c }) =>
    onceWithSecret(once, 'key', async (tx) => {
      await requireRecentProof(context, tx, { actor, from });
      const expiresAt = body.expiresAt ? new Date(body.expiresAt) : null;
      return addApiKey(context, tx, { actor, from }, { ...body, expiresAt }, c.var.info.keyLimits);
    }),
  ),

  implement('revokeApiKey', async ({ context, actor, from, body }) => ({
    apiKey: await transaction(context.db, (tx) => revokeApiKey(context, tx, { actor, from }, body.keyId)),
  })),
];
