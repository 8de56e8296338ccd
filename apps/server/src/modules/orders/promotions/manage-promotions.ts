import type { ResponseOf, ValidatedInput } from '@tiffin/contract';
import { cents, refuse, say, toDollars } from '@tiffin/domain/core';
import { promotionToWire, type Promotion, type PromotionCondition } from '@tiffin/domain/order';
import { sql } from 'kysely';
import type { Context, Db, Tx } from '../../../context.ts';
import { isUniqueViolation } from '../../../platform/db/connection.ts';
import type { Row } from '../../../platform/db/schema.ts';
import { announceLocation } from '../../locations/announce-location.ts';
import { readSite } from '../../locations/restaurant/site.ts';
import { touchLocation } from '../../locations/menu-version.ts';
import { recordAuditEntry, type Author } from '../../log/record-audit-entries.ts';
import { isWelcomeCode } from './offer-terms.ts';

type Answer = ResponseOf<'getPromotions'>;
type PromotionAnswer = Answer['promotions'][number];
type Body = ValidatedInput<'savePromotion'>['body'];
type PromotionRow = Row<'promotions'>;

/** All promotions with what they cost so far, and the same of the welcome offer. */
export async function readPromotions(db: Db | Tx): Promise<Answer> {
  const { rows } = await sql<{ uses: number; cost: number }>`
    select count(*)::int as uses, coalesce(sum((metadata ->> 'savedCents')::int), 0)::int as cost
    from orders where metadata ? 'welcomeCode' and status <> 'cancelled'
  `.execute(db);
  const { uses = 0, cost = 0 } = rows[0] ?? {};
  const { welcomePercent: percentOff, welcomeIsActive: isActive } = await readSite(db);
  return {
    promotions: await readPromotionAnswers(db),
    welcome: { percentOff, isActive, uses, cost: toDollars(cents(cost)) },
  };
}

/** Reads the promotions that were not deleted, or the one with this id, with their uses, cost and new guests. */
async function readPromotionAnswers(db: Db | Tx, id: string | null = null): Promise<PromotionAnswer[]> {
  const { rows } = await sql<PromotionRow & { cost: number; sales: number; new_guests: number }>`
    select p.*, coalesce(results.cost, 0)::int as cost, coalesce(results.sales, 0)::int as sales, coalesce(results.new_guests, 0)::int as new_guests
    from promotions p left join lateral (
      select sum(u.amount_cents) as cost, sum(o.subtotal_cents - o.discount_cents) as sales, count(*) filter (where not exists (
        select from orders e where e.order_time < o.order_time and e.status <> 'cancelled' and e.user_id = o.user_id
        union all
        select from orders e where e.order_time < o.order_time and e.status <> 'cancelled' and e.customer_phone = o.customer_phone
      )) as new_guests
      from promotion_uses u join orders o on o.id = u.order_id
      where u.promotion_id = p.id and u.state in ('used', 'over')
    ) results on true
    where p.deleted_at is null and (${id}::text is null or p.id = ${id}) order by p.is_active desc, p.created_at desc, p.id
  `.execute(db);
  return rows.map((row) => ({
    ...promotionToWire(promotionOf(row)),
    limit: row.total_limit,
    perPerson: row.per_person,
    isActive: row.is_active,
    version: row.version,
    uses: row.used,
    cost: toDollars(cents(row.cost)),
    newGuests: row.new_guests,
    sales: toDollars(cents(row.sales)),
  })) as PromotionAnswer[];
}

function promotionOf(row: PromotionRow): Promotion {
  const { id, name, code, conditions, effect, valid_from: from, valid_until: until } = row;
  const isLimited = row.total_limit !== null || row.per_person !== null || isForFirstOrders(conditions);
  return { id, name, code, conditions, effect, from, until, isLimited };
}

function isForFirstOrders(conditions: readonly Pick<PromotionCondition, 'kind'>[]): boolean {
  return conditions.some(({ kind }) => kind === 'first-order');
}

/** Adds or changes a promotion. Every cached menu has the promotions, so every location's row is written. */
export async function savePromotion(
  context: Context,
  tx: Tx,
  by: Author,
  { promotionId, version, isActive, ...values }: Body,
): Promise<PromotionAnswer> {
  const now = context.clock.now();
  const existing = promotionId === undefined ? null : await lockPromotion(tx, promotionId);
  if (existing && version !== undefined && version !== existing.version) {
    const [promotion] = await readPromotionAnswers(tx, existing.id);
    throw refuse('conflict', undefined, { promotion, field: 'version' });
  }
  const { code = null, limit = null, perPerson = null } = values;
  if (existing && limit !== null && limit < existing.used) {
    throw refuse('invalid-argument', say`It was already used ${existing.used} times.`, { field: 'limit' });
  }
  if (code !== null && (await isWelcomeCode(tx, code))) throw codeTaken(code);
  const columns = {
    name: values.name,
    code,
    conditions: JSON.stringify(values.conditions),
    effect: JSON.stringify(values.effect),
    valid_from: values.from ?? null,
    valid_until: values.until ?? null,
    total_limit: limit,
    // Two first orders placed at once would otherwise both count as the first.
    per_person: isForFirstOrders(values.conditions) ? 1 : perPerson,
    is_active: isActive,
    updated_at: now,
  };
  const id = existing?.id ?? context.ids.uuid();
  const write = existing
    ? tx
        .updateTable('promotions')
        .set({ ...columns, version: existing.version + 1 })
        .where('id', '=', id)
    : tx.insertInto('promotions').values({ ...columns, id, created_at: now });
  await write.execute().catch((error: unknown) => {
    throw code !== null && isUniqueViolation(error, 'promotions_code') ? codeTaken(code) : error;
  });
  await recordAuditEntry(tx, { at: now, ...by }, existing ? 'update-promotion' : 'add-promotion', ['promotion', id], {
    before: existing && {
      name: existing.name,
      code: existing.code,
      isActive: existing.is_active,
      limit: existing.total_limit,
    },
    after: { name: values.name, code, isActive, limit },
  });
  await announcePromotions(context, tx);
  const [promotion] = await readPromotionAnswers(tx, id);
  if (!promotion) throw new Error(`promotion ${id} not found after writing it`);
  return promotion;
}

function codeTaken(code: string) {
  return refuse('already-exists', say`${code} is used by another promotion.`, { field: 'code' });
}

/** Deletes a promotion. Its uses stay, because orders refer to it. */
export async function deletePromotion(context: Context, tx: Tx, by: Author, id: string): Promise<void> {
  const { name } = await lockPromotion(tx, id);
  const now = context.clock.now();
  await tx.updateTable('promotions').set({ deleted_at: now, is_active: false }).where('id', '=', id).execute();
  await recordAuditEntry(tx, { at: now, ...by }, 'delete-promotion', ['promotion', id], { before: { name } });
  await announcePromotions(context, tx);
}

async function lockPromotion(tx: Tx, id: string): Promise<PromotionRow> {
  const query = tx.selectFrom('promotions').selectAll().where('id', '=', id).where('deleted_at', 'is', null);
  const row = await query.forUpdate().executeTakeFirst();
  if (!row) throw refuse('not-found', say`This promotion was deleted.`);
  return row;
}

async function announcePromotions(context: Context, tx: Tx): Promise<void> {
  const locations = await tx
    .selectFrom('locations')
    .select('id')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  for (const { id } of locations) {
    await touchLocation(tx, id);
    await announceLocation(context, tx, id, 'updated');
  }
}
