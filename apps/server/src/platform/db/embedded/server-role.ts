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
  const { rows } = await superuser.query<{ has_role: boolean; has_database: boolean }>(
    `select to_regrole($1) is not null as has_role,
       exists (select from pg_database where datname = $2) as has_database`,
    [SERVER_ROLE, DATABASE],
  );
  if (!rows[0]?.has_role) await superuser.query(`create role ${SERVER_ROLE} login`);
  if (!rows[0]?.has_database) await superuser.query(`create database ${DATABASE} owner ${SERVER_ROLE}`);
  await superuser.query('select pg_advisory_unlock($1)', [PREPARING_LOCK]);
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
