import { addCents, type Cents, localDate, refuse, say, valueOrThrow } from '@tiffin/domain/core';
import { readGiftCardFile, type FileGiftCard } from '@tiffin/domain/payment';
import { sql } from 'kysely';
import type { Tx } from '../../../context.ts';
import { hashKey } from '../../../platform/auth/secrets.ts';
import { readLocation } from '../../locations/queries.ts';
import { readSite } from '../../locations/restaurant/site.ts';
import { fileImport } from '../../log/file-imports.ts';
import { moneyText } from '../../outbox/templates/mail-formats.ts';
import { printedHashes } from './find-gift-card.ts';
import { codeOfGiftCard } from './issue-gift-card.ts';

/**
 * Gift cards of another system. Their balance is owed to guests and was never received here, so its entries are
 * `taken-over`: no payment, no sale. They pay with the code that is printed on them.
 */
export const giftCardImport = fileImport<FileGiftCard & { readonly money: string }>({
  kind: 'gift-cards',
  plan: async (context, db, input) => {
    const location = await readLocation(db, input.locationId ?? '');
    if (!location) throw refuse('location-not-found', undefined, { field: 'locationId' });
    const today = localDate(context.clock.now(), location.time_zone);
    const { accepted, ...file } = valueOrThrow(readGiftCardFile(Buffer.from(input.file, 'base64'), input, today));
    const hashesOf = new Map(accepted.map(({ code }) => [code, printedHashes(context, code)]));
    const { rows } = await sql<{ printed_hash: string }>`
      select printed_hash from gift_cards where printed_hash = any(${[...hashesOf.values()].flat()}::text[])
    `.execute(db);
    const hashes = new Set(rows.map(({ printed_hash: hash }) => hash));
    const isKnown = ({ code }: FileGiftCard) => hashesOf.get(code)?.some((hash) => hashes.has(hash)) === true;
    const { currency } = await readSite(db);
    const money = (amount: Cents) => moneyText(amount, currency);
    const reason = say`A card with this code is here already. Its balance does not change.`;
    const known = accepted.filter(isKnown).map(({ row, code }) => ({ row, name: nameOf(code), reason }));
    const added = accepted.filter((card) => !isKnown(card)).map((card) => ({ ...card, money: money(card.balance) }));
    return {
      file,
      known,
      added,
      notes: [
        say`Owed to guests on these cards: ${money(addCents(...added.map(({ balance }) => balance)))}. It is no sale.`,
        say`Cards do not expire here.`,
      ],
    };
  },
  shown: ({ code, money, email }) => ({ name: nameOf(code), text: [money, email].filter(Boolean).join(', ') }),
  summary: ({ added }) => say`Gift cards: ${added}`,

  write: async ({ context, tx, importId, at, input }, cards) => {
    const rows = cards.map(({ code: printed, balance, email }) => {
      const id = context.ids.uuid();
      const code = codeOfGiftCard(context, id);
      const hash = { code_hash: hashKey(code), printed_hash: hashKey(context.linkKeys('printed-card', printed)) };
      return { id, ...hash, balance, email: email || null, last4: printed.slice(-4), derived_last4: code.slice(-4) };
    });
    await sql`
      with cards as (
        select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          c (id text, code_hash text, printed_hash text, balance int, email text, last4 text, derived_last4 text)
      ), made as (
        insert into gift_cards (id, code_hash, printed_hash, last4, derived_last4, balance_cents, holder_email, location_id,
          import_id, created_at)
        select id, code_hash, printed_hash, last4, derived_last4, balance, email, ${input.locationId ?? ''}, ${importId}, ${at}
        from cards
      )
      insert into gift_entries (card_id, kind, amount_cents, at) select id, 'taken-over', balance, ${at} from cards
    `.execute(tx);
    return { added: cards.length, amountCents: addCents(...cards.map(({ balance }) => balance)) };
  },

  /** Cards stay with which somebody paid, or was about to. The days on which the others came may be closed. */
  undo: async ({ tx, importId, at }) => {
    const cards = tx.selectFrom('gift_cards').select('id').where('import_id', '=', importId);
    await cards.orderBy('id').forUpdate().execute();
    const { rows } = await sql`
      with unused as (
        select id, balance_cents from gift_cards c where import_id = ${importId}
          and not exists (select from gift_entries where card_id = c.id and kind <> 'taken-over')
      ), entries as (
        insert into gift_entries (card_id, kind, amount_cents, at)
        select id, 'taken-over', -balance_cents, ${at} from unused
      )
      update gift_cards c set balance_cents = 0, printed_hash = null, holder_email = null, import_id = null
      from unused u where u.id = c.id returning c.id
    `.execute(tx);
    return rows.length;
  },
});

const nameOf = (code: string) => code.slice(-4).padStart(8, '•');

/** Removes the addresses of guests from their cards. What is on the cards stays. */
export async function eraseCardHolders(tx: Tx, emails: readonly string[]): Promise<void> {
  await sql`update gift_cards set holder_email = null where holder_email = any(${[...emails]}::text[])`.execute(tx);
}
