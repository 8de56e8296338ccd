import type { ResponseOf, ValidatedInput } from '@tiffin/contract';
import { cents, refuse, say, toDollars } from '@tiffin/domain/core';
import type { Actor } from '@tiffin/domain/people';
import { sql, type RawBuilder } from 'kysely';
import type { Context, Db, Tx } from '../../../context.ts';
import { likePattern, pageOf, readCursor } from '../../../platform/http/cursor.ts';
import type { Row } from '../../../platform/db/schema.ts';
import { locationIdsOf } from '../../locations/scope.ts';

type WireGiftCard = ResponseOf<'getGiftCards'>['giftCards'][number];

/** A card with what was paid for it, or was on it in another system. */
interface SoldCard extends Row<'gift_cards'> {
  readonly amount_cents: number;
  readonly refunded_cents: number;
  readonly tender: string;
  readonly sold_by: string | null;
  readonly email: string | null;
}

/** The id of the card in the key of the messages that are about it. The index `messages_of_gift_cards` has it. */
const CARD_OF_MESSAGE = sql`split_part(m.once_key, ':', 2)`;

/** Lists the cards that were sold at, or imported for, the locations of the actor, newest first. */
export async function listGiftCards(
  context: Context,
  actor: Actor,
  { locationId, search, limit, cursor }: ValidatedInput<'getGiftCards'>['query'],
): Promise<ResponseOf<'getGiftCards'>> {
  const locationIds = await locationIdsOf(context, actor, locationId);
  const after = readCursor(cursor, 'createdAt', 'time');
  const time = sql`date_trunc('milliseconds', c.created_at)`;
  const isFound = sql`(${search} = '' or c.last4 = upper(${search}) or lower(c.holder_email) like ${likePattern(search)} or c.id in (
    select ${CARD_OF_MESSAGE} from messages m
    where m.template in ('gift_card', 'gift_card_receipt') and lower(m.recipient) like ${likePattern(search)}))`;
  const rows = await readSoldCards(
    context.db,
    sql`c.reservation_id is null and c.location_id = any(${[...locationIds]}::text[]) and ${isFound}
      and (${after === null} or (${time}, c.id) < (${after?.value ?? null}::timestamptz, ${after?.id ?? null}))
      order by ${time} desc, c.id desc limit ${limit + 1}`,
  );
  const { page, nextCursor } = pageOf(rows, limit, ({ id, created_at: value }) => ({ sort: 'createdAt', value, id }));
  return { giftCards: page.map(giftCardAnswer), nextCursor };
}

/** One card, as the list has it. */
export async function showGiftCard(db: Db | Tx, giftCardId: string): Promise<WireGiftCard> {
  const [card] = await readSoldCards(db, sql`c.id = ${giftCardId}`);
  if (!card) throw refuse('not-found', say`Gift card not found`);
  return giftCardAnswer(card);
}

async function readSoldCards(db: Db | Tx, condition: RawBuilder<unknown>): Promise<SoldCard[]> {
  const { rows } = await sql<SoldCard>`
    select c.*, coalesce(p.amount_cents, e.amount_cents) as amount_cents, p.processed_by as sold_by,
      coalesce(p.tender, p.method, e.kind) as tender,
      coalesce((select sum(amount_cents) from refunds where payment_id = p.id and status <> 'failed'), 0)::int as refunded_cents,
      coalesce((select m.recipient from messages m where m.template = 'gift_card' and ${CARD_OF_MESSAGE} = c.id
        order by m.created_at desc limit 1), c.holder_email) as email
    from gift_cards c
    cross join lateral (
      select payment_id, amount_cents, kind from gift_entries where card_id = c.id
        and (kind = 'sold' or kind = 'taken-over' and c.import_id is not null) order by id limit 1) e
    left join payments p on p.id = e.payment_id
    where ${condition}
  `.execute(db);
  return rows;
}

function giftCardAnswer(card: SoldCard): WireGiftCard {
  return {
    giftCardId: card.id,
    last4: card.last4,
    locationId: card.location_id,
    balance: toDollars(cents(card.balance_cents)),
    amount: toDollars(cents(card.amount_cents)),
    refunded: toDollars(cents(card.refunded_cents)),
    tender: card.tender,
    soldBy: card.sold_by,
    soldAt: card.created_at.toISOString(),
    email: card.email,
    isBlocked: card.blocked_reason !== null,
    blockedReason: card.blocked_reason,
  };
}
