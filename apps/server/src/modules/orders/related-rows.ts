import { columnDefinitions, columnList, type StatementSource } from '../../platform/db/statement-source.ts';
import { slotRows, takeSlots } from '../capacity/reserve-slots.ts';
import { takePortions } from '../menu/stock/take-portions.ts';
import { insertPayment } from '../ledger/insert-payment.ts';
import { spendPoints } from '../people/spend-points.ts';
import { takePromotions } from './promotions/promotion-uses.ts';
import type { OrderField, OrderInsert } from './order-columns.ts';

/**
 * Fills a table of bill parts from a list of the order's `parts`; `columns` are the types of its fields. Rows are
 * numbered by their position in the list; those of a round after those of the rounds before it. `insert` names
 * the table for the check of which module writes it.
 */
const insertList = (
  { $, inserted }: StatementSource,
  { isRound }: OtherRows,
  [insert, list]: readonly [insert: string, list: string],
  columns: Readonly<Record<string, string>>,
): string => `, ${list}_rows as (
     ${insert} (bill_id, position, ${isRound ? 'order_id, ' : ''}${columnList(columns)})
     select ${$('bill_id')}, p.position${
       isRound
         ? ` + coalesce((select max(position) from ${insert.replace('insert into ', '')} where bill_id = ${$('bill_id')}), 0), ${$('id')}`
         : ''
     }, ${Object.keys(columns)
       .map((name) => `p.${name}`)
       .join(', ')}
     from ${inserted}, rows from (jsonb_to_recordset(${$('parts')} -> '${list}') as (${columnDefinitions(columns)})) with ordinality
       as p (${columnList(columns)}, position)
   )`;

/** Inserts the taxes, charges and adjustments of an order. */
const insertParts = (source: StatementSource, others: OtherRows): string =>
  insertList(source, others, ['insert into bill_taxes', 'taxes'], {
    code: 'text',
    label: 'text',
    registration: 'text',
    rate: 'int',
    classes: 'text[]',
    base_cents: 'int',
    amount_cents: 'int',
    included: 'boolean',
  }) +
  insertList(source, others, ['insert into order_charges', 'charges'], {
    kind: 'text',
    amount_cents: 'int',
    tax_class: 'text',
    source_id: 'text',
    percent: 'int',
    is_voluntary: 'boolean',
    goes_to_staff: 'boolean',
  }) +
  insertList(source, others, ['insert into adjustments', 'adjustments'], {
    line: 'int',
    charge: 'int',
    amount_cents: 'int',
    kind: 'text',
    source_id: 'text',
    label: 'text',
  });

/** What else the statement writes. */
interface OtherRows {
  readonly locksStock: boolean;
  readonly isRound: boolean;
  /** A condition that runs rows after the order, its stock and its slots. It is always true. */
  readonly after: string;
  /** The same, also after its promotion. */
  readonly afterAll: string;
}

interface RelatedRows {
  /** True for counters that simultaneous orders wait for. */
  readonly locksCounters: boolean;
  readonly isNeededFor: (order: OrderInsert) => boolean;
  readonly fields: Readonly<Record<string, OrderField>>;
  readonly sql: (source: StatementSource, others: OtherRows) => string;
}

/** Rows that only some orders have; the statement of other orders leaves them out. */
export const RELATED_ROWS = {
  parts: {
    locksCounters: false,
    isNeededFor: ({ row }) => row.parts !== null,
    fields: { parts: { type: 'jsonb', read: ({ row }) => row.parts } },
    sql: insertParts,
  },
  payment: {
    locksCounters: false,
    isNeededFor: ({ paid }) => paid !== undefined,
    fields: {
      payment: { type: 'jsonb', read: ({ paid }) => paid?.payment },
      page: { type: 'text', read: ({ paid }) => paid?.page },
    },
    sql: insertPayment,
  },
  stock: {
    locksCounters: true,
    isNeededFor: ({ portions = [] }) => portions.length > 0,
    fields: { portions: { type: 'jsonb', read: ({ portions }) => portions } },
    sql: takePortions,
  },
  slots: {
    locksCounters: true,
    isNeededFor: ({ slots }) => slots !== undefined && slots.counted.length > 0,
    fields: { slots: { type: 'jsonb', read: ({ slots }) => slots && slotRows(slots) } },
    sql: takeSlots,
  },
  promotion: {
    locksCounters: true,
    isNeededFor: ({ promotion }) => promotion !== undefined,
    fields: { promotion: { type: 'jsonb', read: ({ promotion }) => promotion && [promotion] } },
    sql: takePromotions,
  },
  points: {
    locksCounters: true,
    isNeededFor: ({ points }) => points !== undefined,
    fields: { points: { type: 'jsonb', read: ({ points }) => points && [points] } },
    sql: spendPoints,
  },
} as const satisfies Record<string, RelatedRows>;
