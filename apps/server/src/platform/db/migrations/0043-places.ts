import { sql, type Kysely } from 'kysely';

/**
 * Where a location is, the letters its numbers begin with, and a category's drawing: until now they were in the code. What its orders or
 * reservations are numbered by goes on, and in Canada the postal code says the province.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table locations
      add column city text not null default '',
      add column region text not null default '',
      add column country text not null default 'CA' constraint locations_country_check check (country ~ '^[A-Z]{2}$'),
      add column code text constraint locations_code_check check (code ~ '^[A-Z]{3}$')
  `.execute(db);
  await sql`
    update locations l set
      code = coalesce(
        (select substr(o.id, 1, 3) from orders o
         where o.location_id = l.id and o.id ~ '^[A-Z]{3}-' order by o.order_time desc limit 1),
        (select substr(r.reservation_id, 5, 3) from reservations r
         where r.location_id = l.id and r.reservation_id ~ '^RES-[A-Z]{3}-' order by r.reserved_at desc limit 1)
      ),
      region = case
        when upper(postal_code) !~ '^[A-Z][0-9]' then ''
        when upper(postal_code) ~ '^X0[ABC]' then 'NU'
        else case upper(substr(postal_code, 1, 1))
          when 'A' then 'NL' when 'B' then 'NS' when 'C' then 'PE' when 'E' then 'NB'
          when 'G' then 'QC' when 'H' then 'QC' when 'J' then 'QC'
          when 'K' then 'ON' when 'L' then 'ON' when 'M' then 'ON' when 'N' then 'ON' when 'P' then 'ON'
          when 'R' then 'MB' when 'S' then 'SK' when 'T' then 'AB' when 'V' then 'BC' when 'Y' then 'YT'
          when 'X' then 'NT' else '' end
      end
  `.execute(db);
  await sql`alter table menu_categories add column art text`.execute(db);
  // The product draws what those a house began with are called; the others have a plate.
  await sql`update menu_categories set art = id where is_default`.execute(db);
  // Nobody is there: an address that was never said is empty.
  await sql`
    update settings set value =
      regexp_replace(value::text, '"(hello|support)@localhost\\.invalid"', '""', 'g')::jsonb
    where key = 'site'
  `.execute(db);
}
