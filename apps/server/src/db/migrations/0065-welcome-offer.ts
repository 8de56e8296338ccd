import { sql, type Kysely } from 'kysely';

/** The code of the welcome mail stands on the order it was used for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- two tabs at once: one order gets the offer. Orders without a code, nearly all, are not in it.
    create unique index orders_welcome_code on orders ((metadata ->> 'welcomeCode'))
      where metadata ? 'welcomeCode' and status <> 'cancelled';
    -- the payments somebody began with it, which are over once it is used elsewhere
    create index payment_sessions_offer on payment_sessions ((snapshot #>> '{metadata,welcomeCode}'))
      where snapshot #>> '{metadata,welcomeCode}' is not null;
  `.execute(db);
}
