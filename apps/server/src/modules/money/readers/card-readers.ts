import { createHash } from 'node:crypto';
import type { ResponseOf, ValidatedInput } from '@tiffin/contract';
import { valueOrThrow, refuse, say } from '@tiffin/domain/core';
import { provinceOf } from '@tiffin/domain/locations';
import { authorise, type Actor } from '@tiffin/domain/people';
import type { ReaderToRegister } from '../../../adapters/payment/gateway.ts';
import type { Context, Db, Tx } from '../../../context.ts';
import type { Row } from '../../../platform/db/schema.ts';
import type { RequestOrigin, RunOnce, RunOnceWith } from '../../../platform/http/implement.ts';
import { recordAuditEntry, type Author } from '../../log/record-audit-entries.ts';
import { readLocation } from '../../locations/queries.ts';
import { requireCurrentGateway, requireCardReaders, waitAtMost } from '../provider/find-gateway.ts';
import { refuseGatewayError } from '../sessions/open-session.ts';
import { HOME_COUNTRY } from '@tiffin/domain/locations';

/** How long a request waits for the provider to register or remove a reader. The code that staff typed is valid for minutes. */
const PATIENCE_MS = 15_000;

/** Lists the readers of the current provider. Readers of another provider cannot take payments. */
export async function listReaders(context: Context, actor: Actor, locationId: string) {
  valueOrThrow(authorise('order.take-payment', actor, { locationId }));
  const rows = await context.db
    .selectFrom('card_readers')
    .selectAll()
    .where('location_id', '=', locationId)
    .where('provider', '=', context.payments?.name ?? '')
    .where('removed_at', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute();
  return { readers: rows.map(readerAnswer), canAdd: (context.payments?.readers ?? null) !== null };
}

function readerAnswer(row: Row<'card_readers'>): ResponseOf<'getReaders'>['readers'][number] {
  return {
    readerId: row.id,
    locationId: row.location_id,
    name: row.name,
    device: row.device,
    serial: row.serial,
    addedAt: row.created_at.toISOString(),
  };
}

/**
 * Registers a reader for a location. The reference lets the provider recognise the request when it is repeated after a
 * lost response.
 */
export async function registerReader(
  context: Context,
  { actor, from, onceWith }: { readonly actor: Actor; readonly from: RequestOrigin; readonly onceWith: RunOnceWith },
  { locationId, code, name, city = '' }: ValidatedInput<'registerReader'>['body'],
): Promise<ResponseOf<'registerReader'>> {
  const provider = requireCurrentGateway(context).name;
  const register = async () => {
    const place = await providerPlaceOf(context, locationId, city);
    const reference = createHash('sha256')
      .update(JSON.stringify([locationId, code, name]))
      .digest('base64url');
    return waitAtMost(PATIENCE_MS, requireCardReaders(context).register({ reference, code, name, place })).catch(
      refuseGatewayError,
    );
  };
  return onceWith(register, async (tx, registered) => {
    if (registered === 'too-late') throw refuse('payment-provider-unavailable', undefined, { retryAfter: 5 });
    await requireIdleElsewhere(tx, { provider, locationId, providerReaderId: registered.providerReaderId });
    const id = context.ids.uuid();
    const row = await tx
      .insertInto('card_readers')
      .values({
        id,
        location_id: locationId,
        provider,
        provider_reader_id: registered.providerReaderId,
        provider_place_id: registered.providerPlaceId,
        name,
        device: registered.device,
        serial: registered.serial,
        created_at: context.clock.now(),
      })
      // A repeated request after a lost response updates the same reader.
      .onConflict((conflict) =>
        conflict
          .columns(['provider', 'provider_reader_id'])
          .where('removed_at', 'is', null)
          .doUpdateSet({ name, location_id: locationId, provider_place_id: registered.providerPlaceId }),
      )
      .returningAll()
      .executeTakeFirstOrThrow();
    await recordAuditEntry(tx, { at: context.clock.now(), actor, from }, 'add-reader', ['reader', row.id], {
      locationId,
      after: { name, device: row.device, serial: row.serial },
    });
    return { reader: readerAnswer(row) };
  });
}

/**
 * Refuses to move a reader that still has an open payment at another location, because staff there could not see that
 * payment afterwards.
 */
async function requireIdleElsewhere(
  tx: Tx,
  { provider, locationId, providerReaderId }: { provider: string; locationId: string; providerReaderId: string },
): Promise<void> {
  const existing = await tx
    .selectFrom('card_readers')
    .select('id')
    .where('provider', '=', provider)
    .where('provider_reader_id', '=', providerReaderId)
    .where('removed_at', 'is', null)
    .where('location_id', '<>', locationId)
    // Blocks a payment that is being sent to this reader at the same moment; that payment finishes first or finds the
    // reader moved.
    .forUpdate()
    .executeTakeFirst();
  const openPayment = existing && (await openPaymentOf(tx, existing.id));
  if (!openPayment) return;
  throw refuse(
    'failed-precondition',
    say`This reader is still busy with a payment of order ${String(openPayment.order_id)} at another location. Cancel it there first.`,
  );
}

function openPaymentOf(db: Db | Tx, readerId: string) {
  return db
    .selectFrom('payment_sessions')
    .select('order_id')
    .where('reader_id', '=', readerId)
    .where('status', '=', 'open')
    .executeTakeFirst();
}

/** The location as the provider knows it. Only the first reader of a location has to name its town. */
async function providerPlaceOf(context: Context, locationId: string, city: string): Promise<ReaderToRegister['place']> {
  const location = await readLocation(context.db, locationId);
  if (!location || location.deleted_at) throw refuse('location-not-found');
  const existing = await context.db
    .selectFrom('card_readers')
    .select('provider_place_id')
    .where('location_id', '=', locationId)
    .where('provider', '=', requireCurrentGateway(context).name)
    // Skips removed readers, because they may have been registered with test keys.
    .where('removed_at', 'is', null)
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
  if (existing) return { providerPlaceId: existing.provider_place_id };
  if (city === '') throw refuse('invalid-argument', say`Please enter the town of the location.`, { field: 'city' });
  const { country } = location;
  const isAtHome = country === HOME_COUNTRY;
  const province = isAtHome ? (location.taxes?.follows ?? provinceOf(location.postal_code)) : location.region;
  if (province === null) {
    throw refuse(
      'failed-precondition',
      say`The postal code of this location is not in any province. Please correct it first.`,
    );
  }
  const { name, address: street, postal_code: postalCode } = location;
  return { providerPlaceId: null, name, street, city, province, postalCode, country };
}

/** Removes a reader from the list that tills use. The row stays, because earlier payments refer to it. */
export async function removeReader(context: Context, by: Author, once: RunOnce, readerId: string) {
  const row = await context.db.selectFrom('card_readers').selectAll().where('id', '=', readerId).executeTakeFirst();
  if (!row) throw refuse('not-found', say`Card reader not found`);
  if (row.removed_at) return { readerId };
  const openPayment = await openPaymentOf(context.db, readerId);
  if (openPayment) {
    throw refuse(
      'failed-precondition',
      say`This reader is busy with a payment of order ${String(openPayment.order_id)}. Cancel it first.`,
    );
  }
  const removal = await waitAtMost(PATIENCE_MS, requireCardReaders(context).remove(row.provider_reader_id)).catch(
    refuseGatewayError,
  );
  if (removal === 'too-late') throw refuse('payment-provider-unavailable', undefined, { retryAfter: 5 });
  return once(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('card_readers')
      .set({ removed_at: context.clock.now() })
      .where('id', '=', readerId)
      .where('removed_at', 'is', null)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return { readerId };
    await recordAuditEntry(tx, { at: context.clock.now(), ...by }, 'remove-reader', ['reader', readerId], {
      locationId: row.location_id,
      before: { name: row.name, device: row.device, serial: row.serial },
    });
    return { readerId };
  });
}
