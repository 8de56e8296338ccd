import type { ResponseOf, ValidatedInput } from '@tiffin/contract';
import { valueOrThrow } from '@tiffin/domain/core';
import { offeredOrderTypes } from '@tiffin/domain/delivery';
import { DEFAULT_BUSY_MINUTES, activePacingPeriods, pacingEnd } from '@tiffin/domain/order';
import { authorise, userIdOf, worksAt, type Actor } from '@tiffin/domain/people';
import type { Context, Db, Tx } from '../../context.ts';
import type { StoredPace } from '../../platform/db/stored-json.ts';
import { recordAuditEntry, type Author } from '../log/record-audit-entries.ts';
import { announceLocation } from './announce-location.ts';
import { openingHoursOf } from './location-answer.ts';
import { lockLocation, readLocations, type LocationRow } from './queries.ts';
import { updateRow } from '../../platform/db/write-row.ts';

type PaceAt = ResponseOf<'getOrderPacing'>['locations'][number];

const AUDIT_ACTIONS = { open: 'resume-orders', busy: 'slow-orders', pause: 'pause-orders' } as const;

/** Pauses guests' orders, promises them later, or resumes. Placed orders do not change. */
export async function setOrderPacing(
  context: Context,
  tx: Tx,
  by: Author,
  { locationId, service, kind, ends, plus, until, reason }: ValidatedInput<'setOrderPacing'>['body'],
): Promise<PaceAt> {
  valueOrThrow(authorise('location.pace', by.actor, { locationId }));
  const present = await lockLocation(tx, locationId);
  const now = context.clock.now();
  const before = activePacingPeriods(present.pace ?? [], now);
  // A setting for all order types replaces those of single types; setting busy does not end a pause.
  const replacedKind = kind === 'open' ? ends : kind;
  const remaining = before.filter(
    (pace) => (service !== null && pace.service !== service) || (replacedKind && pace.kind !== replacedKind),
  );
  const paces = kind === 'open' ? remaining : [...remaining, newPace(kind)];

  function newPace(paceKind: 'busy' | 'pause'): StoredPace {
    const hours = openingHoursOf(present);
    const canPauseLong = authorise('location.pause-long', by.actor, { locationId }).ok;
    const request = { kind: paceKind, plus: paceKind === 'busy' ? plus : 0, until: until ?? DEFAULT_BUSY_MINUTES };
    const endsAt = valueOrThrow(pacingEnd(request, { now, hours: hours.ok ? hours.value : null, canPauseLong }));
    return {
      kind: paceKind,
      service,
      plus: request.plus,
      from: now.toISOString(),
      until: endsAt.toISOString(),
      reason,
      by: userIdOf(by.actor),
    };
  }

  const row = { ...present, pace: paces.length === 0 ? null : paces };
  if (kind === 'open' && before.length === remaining.length) return paceAnswer(tx, row, now);
  await updateRow(tx, 'locations', locationId, { pace: row.pace && JSON.stringify(row.pace) });
  await recordAuditEntry(tx, { at: now, ...by }, AUDIT_ACTIONS[kind], ['location', locationId], {
    locationId,
    before: { pace: before },
    after: { pace: paces, reason: reason || undefined },
  });
  await announceLocation(context, tx, locationId, 'pace');
  return paceAnswer(tx, row, now);
}

/** The pauses and busy times where the actor works, with who set them. */
export async function readOrderPacing(context: Context, actor: Actor): Promise<PaceAt[]> {
  const now = context.clock.now();
  const rows = (await readLocations(context.db)).filter(({ id }) => worksAt(actor, id));
  return Promise.all(rows.map((row) => paceAnswer(context.db, row, now)));
}

async function paceAnswer(db: Db | Tx, row: LocationRow, now: Date): Promise<PaceAt> {
  const paces = activePacingPeriods(row.pace ?? [], now);
  const ids = paces.flatMap(({ by }) => by ?? []);
  const people =
    ids.length === 0 ? [] : await db.selectFrom('users').select(['id', 'name']).where('id', 'in', ids).execute();
  const names = new Map(people.map(({ id, name }) => [id, name]));
  return {
    locationId: row.id,
    timeZone: row.time_zone,
    services: offeredOrderTypes(row),
    paces: paces.map((pace) => ({ ...pace, by: names.get(pace.by ?? '') ?? '' })),
  };
}
