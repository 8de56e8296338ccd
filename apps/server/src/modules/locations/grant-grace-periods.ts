import { localDate } from '@tiffin/domain/core';
import { FISCAL_RULES, fiscalRulesOf, graceUntilDate } from '@tiffin/domain/law';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { transaction } from '../../platform/db/transaction.ts';

/**
 * An upgrade may bring a rule that refuses money at a location which already sells. That location may go on until its
 * grace period ends. Runs at every start; each rule counts once.
 */
export async function grantGracePeriods(context: Pick<Context, 'db' | 'clock' | 'log'>): Promise<void> {
  const now = context.clock.now();
  await transaction(context.db, async (tx) => {
    const newRules = await tx
      .insertInto('fiscal_rules_seen')
      .values(FISCAL_RULES.filter(({ verdict }) => verdict !== 'free').map(({ id }) => ({ rule: id, seen_at: now })))
      .onConflict((conflict) => conflict.doNothing())
      .returning('rule')
      .execute();
    if (newRules.length === 0) return;
    const newRuleIds = new Set(newRules.map(({ rule }) => rule));
    const selling = await tx
      .selectFrom('locations as l')
      .select(['l.id', 'l.country', 'l.region', 'l.postal_code', 'l.legal_form', 'l.time_zone'])
      .where('l.deleted_at', 'is', null)
      .where(sql<boolean>`exists (select from orders o where o.location_id = l.id)`)
      .execute();
    for (const { id, time_zone: timeZone, postal_code: postalCode, legal_form: legalForm, ...region } of selling) {
      if (!fiscalRulesOf({ ...region, postalCode, legalForm }).some((rule) => newRuleIds.has(rule.id))) continue;
      const until = graceUntilDate(localDate(now, timeZone));
      await tx.updateTable('locations').set({ fiscal_grace_until: until }).where('id', '=', id).execute();
      context.log.warn(
        { locationId: id, until },
        'the law asks for a certified till at this location, and it still takes money',
      );
    }
  });
}
