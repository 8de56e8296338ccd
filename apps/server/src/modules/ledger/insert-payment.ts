import type { Row } from '../../platform/db/schema.ts';
import { columnDefinitions, columnList, type StatementSource } from '../../platform/db/statement-source.ts';

const PAYMENT_COLUMNS = {
  id: 'text',
  session_id: 'text',
  provider: 'text',
  method: 'text',
  amount_cents: 'int',
  tip_cents: 'int',
  provider_payment_id: 'text',
  card_brand: 'text',
  card_last4: 'text',
} as const;
/** The payment of a new order, as the statement takes it. */
export type PaymentInsert = Pick<Row<'payments'>, keyof typeof PAYMENT_COLUMNS>;

/** The SQL that records the payment of the new order (`inserted`) and closes its payment page. */
export const insertPayment = ({ $ }: StatementSource): string => `, payment as (
     select p.* from inserted, jsonb_to_record(${$('payment')}) as p (${columnDefinitions(PAYMENT_COLUMNS)})
   ), booked as (
     insert into payments (bill_id, order_id, location_id, status, created_at, captured_at, ${columnList(PAYMENT_COLUMNS)})
     select inserted.id, inserted.id, ${$('location_id')}, 'succeeded', ${$('order_time')}, ${$('order_time')}, payment.* from inserted, payment
   ), closed as (
     update payment_sessions s
     set status = 'paid', order_id = inserted.id, closed_at = ${$('order_time')}, payment_id = payment.provider_payment_id,
       provider_session_id = ${$('page')}
     from inserted, payment where s.id = payment.session_id
   )`;
