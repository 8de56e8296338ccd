import type { AnswerOf } from '@tiffin/contract';
import type { getMyAddresses } from '@tiffin/contract/delivery';
import { ADDRESSES_MOST } from '@tiffin/contract/delivery';
import { postalText } from '@tiffin/domain/delivery';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';

/**
 * Where somebody had food brought before, each address once, the last one first. Their orders are the book: who deletes
 * their account has none, and nobody fills one in.
 */
export async function myAddresses(context: Context, userId: string): Promise<AnswerOf<typeof getMyAddresses>> {
  const { rows } = await sql<{ address: string; instructions: string | null; postal_code: string | null }>`
    select address, instructions, postal_code from (
      select distinct on (lower(btrim(delivery_address)), coalesce(delivery ->> 'postalCode', ''))
        delivery_address as address, delivery_instructions as instructions, delivery ->> 'postalCode' as postal_code, order_time
      from orders where user_id = ${userId} and not admin_created and delivery_address is not null
      order by lower(btrim(delivery_address)), coalesce(delivery ->> 'postalCode', ''), order_time desc
    ) addresses order by order_time desc limit ${ADDRESSES_MOST}
  `.execute(context.db);
  return {
    addresses: rows.map(({ address, instructions, postal_code: code }) => ({
      address,
      instructions: instructions ?? '',
      postalCode: code ? postalText(code) : '',
    })),
  };
}
