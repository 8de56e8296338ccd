import { createHash } from 'node:crypto';
import type { ResponseOf, ValidatedInput } from '@tiffin/contract';
import { refuse, say } from '@tiffin/domain/core';
import type { ImportKind, RefusedRow, RowsFile } from '@tiffin/domain/menu-file';
import { sql } from 'kysely';
import type { Context, Db, Tx } from '../../context.ts';
import { actorColumns } from './audit-row.ts';
import { recordAuditEntry, type Author } from './record-audit-entries.ts';

type Input = ValidatedInput<'previewFileImport'>['body'];
type Plan = ResponseOf<'previewFileImport'>;

export type ImportCounts = Readonly<Record<string, number>> & { readonly added: number };

/** The rows of a file that would be written, and what the preview says about them. */
interface PlannedRows<Row> extends Pick<Plan, 'notes'> {
  readonly file: Omit<RowsFile<unknown>, 'accepted'>;
  readonly added: readonly Row[];
  /** Rows that are here already, refused like those that could not be read. */
  readonly known?: readonly RefusedRow[];
}

export interface ImportInTransaction {
  readonly context: Context;
  readonly tx: Tx;
  readonly by: Author;
  readonly importId: string;
  readonly at: Date;
}

/** What differs between imports of guests, gift cards and others. */
interface RowsImport<Row> {
  readonly kind: ImportKind;
  readonly plan: (context: Context, db: Db | Tx, input: Input) => Promise<PlannedRows<Row>>;
  readonly shown: (row: Row) => { readonly name: string; readonly text: string };
  /** Writes all rows or none. `source` names the program that wrote the file. */
  readonly write: (
    work: ImportInTransaction & { readonly source: string; readonly input: Input },
    rows: readonly Row[],
  ) => Promise<ImportCounts>;
  readonly summary: (counts: ImportCounts) => string;
  /** Removes what nobody used. Returns how many. */
  readonly undo: (work: ImportInTransaction) => Promise<number>;
}

export interface FileImport {
  readonly preview: (context: Context, db: Db | Tx, input: Input) => Promise<Plan>;
  readonly run: (
    context: Context,
    tx: Tx,
    by: Author,
    input: ValidatedInput<'importFile'>['body'],
  ) => Promise<ResponseOf<'importFile'>>;
  readonly undo: (context: Context, tx: Tx, by: Author, importId: string) => Promise<ResponseOf<'undoFileImport'>>;
  readonly list: (context: Context, db: Db | Tx) => Promise<ResponseOf<'getFileImports'>['imports']>;
}

const UNDO_DAYS = 7;
const DAY_MS = 86_400_000;

const lockImports = (tx: Tx) => sql`select pg_advisory_xact_lock(hashtext('file import'))`.execute(tx);

/** An import by rows: a preview with a token, all rows or none, and undo for seven days. The audit log knows the imports. */
export function fileImport<Row extends { readonly row: number }>(rowsImport: RowsImport<Row>): FileImport {
  const { kind, plan, shown, write, summary, undo } = rowsImport;
  const action = `import-${kind}`;
  const planned = async (context: Context, db: Db | Tx, input: Input) => {
    const { file, added, notes, known = [] } = await plan(context, db, input);
    const token = createHash('sha256')
      .update(JSON.stringify([added, input.locationId]))
      .digest('base64url');
    const [columns, ignoredColumns] = [[...file.columns], [...file.ignoredColumns]];
    const refused = [...file.refused, ...known].toSorted((a, b) => a.row - b.row);
    const rows = added.map((row) => ({ row: row.row, ...shown(row) }));
    return { plan: { ...file, columns, ignoredColumns, refused, token, notes, added: rows }, added };
  };
  const completed = ({ id, at, by, counts }: StoredImport) => ({
    importId: id,
    at: at.toISOString(),
    by,
    added: counts.added,
    summary: summary(counts),
  });
  const list = async ({ clock }: Context, db: Db | Tx) => {
    const since = new Date(clock.now().getTime() - UNDO_DAYS * DAY_MS);
    const { rows } = await sql<StoredImport>`
      select subject_id as id, at, actor_name as by, after as counts
      from audit_log a where action = ${action} and at >= ${since}
        and not exists (select from audit_log u where u.subject_kind = a.subject_kind and u.subject_id = a.subject_id
          and u.action = ${`undo-${action}`})
      order by at desc, subject_id
    `.execute(db);
    return rows.map(completed);
  };
  return {
    list,
    preview: async (context, db, input) => (await planned(context, db, input)).plan,
    run: async (context, tx, by, input) => {
      await lockImports(tx);
      const { plan: current, added } = await planned(context, tx, input);
      if (current.token !== input.token) {
        throw refuse('conflict', say`What is here changed in the meantime. This is the current list.`, {
          plan: current,
        });
      }
      if (added.length === 0) throw refuse('failed-precondition', say`Nothing in this file is new.`);
      const [importId, at] = [context.ids.uuid(), context.clock.now()];
      const source = `import: ${current.program ?? say`file`}`;
      const counts = await write({ context, tx, by, importId, at, source, input }, added);
      const locationId = input.locationId ?? null;
      await recordAuditEntry(tx, { at, ...by }, action, ['file-import', importId], { locationId, after: counts });
      return completed({ id: importId, at, by: actorColumns(by.actor).actor_name, counts });
    },
    undo: async (context, tx, by, importId) => {
      await lockImports(tx);
      const found = (await list(context, tx)).find((each) => each.importId === importId);
      if (!found) throw refuse('not-found', say`This import can no longer be undone.`);
      const at = context.clock.now();
      const removed = await undo({ context, tx, by, importId, at });
      const counts = { removed, stayed: found.added - removed };
      await recordAuditEntry(tx, { at, ...by }, `undo-${action}`, ['file-import', importId], { after: counts });
      return counts;
    },
  };
}

interface StoredImport {
  readonly id: string;
  readonly at: Date;
  readonly by: string | null;
  readonly counts: ImportCounts;
}
