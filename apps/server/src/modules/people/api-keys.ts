import type { ResponseOf } from '@tiffin/contract';
import type { getApiKeys } from '@tiffin/contract/api-keys';
import { refuse, say } from '@tiffin/domain/core';
import { userIdOf } from '@tiffin/domain/people';
import type { Selectable } from 'kysely';
import { hashKey, newAdminKey, newCustomerKey } from '../../platform/auth/secrets.ts';
import type { Context } from '../../context.ts';
import type { Db, Tx } from '../../platform/db/connection.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { RequestOrigin } from '../../platform/http/implement.ts';
import { recordAuditEntries, type Author } from '../audit/record-audit-entries.ts';
import { endLiveEvents } from './end-live-events.ts';

export type ApiKeyAnswer = ResponseOf<typeof getApiKeys>['apiKeys'][number];
type ApiKeyRow = Selectable<Schema['api_keys']> & { creator: string | null };

/** This many characters of an admin key stay visible, to tell keys apart. */
const VISIBLE_CHARACTERS = 7;

export async function readApiKeys(db: Db | Tx, id?: string): Promise<ApiKeyAnswer[]> {
  let query = db
    .selectFrom('api_keys')
    .leftJoin('users', 'users.id', 'api_keys.created_by')
    .selectAll('api_keys')
    .select('users.name as creator')
    .orderBy('revoked_at', (by) => by.desc().nullsFirst())
    .orderBy('api_keys.created_at', 'desc');
  if (id !== undefined) query = query.where('api_keys.id', '=', id);
  return (await query.execute()).map(apiKeyAnswer);
}

/** Adds an API key. Only its hash is stored; the caller gets the key once. */
export async function addApiKey(
  context: Context,
  tx: Tx,
  by: Author<RequestOrigin | null>,
  input: { name: string; kind: 'customer' | 'admin' },
): Promise<{ apiKey: ApiKeyAnswer; key: string }> {
  const now = context.clock.now();
  const id = context.ids.uuid();
  const key = input.kind === 'admin' ? newAdminKey() : newCustomerKey();
  await tx
    .insertInto('api_keys')
    .values({
      id,
      kind: input.kind,
      name: input.name,
      // the customer key is public anyway
      shown: input.kind === 'admin' ? `${key.slice(0, VISIBLE_CHARACTERS)}…` : key,
      hash: hashKey(key),
      created_by: userIdOf(by.actor),
      created_at: now,
    })
    .execute();
  await recordAuditEntries(tx, {
    at: now,
    ...by,
    action: 'create-api-key',
    subject: { kind: 'api-key', id },
    after: input,
  });
  const [apiKey] = await readApiKeys(tx, id);
  if (!apiKey) throw refuse('not-found');
  return { apiKey, key };
}

/** Revokes a key: the next request gets 401 and its live events end. Repeating it changes nothing. */
export async function revokeApiKey(
  context: Context,
  tx: Tx,
  by: Author<RequestOrigin | null>,
  keyId: string,
): Promise<ApiKeyAnswer> {
  const now = context.clock.now();
  const revoked = await tx
    .updateTable('api_keys')
    .set({ revoked_at: now })
    .where('id', '=', keyId)
    .where('revoked_at', 'is', null)
    .returning('name')
    .executeTakeFirst();
  if (revoked) {
    await recordAuditEntries(tx, {
      at: now,
      ...by,
      action: 'revoke-api-key',
      subject: { kind: 'api-key', id: keyId },
      before: revoked,
    });
    await endLiveEvents(context, tx, keyId, now);
  }
  const [apiKey] = await readApiKeys(tx, keyId);
  if (!apiKey) throw refuse('not-found', say`API key not found`);
  return apiKey;
}

function apiKeyAnswer(row: ApiKeyRow): ApiKeyAnswer {
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    shown: row.shown,
    createdBy: row.creator,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    revokedAt: row.revoked_at?.toISOString() ?? null,
  };
}
