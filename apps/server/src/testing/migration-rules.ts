import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { CompiledQuery, DatabaseConnection } from 'kysely';
import type { Migration } from '../platform/db/migration.ts';

/** Tables that every order, payment or page uses, or that grow without limit. */
export const HOT_TABLES: ReadonlySet<string> = new Set([
  'adjustments',
  'audit_log',
  'bill_taxes',
  'bills',
  'clocked_jobs',
  'counted_orders',
  'day_figures',
  'delivery_steps',
  'dish_figures',
  'event_readers',
  'events',
  'guest_figures',
  'guest_visits',
  'hour_figures',
  'idempotency_keys',
  'image_files',
  'kitchen_slots',
  'loyalty_entries',
  'menu_items',
  'messages',
  'order_charges',
  'order_items',
  'order_search',
  'order_status_history',
  'orders',
  'payment_sessions',
  'payments',
  'push_notices',
  'refunds',
  'reservations',
  'sessions',
  'slot_takes',
  'stock',
  'stock_holds',
  'stock_moves',
  'users',
]);

/** Names what a migration would block, or what would break a copy of the previous version. Empty if it is safe. */
export async function findMigrationProblems(migration: Migration): Promise<string[]> {
  const statements = (await statementsOf(migration)).flatMap(splitStatements);
  const created = new Set(statements.flatMap((text) => CREATE_TABLE.exec(text)?.[1] ?? []));
  const scope: Scope = {
    isHot: (table) => HOT_TABLES.has(table) && !created.has(table),
    isExisting: (table) => !created.has(table),
    isTransaction: !migration.runsOutsideTransaction,
    mayRemove: migration.oldestVersion !== undefined,
  };
  const problems = statements.flatMap((text) => [...problemsOfStatement(text, scope), ...problemsOfAlter(text, scope)]);
  const validates = statements.filter((text) => /\bvalidate constraint\b/.test(text));
  if (scope.isTransaction && validates.length > 0 && validates.length < statements.length) {
    problems.push('validate constraint reads the whole table: put it into a migration of its own');
  }
  return problems;
}

interface Scope {
  readonly isHot: (table: string) => boolean;
  readonly isExisting: (table: string) => boolean;
  readonly isTransaction: boolean;
  readonly mayRemove: boolean;
}

const NAME = String.raw`(?:public\.)?"?(\w+)"?`;
const CREATE_TABLE = new RegExp(String.raw`^create (?:unlogged )?table (?:if not exists )?${NAME}`);
const ALTER_TABLE = new RegExp(String.raw`^alter table (?:if exists )?(?:only )?${NAME}\s+(.*)$`);
const CREATE_INDEX = new RegExp(String.raw`^create (?:unique )?index (concurrently )?.*?\bon (?:only )?${NAME}`);
const CHANGE_ROWS = new RegExp(
  String.raw`\b(?:update|delete from|merge into|truncate(?: table)?) (?:only )?${NAME}`,
  'g',
);

function problemsOfStatement(text: string, { isHot, isExisting, isTransaction, mayRemove }: Scope): string[] {
  const problems: string[] = [];
  if (/^do\b/.test(text)) problems.push('do blocks cannot be checked: write plain statements');
  if (/^(cluster|lock|vacuum full|reindex(?!.*concurrently))\b/.test(text)) {
    problems.push(`${text.split(' ', 1)[0]} locks the table for everybody`);
  }
  const [, concurrently, indexed = ''] = CREATE_INDEX.exec(text) ?? [];
  if (indexed && isHot(indexed) && !concurrently) {
    problems.push(`create index on ${indexed} blocks its writers: use createIndexConcurrently()`);
  }
  if (/\bindex concurrently\b/.test(text) && isTransaction) {
    problems.push('an index is built or dropped concurrently only with runsOutsideTransaction');
  }
  if (isTransaction && !CREATE_TABLE.test(text)) {
    const changed = [...text.matchAll(CHANGE_ROWS)].map(([, table = '']) => table);
    for (const table of new Set(changed.filter((name) => isHot(name)))) {
      problems.push(
        `changing rows of ${table} locks them until the end: change them in batches with runsOutsideTransaction`,
      );
    }
  }
  const [, dropped = ''] = new RegExp(`^drop table (?:if exists )?${NAME}`).exec(text) ?? [];
  if (dropped && isExisting(dropped) && !mayRemove) problems.push(`the previous version uses ${dropped}: ${REMOVAL}`);
  return problems;
}

const REMOVAL = 'remove it one version later and set oldestVersion';

function problemsOfAlter(text: string, scope: Scope): string[] {
  const [, table = '', actions = ''] = ALTER_TABLE.exec(text) ?? [];
  if (!table || !scope.isExisting(table)) return [];
  return splitAtCommas(actions).flatMap((action) => {
    const reasons = [
      ...reasonsForEveryTable(action, scope.mayRemove),
      ...(scope.isHot(table) ? reasonsForHotTable(action) : []),
    ];
    return reasons.map((reason) => `${table}: ${action}: ${reason}`);
  });
}

function reasonsForEveryTable(action: string, mayRemove: boolean): string[] {
  const reasons: string[] = [];
  const removes = /^(drop (?!constraint|not null|default|expression|identity)(column )?|rename (?!constraint))/.test(
    action,
  );
  if (removes && !mayRemove) reasons.push(`the previous version uses the old name: ${REMOVAL}`);
  if (/^add (?!constraint\b)/.test(action) && /\bnot null\b/.test(action) && !/\b(default|generated)\b/.test(action)) {
    reasons.push('the previous version inserts rows without it: leave it nullable, or give it a default');
  }
  return reasons;
}

function reasonsForHotTable(action: string): string[] {
  if (/^add (constraint|check|foreign key|unique|primary key|exclude)\b/.test(action)) {
    if (/\b(unique|primary key|exclude)\b/.test(action) && !/\busing index\b/.test(action)) {
      return ['builds an index under the lock: build it concurrently, then add the constraint using index'];
    }
    return /\bnot valid$|\busing index\b/.test(action)
      ? []
      : ['reads the whole table under the lock: add it not valid, and validate it in a later migration'];
  }
  if (/^add\b/.test(action)) return reasonsForColumn(action);
  if (/^alter (column )?\S+ (set data )?type\b/.test(action)) return ['rewrites the table: add a new column instead'];
  if (/\bset not null\b/.test(action))
    return ['reads the whole table under the lock: add a check that is not valid instead'];
  if (/^set (logged|unlogged|tablespace|access method)\b/.test(action)) return ['rewrites the table'];
  return [];
}

function reasonsForColumn(action: string): string[] {
  const reasons: string[] = [];
  const [, value = ''] = /\bdefault (.*)$/.exec(action) ?? [];
  const isVolatile = /\w\(/.test(value.replace(/^\(?now\(\)/, ''));
  if (/\bgenerated\b|\b(big|small)?serial\b/.test(action) || isVolatile) reasons.push('rewrites the table');
  if (/\b(check|references|unique|primary key)\b/.test(action)) {
    reasons.push('reads the whole table under the lock: add the constraint apart, not valid');
  }
  return reasons;
}

/** Runs the migration without a database. Queries return no rows. */
async function statementsOf(migration: Migration): Promise<string[]> {
  const recorded: string[] = [];
  const connection: DatabaseConnection = {
    executeQuery: (query: CompiledQuery) => {
      recorded.push(query.sql);
      return Promise.resolve({ rows: [] });
    },
    // oxlint-disable-next-line require-yield
    async *streamQuery() {
      throw new Error('a migration does not stream');
    },
  };
  class Recorder extends DummyDriver {
    override acquireConnection = () => Promise.resolve(connection);
  }
  await using db = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new Recorder(),
      createIntrospector: (inner) => new PostgresIntrospector(inner),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  await migration.up(db);
  return recorded;
}

/** Statements in lower case, on one line, without comments and with empty literals. */
function splitStatements(text: string): string[] {
  const plain = text
    .replaceAll(/--.*$|\/\*[\s\S]*?\*\//gm, ' ')
    .replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replaceAll(/'(?:[^']|'')*'/g, "''");
  return plain
    .split(';')
    .map((part) => part.replaceAll(/\s+/g, ' ').trim().toLowerCase())
    .filter(Boolean);
}

function splitAtCommas(text: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const char of text) {
    if (char === '(') depth++;
    else if (char === ')') depth--;
    if (char === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += char;
  }
  return parts.map((part) => part.trim());
}
