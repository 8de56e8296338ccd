import { requireRecentProof } from '../platform/auth/require-recent-proof.ts';
import { transaction } from '../platform/db/transaction.ts';
import { implement, type ImplementedCall } from '../platform/http/implement.ts';
import { addApiKey, readApiKeys, revokeApiKey } from '../modules/people/api-keys.ts';

export const keyRoutes: readonly ImplementedCall[] = [
  implement('getApiKeys', async ({ context }) => ({ apiKeys: await readApiKeys(context.db) })),

  implement('createApiKey', async ({ context, actor, from, body, once, c }) => {
    // The response that is stored for repeated requests must not contain the key.
    let newKey: string | null = null;
    const answer = await once(async (tx) => {
      await requireRecentProof(context, tx, { actor, from });
      const expiresAt = body.expiresAt ? new Date(body.expiresAt) : null;
      const { apiKey, key } = await addApiKey(
        context,
        tx,
        { actor, from },
        { ...body, expiresAt },
        c.var.info.keyLimits,
      );
      newKey = key;
      return { apiKey };
    });
    c.header('cache-control', 'no-store');
    return { ...answer, key: newKey };
  }),

  implement('revokeApiKey', async ({ context, actor, from, body }) => ({
    apiKey: await transaction(context.db, (tx) => revokeApiKey(context, tx, { actor, from }, body.keyId)),
  })),
];
