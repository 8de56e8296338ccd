import { sql, type Kysely } from 'kysely';

/**
 * Locations deliver only within their areas from now on. A location that delivered everywhere keeps an area of its own
 * postal prefix, marked as proposed until a manager saves it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    with undelivered as (
      select id, country, coalesce(nullif(btrim(city), ''), name) as town, coalesce(delivery, '{"point": null, "zones": []}') as delivery,
             upper(regexp_replace(postal_code, '[^A-Za-z0-9]', '', 'g')) as code
      from locations
      where 'Delivery' = any(features)
        and not coalesce(jsonb_path_exists(delivery, '$.zones[*] ? (@.isOn == true)'), false)
    ), proposed as (
      select *, case
        when country = 'CA' then left(code, 3)
        when length(code) <= 4 then code
        when country = 'GB' then left(code, -3)
        else left(code, 3)
      end as prefix
      from undelivered
    )
    update locations l
    set delivery = jsonb_set(p.delivery, '{zones}', (p.delivery -> 'zones') || jsonb_build_array(jsonb_build_object(
      'id', 'own-postal-prefix', 'name', left(p.town, 60),
      'area', jsonb_build_object('kind', 'prefix', 'prefixes', jsonb_build_array(p.prefix)),
      'minimum', 0, 'freeOver', null, 'fees', jsonb_build_array(jsonb_build_object('from', 0, 'fee', 0)),
      'extraMinutes', 0, 'priority', 1, 'isOn', true, 'isProposed', true
    )))
    from proposed p
    where l.id = p.id and p.prefix <> ''
  `.execute(db);
}
