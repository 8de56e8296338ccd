import type { ResponseOf } from '@tiffin/contract';
import { sayNow } from '@tiffin/domain/core';
import { worksAt, type Actor } from '@tiffin/domain/people';
import type { Context } from '../../context.ts';
import { moneyPermission } from './money-permission.ts';
import { readLocations, type LocationRow } from './queries.ts';

type FiscalState = ResponseOf<'getFiscalStates'>['locations'][number];

/** Whether the locations where the actor works may take money, and why. */
export async function readFiscalStates(context: Context, actor: Actor): Promise<FiscalState[]> {
  const rows = (await readLocations(context.db)).filter(({ id }) => worksAt(actor, id));
  return Promise.all(rows.map((row) => fiscalStateOf(context, row)));
}

async function fiscalStateOf(context: Context, row: LocationRow): Promise<FiscalState> {
  const { state, rule, refusedFrom } = moneyPermission(row, context.clock.now());
  return {
    locationId: row.id,
    name: row.name,
    state,
    reason: sayNow(rule.reason),
    source: rule.source,
    refusedFrom,
    mayDeclare: rule.verdict === 'declare',
    openBills: state === 'grace' || state === 'refused' ? await countOpenBills(context, row.id) : 0,
  };
}

async function countOpenBills({ db }: Context, locationId: string): Promise<number> {
  const { count } = await db
    .selectFrom('bills')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('location_id', '=', locationId)
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow();
  return count;
}
