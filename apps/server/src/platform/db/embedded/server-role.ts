import type pg from 'pg';

/** PostgreSQL's superuser, used only for preparation. */
export const SUPERUSER = 'tiffin';
/** The role of the server and its migrations. It owns its database and has no rights outside it. */
export const SERVER_ROLE = 'tiffin_server';
export const DATABASE = 'tiffin';

/** Keeps two programs from preparing at the same time. */
const PREPARING_LOCK = 8_147_002;

/** Creates the server's role and database when they are missing. Runs as superuser in any database. */
export async function prepareRole(superuser: pg.Client): Promise<void> {
  await superuser.query('select pg_advisory_lock($1)', [PREPARING_LOCK]);
  const { rows } = await superuser.query<{ has_role: boolean; owner: string | null }>(
    `select to_regrole($1) is not null as has_role,
       (select pg_get_userbyid(datdba) from pg_database where datname = $2) as owner`,
    [SERVER_ROLE, DATABASE],
  );
  const [{ has_role: hasRole, owner } = { has_role: false, owner: null }] = rows;
  if (!hasRole) await superuser.query(`create role ${SERVER_ROLE} login`);
  if (owner === null) await superuser.query(`create database ${DATABASE} owner ${SERVER_ROLE}`);
  else if (owner !== SERVER_ROLE) await superuser.query(`alter database ${DATABASE} owner to ${SERVER_ROLE}`);
  await superuser.query('select pg_advisory_unlock($1)', [PREPARING_LOCK]);
}

/**
 * Transfers what an earlier version created as superuser. Members of extensions stay; sequences of columns and
 * indexes follow their tables.
 */
export async function transferOwnership(superuser: pg.Client): Promise<void> {
  await superuser.query(`
    do $$
    declare command text;
    begin
      perform pg_advisory_lock(${PREPARING_LOCK});
      for command in
        with ours as (
          select oid from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'
        ), made as (
          select 'pg_class'::regclass as catalog, c.oid, c.relowner as owner,
            format('%s %s', case c.relkind when 'S' then 'sequence' when 'v' then 'view' when 'm' then 'materialized view' else 'table' end, c.oid::regclass) as thing
          from pg_class c where c.relnamespace in (select oid from ours) and c.relkind in ('r', 'p', 'v', 'm', 'S')
          union all
          select 'pg_proc'::regclass, p.oid, p.proowner, format('routine %s', p.oid::regprocedure)
          from pg_proc p where p.pronamespace in (select oid from ours)
          union all
          select 'pg_type'::regclass, t.oid, t.typowner, format('type %s', t.oid::regtype)
          from pg_type t where t.typnamespace in (select oid from ours) and t.typtype in ('d', 'e', 'r')
          union all
          select 'pg_namespace'::regclass, n.oid, n.nspowner, format('schema %I', n.nspname)
          from pg_namespace n where n.oid in (select oid from ours) and n.nspname <> 'public'
        )
        select format('alter %s owner to ${SERVER_ROLE}', thing) from made
        where owner <> to_regrole('${SERVER_ROLE}') and not exists (
          select from pg_depend d where d.classid = made.catalog and d.objid = made.oid
            and (d.deptype = 'e' or (d.deptype in ('a', 'i') and thing like 'sequence %')))
      loop
        execute command;
      end loop;
      perform pg_advisory_unlock(${PREPARING_LOCK});
    end $$`);
}

/**
 * Only our account and root may connect over the socket (`peer`). The rules are outside PostgreSQL's own files, which
 * an earlier version of the server still reads.
 */
export function signInRules(accounts: readonly string[]): { readonly hba: string; readonly ident: string } {
  return {
    hba: 'local all all peer map=tiffin\n',
    ident: accounts
      .flatMap((account) => [SUPERUSER, SERVER_ROLE].map((role) => `tiffin "${account}" ${role}\n`))
      .join(''),
  };
}
