import { isCardMethod, PAYMENT_METHODS } from '@tiffin/domain/payment';
import { COIN_TODAY, PAST_COINS } from '../../modules/locations/restaurant/coins.ts';
import { sql } from 'kysely';
import { checkedClosings, misplacedShifts } from '../../modules/reports/closing/correct-closings.ts';
import { sqlList } from '../../platform/db/sql-lists.ts';
import { dollarsSql, type Rule } from './rule.ts';

/** True for a round that was taken off the bill of its tab. */
const IS_VOID_ROUND = sql`(o.status = 'cancelled' and b.opened_at is not null)`;

/** Payments and refunds by order. Each round of a tab has those of its bill. */
const LEDGER = sql`(
  select o.id, o.payment_status, o.payment_method, b.total_cents, b.opened_at is not null as is_tab,
         case when b.opened_at is null then o.refunded_cents
           else (select sum(refunded_cents) from orders where bill_id = b.id) end as refunded_cents,
         b.paid_cents as paid,
         count(p.id) filter (where p.status = 'succeeded') as taken,
         count(p.id) filter (where p.status = 'pending') as awaited,
         count(p.id) as tries,
         (select coalesce(sum(r.amount_cents), 0) from refunds r
          where r.bill_id = o.bill_id and r.status = 'succeeded' and not r.of_change) as back
  from orders o join bills b on b.id = o.bill_id left join payments p on p.bill_id = o.bill_id
  where not ${IS_VOID_ROUND} group by o.id, b.id
)`;

/** The largest coin that was the smallest one here at any time. */
const LARGEST_COIN = sql`greatest(${COIN_TODAY}, (select max(coin) from ${PAST_COINS} c))`;

export const moneyRules: readonly Rule[] = [
  {
    holds: 'payments and open payment pages of a bill never exceed its total',
    broken: () => sql`
      select b.id as subject, format('%s paid and %s held of %s', ${dollarsSql(sql`b.paid_cents`)}, ${dollarsSql(sql`sum(p.amount_cents)`)}, ${dollarsSql(sql`b.total_cents`)}) as detail
      from bills b join payments p on p.bill_id = b.id and p.status = 'pending'
      group by b.id having b.paid_cents + sum(p.amount_cents) > b.total_cents`,
  },
  {
    holds: 'the payment status of every order follows from its payments and refunds',
    broken: () => sql`
      select id as subject, format('%s, but its payments say %s', payment_status, says) as detail
      from ${LEDGER} l, lateral (select case
        when paid > 0 and back >= paid then 'refunded' when paid >= total_cents then 'paid' when paid > 0 then 'pending'
         when awaited > 0 then 'pending' when taken > 0 then 'unpaid'
         when tries > 0 and payment_method in (${sqlList(PAYMENT_METHODS.filter(isCardMethod))}) then 'failed' else 'unpaid' end as says) s
      where payment_status <> says`,
  },
  {
    holds: 'the refunded amount of every order is the sum of its refunds',
    broken: () => sql`
      select id as subject, format('%s on the order, %s in the refunds', ${dollarsSql(sql`refunded_cents`)}, ${dollarsSql(sql`back`)}) as detail
      from ${LEDGER} l where refunded_cents <> back`,
  },
  {
    holds: 'refunds never exceed payments',
    broken: () => sql`
      select p.id as subject, format('%s came in, %s goes back', ${dollarsSql(sql`p.amount_cents + p.tip_cents`)}, ${dollarsSql(sql`sum(r.amount_cents + r.tip_cents)`)}) as detail
      from payments p join refunds r on r.payment_id = p.id and r.status <> 'failed'
      group by p.id having sum(r.amount_cents + r.tip_cents) > p.amount_cents + p.tip_cents or p.status <> 'succeeded'`,
  },
  {
    holds: 'cash refunds never exceed cash payments',
    broken: () => sql`
      select p.id as subject, format('%s came in, %s goes back', ${dollarsSql(sql`p.amount_cents + p.tip_cents + p.cash_rounding_cents`)}, ${dollarsSql(sql`sum(r.amount_cents + r.tip_cents + r.cash_rounding_cents)`)}) as detail
      from payments p join refunds r on r.payment_id = p.id and r.status <> 'failed'
      where p.method = 'cash'
      group by p.id having sum(r.amount_cents + r.tip_cents + r.cash_rounding_cents) > p.amount_cents + p.tip_cents + p.cash_rounding_cents`,
  },
  {
    holds: 'an undone payment was undone in full and was not a card payment',
    broken: () => sql`
      select p.id as subject, format('%s came in, %s is off', ${dollarsSql(sql`p.amount_cents + p.tip_cents + p.cash_rounding_cents`)}, ${dollarsSql(sql`sum(r.amount_cents + r.tip_cents + r.cash_rounding_cents)`)}) as detail
      from payments p join refunds r on r.payment_id = p.id and r.status <> 'failed'
      group by p.id having bool_or(r.is_undo) and (p.provider not in ('till', 'gift-card')
        or sum(r.amount_cents + r.tip_cents + r.cash_rounding_cents) <> p.amount_cents + p.tip_cents + p.cash_rounding_cents)`,
  },
  {
    // A device that was offline may have taken cash a week before, when another coin was the smallest.
    holds: 'cash amounts can be paid in coins',
    broken: () => sql`
      select id as subject, format('%s and %s of rounding', ${dollarsSql(sql`amount_cents`)}, cash_rounding_cents) as detail
      from payments where method = 'cash' and status = 'succeeded' and (amount_cents + tip_cents + cash_rounding_cents)
        % least(${COIN_TODAY}, (select min(coin) from ${PAST_COINS} c where until > captured_at - interval '7 days')) <> 0`,
  },
  {
    // Earlier versions rounded each part, and bills that are merged or a payment that is undone bring their own rounding.
    // Only bills with a coin or more are looked up: counting merged bills reads all bills, as they have no index for it.
    holds: 'cash rounding is less than a coin for a bill, each of its parts, and each bill merged into it',
    broken: () => sql`
      with rounded as materialized (
        select bill_id, sum(cash_rounding_cents) as cents, count(*) as payments, ${LARGEST_COIN} as coin
        from payments where method = 'cash' and status = 'succeeded' and bill_id is not null
        group by 1 having abs(sum(cash_rounding_cents)) >= ${LARGEST_COIN})
      select bill_id as subject, format('%s of rounding in %s cash payments', ${dollarsSql(sql`cents`)}, payments) as detail
      from rounded b where abs(cents) >= coin * (1 + (select count(*) from bill_parts p where p.bill_id = b.bill_id)
        + (select count(*) from bills m where m.merged_into = b.bill_id)
        + (select count(*) from refunds r where r.bill_id = b.bill_id and r.is_undo))`,
  },
  {
    holds: 'what is on a gift card is the sum of its entries',
    broken: () => sql`
      select c.id as subject, format('%s on it, %s by its entries', ${dollarsSql(sql`c.balance_cents`)}, ${dollarsSql(sql`coalesce(sum(e.amount_cents), 0)`)}) as detail
      from gift_cards c left join gift_entries e on e.card_id = c.id
      group by c.id having c.balance_cents <> coalesce(sum(e.amount_cents), 0)`,
  },
  {
    holds: 'a payment with a gift card took its amount off the card, less its refunds',
    broken: () => sql`
      select p.id as subject, format('%s paid, %s by the entries', ${dollarsSql(sql`p.amount_cents + p.tip_cents`)}, ${dollarsSql(sql`-coalesce(e.amount, 0)`)}) as detail
      from payments p
      left join (select payment_id, sum(amount_cents) as amount from gift_entries group by 1) e on e.payment_id = p.id
      left join (select payment_id, sum(amount_cents + tip_cents) as amount from refunds where status <> 'failed' group by 1) r
        on r.payment_id = p.id
      where p.provider = 'gift-card' and p.status = 'succeeded'
        and -coalesce(e.amount, 0) <> p.amount_cents + p.tip_cents - coalesce(r.amount, 0)`,
  },
  {
    holds:
      'every paid payment page has one payment, and an order or a refund, unless its order was lost or it kept a card',
    broken: () => sql`
      select s.id as subject, format('%s, order %s', ${dollarsSql(sql`s.amount_cents`)}, coalesce(s.order_id, 'none')) as detail
      from payment_sessions s
      left join payments p on p.session_id = s.id and p.status = 'succeeded'
      where s.status = 'paid' and s.kind <> 'no-show' and (p.id is null or case
        when p.order_id is null then s.snapshot -> 'items' <> '[]' and not exists (select from refunds r where r.payment_id = p.id)
        when p.order_id is not distinct from s.order_id then false
        -- An order names only the last of its pages.
        else s.kind in ('account', 'reader') or not exists (select from orders o where o.id = p.order_id and o.session_id = s.id) end)`,
  },
  {
    holds: 'the sandbox has recorded all card payments, to the cent',
    broken: () => sql`
      select p.id as subject, format('%s here, %s there', ${dollarsSql(sql`p.amount_cents + p.tip_cents`)}, coalesce(${dollarsSql(sql`s.amount_cents`)}, 'nothing')) as detail
      from payments p left join sandbox_sessions s on s.payment_id = p.provider_payment_id and s.status = 'paid'
      where p.provider = 'sandbox' and p.status = 'succeeded' and s.amount_cents is distinct from p.amount_cents + p.tip_cents`,
  },
  {
    holds: 'the sandbox has recorded every successful refund once',
    broken: () => sql`
      select r.id as subject, format('%s here, %s there', ${dollarsSql(sql`r.amount_cents + r.tip_cents`)}, coalesce(${dollarsSql(sql`s.amount_cents`)}, 'nothing')) as detail
      from refunds r join payments p on p.id = r.payment_id and p.provider = 'sandbox'
      left join sandbox_refunds s on s.id = r.provider_refund_id
      where r.status = 'succeeded' and r.method = 'card' and s.amount_cents is distinct from r.amount_cents + r.tip_cents`,
  },
];

export const billsRules: readonly Rule[] = [
  {
    holds: 'every bill is the sum of its orders',
    broken: () => sql`
      select b.id as subject, format('%s on the bill, %s on its orders', ${dollarsSql(sql`b.total_cents`)}, ${dollarsSql(sql`coalesce(o.total, 0)`)}) as detail
      from bills b
      left join (select o.bill_id, sum(o.subtotal_cents) as subtotal, sum(o.tax_cents) as tax, sum(o.tip_cents) as tip, sum(o.total_cents) as total
                 from orders o join bills b on b.id = o.bill_id where b.opened_at is null or o.status <> 'cancelled' group by 1) o on o.bill_id = b.id
      where (b.opened_at is null or b.total_cents > 0 or o.total > 0) and (o.subtotal, o.tax, o.tip, o.total) is distinct from
            (b.subtotal_cents::bigint, b.tax_cents::bigint, b.tip_cents::bigint, b.total_cents::bigint)`,
  },
  {
    holds: 'a bill is settled when its payments reach its total, and never receives more',
    broken: () => sql`
      select b.id as subject, format('%s, %s paid of %s', b.state, ${dollarsSql(sql`coalesce(p.paid, 0)`)}, ${dollarsSql(sql`b.total_cents`)}) as detail
      from bills b
      left join (
        select bill_id, sum(amount) as paid from (
          select bill_id, amount_cents as amount from payments where status = 'succeeded'
          -- refunds of amounts that an order change removed no longer belong to the bill
          union all select bill_id, -amount_cents from refunds where of_change) m group by 1
      ) p on p.bill_id = b.id
      where coalesce(p.paid, 0) > b.total_cents or b.paid_cents <> coalesce(p.paid, 0)
        or (b.state = 'settled') <> (coalesce(p.paid, 0) = b.total_cents)`,
  },
  {
    holds: 'a bill is void when all its orders were cancelled',
    broken: () => sql`
      select b.id as subject, format('%s, cancelled: %s', b.state, o.cancelled) as detail
      from bills b
      join (select bill_id, bool_and(status = 'cancelled') as cancelled from orders group by 1) o on o.bill_id = b.id
      where b.is_void <> o.cancelled`,
  },
  {
    holds: 'the first round of every tab has the id of its bill, and a merged tab has none',
    broken: () => sql`
      select b.id as subject, format('%s rounds', count(o.id)) as detail
      from bills b join orders o on o.bill_id = b.id
      where b.opened_at is not null group by b.id having not bool_or(o.id = b.id) or b.merged_into is not null`,
  },
  {
    // A tab with a name that was moved to a table stays a bill of its own.
    holds: 'a party has one bill that takes rounds, besides tabs with a name',
    broken: () => sql`
      select b.sitting_id as subject, string_agg(b.id, ', ' order by b.id) as detail
      from bills b
      where b.sitting_id is not null and b.closed_at is null and b.label is null and b.merged_into is null
        and not exists (select from bills c where c.continues = b.id)
      group by 1 having count(*) > 1`,
  },
  {
    // A payment that was undone stays on its bill when that is merged into another one.
    holds: 'refunds belong to the bill that was paid, and payments of an order to its bill',
    broken: () => sql`
      select r.id as subject, format('bill %s, paid was %s', coalesce(r.bill_id, 'none'), coalesce(p.bill_id, 'none')) as detail
      from refunds r join payments p on p.id = r.payment_id where r.bill_id is distinct from p.bill_id
      union all
      select p.id, format('bill %s, order %s', coalesce(p.bill_id, 'none'), coalesce(p.order_id, 'none'))
      from payments p left join orders o on o.id = p.order_id left join bills b on b.id = p.bill_id
      where p.order_id is not null and o.bill_id is distinct from p.bill_id
        and (b.merged_into is null or b.paid_cents <> 0)`,
  },
];

/** The cash in drawers, and closed days. */
export const drawerRules: readonly Rule[] = [
  {
    holds: 'what was expected in a counted drawer is its float and its entries',
    broken: () => sql`
      select s.id as subject, format('%s expected, %s by its entries', ${dollarsSql(sql`s.expected_cents`)}, ${dollarsSql(sql`s.float_cents + coalesce(e.sum, 0)`)}) as detail
      from drawer_shifts s
      left join (
        select shift_id, sum(case when kind in ('sale', 'pay-in', 'hand-in') then amount_cents
                                  when kind = 'no-sale' then 0 else -amount_cents end) as sum
        from drawer_entries group by 1
      ) e on e.shift_id = s.id
      where s.state = 'closed' and s.expected_cents <> s.float_cents + coalesce(e.sum, 0)`,
  },
  {
    holds: 'a sale or refund in a drawer is a cash payment or refund of its location, in coins',
    broken: () => sql`
      select e.id as subject, format('%s in the drawer, %s paid', ${dollarsSql(sql`e.amount_cents`)}, ${dollarsSql(sql`coalesce(m.coins, 0)`)}) as detail
      from drawer_entries e join drawers d on d.id = e.drawer_id
      left join (
        select id, location_id, amount_cents + tip_cents + cash_rounding_cents as coins from payments where status = 'succeeded' and method = 'cash'
        union all
        select id, location_id, amount_cents + tip_cents + cash_rounding_cents from refunds where status = 'succeeded' and method = 'cash'
      ) m on m.id = coalesce(e.payment_id, e.refund_id)
      where e.kind in ('sale', 'refund') and (m.coins is distinct from e.amount_cents or m.location_id <> d.location_id)`,
  },
  {
    holds: 'cash that a till took or gave back while its location had an open drawer is in a drawer',
    broken: () => sql`
      select m.id as subject, format('%s at %s', ${dollarsSql(sql`m.coins`)}, m.at) as detail
      from (
        select p.id, p.location_id, p.captured_at as at, p.amount_cents + p.tip_cents + p.cash_rounding_cents as coins
        from payments p where p.status = 'succeeded' and p.method = 'cash'
          and not exists (select from driver_cash c where c.payment_id = p.id)
        union all
        select r.id, r.location_id, r.settled_at, r.amount_cents + r.tip_cents + r.cash_rounding_cents
        from refunds r where r.status = 'succeeded' and r.method = 'cash'
      ) m
      where exists (
          select from drawer_shifts s join drawers d on d.id = s.drawer_id
          where s.location_id = m.location_id and d.kind = 'till' and m.at > s.opened_at and (s.closed_at is null or m.at < s.closed_at))
        and not exists (select from drawer_entries e where m.id in (e.payment_id, e.refund_id))`,
  },
  {
    holds: 'closings are numbered without gaps, and each has the hash of the one before',
    broken: () => sql`
      select format('%s No. %s', location_id, number) as subject, problem as detail
      from ${checkedClosings()} c where problem is not null`,
  },
  {
    holds: 'no closing lists a drawer that was opened after its day (`audit --correct-closings` moves it)',
    broken: () => sql`
      select format('%s No. %s', location, closing) as subject, format('%s, No. %s belongs to %s', drawer, number, day) as detail
      from (${misplacedShifts()}) s`,
  },
];
