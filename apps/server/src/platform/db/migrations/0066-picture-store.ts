import { sql, type Kysely } from 'kysely';

/**
 * The files of pictures may be in a bucket. Then `bytes` is null, and the bucket contains the file under the name that
 * it has in its address. A file of a deleted picture is listed here until it is removed from the bucket.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table image_files alter column bytes drop not null;

    create table picture_removals (
      name text primary key,
      due_at timestamptz not null
    );
    create index picture_removals_due on picture_removals (due_at);

    create function plan_picture_removal() returns trigger language plpgsql as $$
    begin
      insert into picture_removals (name, due_at)
      values (format('images/%s-%s.%s', old.image_id, old.width, old.format), '-infinity')
      on conflict (name) do update set due_at = excluded.due_at;
      return null;
    end $$;
    create trigger plan_picture_removal after delete on image_files
      for each row when (old.bytes is null) execute function plan_picture_removal();
  `.execute(db);
}
