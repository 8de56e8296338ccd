import type { ResponseOf } from '@tiffin/contract';
import { refuse, say } from '@tiffin/domain/core';
import { areWithinLimits, SYSTEM_ACTOR, type KeyLimits, type KeyScope } from '@tiffin/domain/people';
import { hashKey, newAdminKey, newCustomerKey } from '../../platform/auth/secrets.ts';
import type { Context, Db, Tx } from '../../context.ts';
import type { Row } from '../../platform/db/schema.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { recordAuditEntry, type Author } from '../log/record-audit-entries.ts';
import { endLiveEvents } from './end-live-events.ts';
import { keyIdOf, responsibleUserId } from './responsible-user.ts';
import { requireLocations } from './require-locations.ts';
import { insertRow } from '../../platform/db/write-row.ts';

type ApiKeyAnswer = ResponseOf<'getApiKeys'>['apiKeys'][number];
type ApiKeyRow = Row<'api_keys'> & { creator: string | null };

/** This many characters of an admin key stay visible, to tell keys apart. */
const VISIBLE_CHARACTERS = 7;

/** Reads all keys, those in force first, or the one with this id. */
export async function readApiKeys(db: Db | Tx, id?: string): Promise<ApiKeyAnswer[]> {
  const rows = await db
    .selectFrom('api_keys')
    .leftJoin('users', 'users.id', 'api_keys.created_by')
    .selectAll('api_keys')
    .select('users.name as creator')
    .orderBy('revoked_at', (by) => by.desc().nullsFirst())
    .orderBy('api_keys.created_at', 'desc')
    .$if(id !== undefined, (query) => query.where('api_keys.id', '=', id ?? ''))
    .execute();
  return rows.map(apiKeyAnswer);
}

interface NewApiKey {
  readonly name: string;
  readonly kind: 'customer' | 'admin';
  readonly scopes?: readonly KeyScope[] | null | undefined;
  readonly locationIds?: readonly string[] | null | undefined;
  readonly origins?: readonly string[] | null | undefined;
  readonly expiresAt?: Date | null;
}

/**
 * Adds an API key. Only its hash is stored; the caller gets the key once. A request with an API key cannot create a key
 * that may do more than itself.
 */
export async function addApiKey(
  context: Context,
  tx: Tx,
  by: Author,
  input: NewApiKey,
  ownLimits: KeyLimits | null = null,
): Promise<{ apiKey: ApiKeyAnswer; key: string }> {
  const now = context.clock.now();
  const limits = await limitsOf(tx, input, now);
  const origins = originsOf(input);
  if (ownLimits && !areWithinLimits(limits, ownLimits)) throw refuse('permission-denied', BEYOND_OWN_LIMITS);
  const createdByKey = keyIdOf(by.actor);
  if (createdByKey !== null) await lockValidKey(tx, createdByKey, now);
  const id = context.ids.uuid();
  const key = input.kind === 'admin' ? newAdminKey() : newCustomerKey();
  await insertRow(tx, 'api_keys', {
    id,
    kind: input.kind,
    name: input.name,
    // the customer key is public anyway
    shown: input.kind === 'admin' ? `${key.slice(0, VISIBLE_CHARACTERS)}…` : key,
    hash: hashKey(key),
    scopes: limits.scopes && [...limits.scopes],
    location_ids: limits.locationIds && [...limits.locationIds],
    origins,
    expires_at: limits.expiresAt,
    created_by: await responsibleUserId(tx, by.actor),
    created_by_key: createdByKey,
    created_at: now,
  });
  await recordAuditEntry(tx, { at: now, ...by }, 'create-api-key', ['api-key', id], {
    after: { name: input.name, kind: input.kind, ...limits, origins: origins ?? undefined },
  });
  const [apiKey] = await readApiKeys(tx, id);
  if (!apiKey) throw refuse('not-found');
  return { apiKey, key };
}

function originsOf({ kind, origins }: NewApiKey): string[] | null {
  if (origins && kind === 'admin') {
    throw refuse('invalid-argument', say`An admin key is secret and must not be on a page. Choose a customer key.`);
  }
  // As browsers send them: `https://www.example.com`, without `:443`.
  return origins ? [...new Set(origins.map((each) => new URL(each).origin))] : null;
}

/** Locks the key of the request until the new key is committed, so that revoking it finds the new key. */
async function lockValidKey(tx: Tx, keyId: string, now: Date): Promise<void> {
  const key = await tx
    .selectFrom('api_keys')
    .select('expires_at')
    .where('id', '=', keyId)
    .where('revoked_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  if (!key || (key.expires_at && key.expires_at <= now)) throw refuse('unauthenticated', say`Invalid API key.`);
}

const BEYOND_OWN_LIMITS = say`This API key can only create keys with no more scopes, no more locations and no later expiry than its own.`;

async function limitsOf(tx: Tx, input: NewApiKey, now: Date): Promise<KeyLimits> {
  const { kind, expiresAt = null } = input;
  if (expiresAt && expiresAt <= now) throw refuse('invalid-argument', say`The expiry must be in the future.`);
  const scopes = input.scopes ? [...new Set(input.scopes)] : null;
  const locationIds = input.locationIds ? [...new Set(input.locationIds)] : null;
  if (!locationIds) return { scopes, locationIds, expiresAt };
  if (kind === 'customer') {
    throw refuse('invalid-argument', say`A customer key is public and works at all locations.`);
  }
  await requireLocations(tx, locationIds);
  return { scopes, locationIds, expiresAt };
}

/** Logs keys that have expired since the last run, and ends their live events. */
export async function logExpiredKeys(context: Context): Promise<void> {
  await transaction(context.db, async (tx) => {
    const now = context.clock.now();
    const expired = await tx
      .updateTable('api_keys')
      .set({ expiry_logged_at: now })
      .where('expires_at', '<=', now)
      .where('expiry_logged_at', 'is', null)
      .where('revoked_at', 'is', null)
      .returning(['id', 'name', 'expires_at'])
      .execute();
    for (const { id, name, expires_at: expiresAt } of expired) {
      await recordAuditEntry(tx, { at: now, actor: SYSTEM_ACTOR }, 'expire-api-key', ['api-key', id], {
        after: { name, expiresAt },
      });
      await tx.deleteFrom('invitations').where('invited_by_key', '=', id).execute();
      await endLiveEvents(context, tx, id, now);
    }
  });
}

/** Revokes a key and the keys that were created with it, and ends their live events and invitations. */
export async function revokeApiKey(context: Context, tx: Tx, by: Author, keyId: string): Promise<ApiKeyAnswer> {
  const now = context.clock.now();
  const revoked = await tx
    .updateTable('api_keys')
    .set({ revoked_at: now })
    .where('id', '=', keyId)
    .where('revoked_at', 'is', null)
    .returning('name')
    .executeTakeFirst();
  if (revoked) {
    await recordAuditEntry(tx, { at: now, ...by }, 'revoke-api-key', ['api-key', keyId], { before: revoked });
    await tx.deleteFrom('invitations').where('invited_by_key', '=', keyId).execute();
    await endLiveEvents(context, tx, keyId, now);
    for (const { id } of await readValidKeys(tx, 'created_by_key', [keyId])) await revokeApiKey(context, tx, by, id);
  }
  const [apiKey] = await readApiKeys(tx, keyId);
  if (!apiKey) throw refuse('not-found', say`API key not found`);
  return apiKey;
}

/** The keys that were created by these people, or with these keys, and are not revoked. */
export function readValidKeys(tx: Tx, creator: 'created_by' | 'created_by_key', ids: readonly string[]) {
  return tx.selectFrom('api_keys').select('id').where(creator, 'in', ids).where('revoked_at', 'is', null).execute();
}

function apiKeyAnswer(row: ApiKeyRow): ApiKeyAnswer {
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    shown: row.shown,
    createdBy: row.creator,
    createdAt: row.created_at.toISOString(),
    scopes: row.scopes,
    locationIds: row.location_ids,
    origins: row.origins,
    expiresAt: row.expires_at?.toISOString() ?? null,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    lastUsedAddress: row.last_used_address,
    revokedAt: row.revoked_at?.toISOString() ?? null,
  };
}
