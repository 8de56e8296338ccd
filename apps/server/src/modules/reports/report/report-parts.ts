import { addCents, rate, rateToDecimal } from '@tiffin/domain/core';
import { DEPOSIT, GIFT_CARD } from '@tiffin/domain/payment';
import { reportTaxKey } from '@tiffin/domain/stats';
import { sql, type RawBuilder } from 'kysely';
import { chargesOf } from '../../orders/order-parts.ts';
import type { BreakdownFilter, FilteredBreakdown, PartSource } from './part-source.ts';
import { cardsTakenOver, EVER, giftCardMoneyUntil, keptDeposits, KIND_OF_MONEY } from './report-rows.ts';
import { refundedKeys } from './refunded-keys.ts';

const NO_KEY = sql`'' as key`;
const SALE = sql`'sale' as kind`;

/** The column of the sold lines that contains the key of a breakdown. */
const BREAKDOWN_COLUMNS: Readonly<Record<FilteredBreakdown, string>> = {
  category: 'category',
  dish: 'item_id',
  service: 'order_type',
  daypart: 'daypart',
  hour: 'hour',
  channel: 'channel',
  day: 'day',
};

const isInBreakdown = (filter: BreakdownFilter | null) =>
  filter === null ? sql`true` : sql`coalesce(${sql.ref(BREAKDOWN_COLUMNS[filter.by])}::text, '') = ${filter.key}`;

const lines = (amount: RawBuilder<unknown>, condition = sql`true`): PartSource => ({
  queries: (_scope, filter) => [
    sql`select at, day, ${SALE}, order_id, ${NO_KEY}, ${amount} as amount from sold_lines
        where ${condition} and ${isInBreakdown(filter)}`,
  ],
});

/** The key of a tax, as `reportTaxKey` of the domain writes it. */
const TAX_KEY = sql`code || ' ' || trim_scale(rate / 100000.0) as key`;
const taxes = (amount: RawBuilder<unknown>): PartSource => ({
  queries: () => [sql`select at, day, ${SALE}, order_id, ${TAX_KEY}, ${amount} as amount from sold_taxes`],
});
const takenBackTaxes = (amounts: 'taxes' | 'bases'): PartSource => ({
  queries: () => [],
  takenBack: ({ taxes: taxesOfSale, parts }) =>
    taxesOfSale.map(({ code, rate: value }, index) => ({
      key: reportTaxKey(code, rateToDecimal(rate(value))),
      amount: parts[amounts][index] ?? 0,
    })),
});

/** The payments with the tips of bills and with `is_undone`, which are slow to read. */
const FULL_PAYMENTS = sql`payments_received`;
const moneyIn = (
  key: RawBuilder<unknown>,
  amount: RawBuilder<unknown>,
  { condition = sql`true`, table = sql`payments_of_days` } = {},
) =>
  sql`select at, day, ${KIND_OF_MONEY} as kind, bill_id as order_id, ${key} as key, ${amount} as amount
      from ${table} where ${condition}`;
const moneyOut = (key: RawBuilder<unknown>, amount: RawBuilder<unknown>, { condition = sql`true` } = {}) =>
  sql`select at, day, 'refund' as kind, bill_id as order_id, ${key} as key, ${amount} as amount
      from refunds_paid where ${condition}`;

const ALL_MONEY = sql`amount + tip + rounding`;
const [TENDER, PROVIDER] = [sql`tender`, sql`provider`];
/** Only a payment provider pays money out. */
const IS_PAID_OUT = sql`provider not in ('till', 'gift-card')`;
/** A payment that was undone at once was a mistake and is not counted. */
const IS_NOT_UNDONE = sql`not is_undone`;
const IS_LASTING_PAYOUT = sql`${IS_NOT_UNDONE} and ${IS_PAID_OUT}`;

/** Money in less money out, without cash rounding. */
const moneyOf = (condition: RawBuilder<unknown>): PartSource => ({
  queries: () => [
    moneyIn(sql`''`, sql`amount + tip`, { condition }),
    moneyOut(sql`''`, sql`-(amount + tip)`, { condition }),
  ],
});

const withoutKey = (amount: number) => [{ key: '', amount }];
/** The tips that came with payments, by tender or person. */
const paymentTips = (column: 'tender' | 'person'): PartSource => ({
  queries: () => [
    moneyIn(sql.ref(column), sql`tip + bill_tip`, { table: FULL_PAYMENTS }),
    moneyOut(sql.ref(column), sql`-tip`),
  ],
  takenBack: ({ paidTips }) =>
    paidTips.filter(({ amount }) => amount !== 0).map(({ [column]: key, amount }) => ({ key, amount: 0 - amount })),
});

const cancelled = (amount: RawBuilder<unknown>): PartSource => ({
  queries: () => [
    sql`select at, day, 'cancellation' as kind, order_id, ${NO_KEY}, ${amount} as amount from cancelled_orders`,
  ],
});

/** What the bills that were sold in the period still owe; or, without a sale, what moved for bills of other days. */
const balances = ({ isSale }: { isSale: boolean }): PartSource => ({
  queries: () => [
    sql`select coalesce(o.order_time, b.at) as at, coalesce(o.business_date, b.day) as day, 'balance' as kind, b.bill_id as order_id, ${NO_KEY},
               ${isSale ? sql`b.amount` : sql`-b.amount`} as amount
        from balances_of_bills b left join orders o on o.id = b.bill_id where b.is_sale = ${isSale}`,
  ],
});

/** The parts of the report's figures, from the tables of `sharedRows`. */
export const REPORT_PARTS = {
  orders: lines(sql`1`, sql`is_first`),
  units: lines(sql`quantity`),
  gross: lines(sql`gross`),
  discounts: lines(sql`discount`),
  refunds: {
    queries: () => [],
    takenBack: (sale, filter) =>
      filter === null
        ? withoutKey(addCents(...sale.parts.dishes))
        : refundedKeys(filter.by, sale)
            .filter(({ key }) => key === filter.key)
            .map(({ amount }) => ({ key: '', amount })),
  },
  charges: {
    queries: () => [sql`select at, day, ${SALE}, order_id, key, amount from sold_charges`],
    takenBack: ({ order, parts }) =>
      chargesOf(order).map(({ kind: key }, index) => ({ key, amount: 0 - (parts.charges[index] ?? 0) })),
  },
  taxBilled: taxes(sql`amount`),
  taxRefunds: takenBackTaxes('taxes'),
  taxBaseBilled: taxes(sql`base`),
  taxBaseRefunds: takenBackTaxes('bases'),
  tips: {
    queries: () => [
      sql`select at, day, ${SALE}, order_id, ${NO_KEY}, tip as amount from sold_orders`,
      moneyIn(sql`''`, sql`tip`),
      moneyOut(sql`''`, sql`-tip`),
    ],
    takenBack: ({ parts }) => withoutKey(0 - parts.tip),
  },
  tenderRounding: { queries: () => [moneyIn(TENDER, sql`rounding`), moneyOut(TENDER, sql`-rounding`)] },
  tenderTips: paymentTips('tender'),
  personTips: paymentTips('person'),
  paymentCount: { queries: () => [moneyIn(TENDER, sql`1`, { condition: IS_NOT_UNDONE, table: FULL_PAYMENTS })] },
  payoutCount: { queries: () => [moneyIn(PROVIDER, sql`1`, { condition: IS_LASTING_PAYOUT, table: FULL_PAYMENTS })] },
  moneyIn: { queries: () => [moneyIn(TENDER, ALL_MONEY)] },
  moneyOut: { queries: () => [moneyOut(TENDER, ALL_MONEY)] },
  giftCardsSold: moneyOf(sql`bought_gift_card and not is_deposit`),
  giftCardsUsed: moneyOf(sql`tender = ${GIFT_CARD}`),
  giftCardsTakenOver: {
    queries: (scope) => [sql`select at, day, kind, order_id, ${NO_KEY}, amount from (${cardsTakenOver(scope)}) c`],
  },
  // Of all days, so that it is what the journal's account has at the end of the period.
  giftCardsOwed: {
    queries: (scope) => [
      sql`select at, day, kind, bill_id as order_id, ${NO_KEY}, case when bought_gift_card then amount else -amount end as amount
          from (${giftCardMoneyUntil(scope)}) m where not is_deposit`,
      sql`select at, day, kind, order_id, ${NO_KEY}, amount from (${cardsTakenOver({ ...scope, from: EVER })}) c`,
    ],
  },
  depositsTaken: moneyOf(sql`bought_gift_card and is_deposit`),
  depositsUsed: moneyOf(sql`tender = ${DEPOSIT}`),
  depositsKept: {
    queries: (scope) => [sql`select at, day, kind, order_id, ${NO_KEY}, amount from (${keptDeposits(scope)}) d`],
  },
  depositTax: {
    queries: (scope) => [
      sql`select at, day, kind, order_id, t ->> 'code' as key, (t ->> 'amount')::int as amount
          from (${keptDeposits(scope)}) d cross join lateral jsonb_array_elements(taxes) t`,
    ],
  },
  depositsOwed: {
    queries: (scope) => [
      sql`select at, day, kind, bill_id as order_id, ${NO_KEY}, case when bought_gift_card then amount else -amount end as amount
          from (${giftCardMoneyUntil(scope)}) m where is_deposit`,
      sql`select at, day, kind, order_id, ${NO_KEY}, -amount as amount from (${keptDeposits({ ...scope, from: EVER })}) d`,
    ],
  },
  payoutIn: { queries: () => [moneyIn(PROVIDER, ALL_MONEY, { condition: IS_PAID_OUT })] },
  payoutOut: { queries: () => [moneyOut(PROVIDER, ALL_MONEY, { condition: IS_PAID_OUT })] },
  owed: balances({ isSale: true }),
  otherDays: balances({ isSale: false }),
  voids: cancelled(sql`amount`),
  voidedOrders: cancelled(sql`1`),
  options: { queries: () => [sql`select at, day, ${SALE}, order_id, key, amount from option_sales`] },
} as const satisfies Record<string, PartSource>;
