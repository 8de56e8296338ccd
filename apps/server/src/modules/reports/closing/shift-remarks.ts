import { cents, say, subtractCents, type Cents } from '@tiffin/domain/core';
import { REPEATED_DIFFERENCES, repeatedDifference, type ClosedShift } from '@tiffin/domain/day';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../context.ts';
import { moneyText } from '../../outbox/templates/mail-formats.ts';

interface EarlierShift {
  readonly number: number;
  readonly difference: Cents;
  readonly isSameDrawer: boolean;
  readonly isSamePerson: boolean;
}

interface RemarkedShifts {
  readonly locationId: string;
  readonly shifts: readonly ClosedShift[];
  readonly currency: string;
  readonly nameOf: (id: string | null) => string | null;
}

/**
 * Returns what a manager should know of a counted shift: another float than was left, small differences again, and orders
 * that were sold offline at other prices.
 */
export async function readShiftRemarks(db: Db | Tx, { locationId, shifts, currency, nameOf }: RemarkedShifts) {
  const { rows } = await sql<EarlierShift>`
    select s.number, e.difference_cents as difference, e.drawer_id = s.drawer_id as "isSameDrawer",
           e.closed_by is not distinct from s.closed_by as "isSamePerson"
    from drawer_shifts s join drawer_shifts e on e.location_id = s.location_id and e.state = 'closed'
      and e.closed_at <= s.closed_at and e.closed_at > s.closed_at - make_interval(days => ${REPEATED_DIFFERENCES.days})
    where s.location_id = ${locationId} and s.number = any(${shifts.map(({ number }) => number)}::int[])
      and (e.drawer_id = s.drawer_id or e.closed_by = s.closed_by)
    order by e.closed_at, e.number
  `.execute(db);
  const { rows: sold } = await sql<Record<'number' | 'total' | 'menuTotal', number> & { order: string }>`
    select s.number, o.offline_number as order, o.total_cents as total, o.menu_total_cents as "menuTotal"
    from drawer_shifts s join drawer_entries e on e.shift_id = s.id join payments p on p.id = e.payment_id
      join orders o on o.bill_id = p.bill_id and o.menu_total_cents is not null
    where s.location_id = ${locationId} and s.number = any(${shifts.map(({ number }) => number)}::int[])
    order by o.order_time, o.id
  `.execute(db);
  const money = (amount: number) => moneyText(cents(Math.abs(amount)), currency);
  const repeatedText = (name: string, earlier: readonly EarlierShift[]) => {
    const repeated = repeatedDifference(earlier.map(({ difference }) => difference));
    if (!repeated) return [];
    const { times, sum } = repeated;
    const sumText = money(sum);
    return [
      sum < 0
        ? say`${name}: ${times} times a little short within ${REPEATED_DIFFERENCES.days} days, ${sumText} together.`
        : say`${name}: ${times} times a little over within ${REPEATED_DIFFERENCES.days} days, ${sumText} together.`,
    ];
  };
  return ({ number, drawer, float, openingDifference, openedBy, closedBy }: ClosedShift): string[] => {
    const earlier = rows.filter((each) => each.number === number);
    const left = subtractCents(cents(float), cents(openingDifference));
    return [
      ...(openingDifference === 0
        ? []
        : [
            say`${nameOf(openedBy) ?? say`Somebody`} opened it with ${money(float)}. The last count left ${money(left)}.`,
          ]),
      ...repeatedText(
        drawer,
        earlier.filter(({ isSameDrawer }) => isSameDrawer),
      ),
      ...repeatedText(
        nameOf(closedBy) ?? say`Somebody`,
        earlier.filter(({ isSamePerson }) => isSamePerson),
      ),
      ...sold
        .filter((each) => each.number === number)
        .map(
          ({ order, total, menuTotal }) =>
            say`${order} was sold offline for ${money(total)}. By the menu it was ${money(menuTotal)}.`,
        ),
    ];
  };
}
