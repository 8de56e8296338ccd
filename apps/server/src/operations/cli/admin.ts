import { CALL_OUT_ALPHABET, randomCode, type Random, refuse } from '@tiffin/domain/core';
import {
  KEY_SCOPES,
  looksLikeEmail,
  nameProblem,
  normaliseEmail,
  ROLES,
  SYSTEM_ACTOR,
  type KeyScope,
} from '@tiffin/domain/people';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { checkPasswordFor, requirePasswordFor } from '../../platform/auth/password-rules.ts';
import { auditData, auditLines } from '../data-audit/audit-data.ts';
import { COMPARED_DAYS, compareDatabases } from '../data-audit/compare-databases.ts';
import { ConfigError } from '../../platform/read-variables.ts';
import type { Context, Tx } from '../../context.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { recordAuditEntries } from '../../modules/log/record-audit-entries.ts';
import { readLocation } from '../../modules/locations/queries.ts';
import { addApiKey } from '../../modules/people/api-keys.ts';
import { addPerson, setPassword, removeSecondFactors } from '../../modules/people/add-person.ts';
import { correctRounds } from '../../modules/money/bills/correct-rounds.ts';
import { correctGiftCards } from '../../modules/money/gift-cards/correct-gift-cards.ts';
import { correctClosings } from '../../modules/reports/closing/correct-closings.ts';
import { movePicturesToDatabase, movePicturesToStore } from '../../modules/images/move-pictures.ts';
import { changeUsers } from '../../modules/people/change-users.ts';
import { endLiveEvents } from '../../modules/people/end-live-events.ts';
import { errorText } from './error-text.ts';
import { ReconciliationStopped, runReconciliation } from './reconcile.ts';
import { UsageError } from './usage-error.ts';
import { withContext } from './with-context.ts';

const LETTERS = `${CALL_OUT_ALPHABET}${CALL_OUT_ALPHABET.toLowerCase()}`;

/** Four groups that can be read out over the telephone, with about 90 bits. */
function newPassword(random: Random): string {
  for (;;) {
    const password = Array.from({ length: 4 }, () => randomCode(4, random, LETTERS)).join('-');
    if (checkPasswordFor('admin', password).ok) return password;
  }
}

const USAGE = `Usage:
  npm run admin -- create EMAIL [--name NAME] [--password PASSWORD] [--role ROLE] [--location ID]… [--promote]
      An account that may enter the back office; an admin unless --role says staff or manager.
      Without --password one is made and shown. --promote gives an account that is there the role.
  npm run admin -- reset-password EMAIL [--password PASSWORD] [--codes]
      A new password; everybody signed in with the old one is signed out. --codes also takes away
      codes and passkeys, for whoever lost their phone, or has a passkey that somebody else added.
  npm run admin -- create-key NAME [--customer] [--scope SCOPE]… [--location ID]… [--expires TIME]
      A new API key, shown this once: for a machine, or with --customer the public one of a site.
      --scope limits what it may do, e.g. orders:read; --location where. --expires 2027-01-31 ends it.
  npm run admin -- move-pictures bucket|database
      Moves all pictures into the bucket of S3_BUCKET, or back into the database, while the server runs.
  npm run admin -- reconcile [--since TIME] [--dry-run]
      After a restore: finds the payments and refunds that the card provider has and this database lacks,
      and attaches each to its order or lists it under Payments, Needs attention. --since is when to start,
      e.g. 2026-11-26T12:00:00-04:00; without it, a week ago. --dry-run changes nothing. Ends with 1 if
      the sums still differ. It can be repeated, also while the restaurant works.
  npm run admin -- audit
      Compares orders, payments, messages, points, figures and events with each other, while the
      restaurant goes on. Changes nothing. Lists what does not add up, and then ends with 1.
      --correct-closings first moves drawers out of closings of days before they were opened, where an
      older version listed them; those closings stay as they are, and say so.
      --correct-gift-cards first puts back on gift cards what a version without them refunded, for guests
      who did not get the money otherwise (docs/operations.md, Going back).
      --correct-rounds first updates the rounds of tabs that a version without them took the payment of.
      --against DATABASE_URL also names what only one of two databases has, of the last 7 days: for
      the former primary of a cluster that wrote after another one had taken over.
`;

type CommandArguments = ReturnType<typeof readArguments>;

function readArguments(args: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      name: { type: 'string' },
      password: { type: 'string' },
      role: { type: 'string', default: 'admin' },
      location: { type: 'string', multiple: true, default: [] },
      promote: { type: 'boolean', default: false },
      customer: { type: 'boolean', default: false },
      codes: { type: 'boolean', default: false },
      scope: { type: 'string', multiple: true, default: [] },
      expires: { type: 'string' },
    },
  });
  const [command, subject, ...rest] = positionals;
  const role = ROLES.find((each) => each === values.role);
  if (command === undefined) throw new UsageError('Please give a command.');
  if (!Object.hasOwn(COMMANDS, command)) throw new UsageError(`There is no command ${command}.`);
  if (!subject?.trim() || rest.length > 0) throw new UsageError(`${command} needs one more word after it, see below.`);
  if (!role || role === 'customer') throw new UsageError(`--role is admin, manager or staff, not ${values.role}.`);
  return {
    ...values,
    command,
    subject: subject.trim(),
    name: values.name,
    password: values.password,
    role,
    locations: values.location,
    scopes: values.scope.map(readScope),
    expires: values.expires === undefined ? null : readTime(values.expires),
  };
}

function readScope(typed: string): KeyScope {
  const scope = KEY_SCOPES.find((each) => each === typed);
  if (!scope) throw new UsageError(`--scope is one of ${KEY_SCOPES.join(', ')}, not ${typed}.`);
  return scope;
}

function readTime(typed: string): Date {
  const time = new Date(typed);
  if (Number.isNaN(time.getTime())) throw new UsageError(`--expires is a time like 2027-01-31, not ${typed}.`);
  return time;
}

async function createUser(context: Context, tx: Tx, provided: CommandArguments): Promise<string[]> {
  const email = normaliseEmail(provided.subject);
  if (!looksLikeEmail(email)) throw refuse('invalid-email');
  const existing = await tx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
  if (existing && !provided.promote) {
    throw refuse(
      'email-already-in-use',
      'An account with this email already exists. Add --promote to give it the role.',
    );
  }
  if (existing) {
    const updates = { role: provided.role, isActive: true, locationIds: [...provided.locations] };
    await changeUsers(context, tx, { actor: SYSTEM_ACTOR, from: null }, [existing.id], updates);
    return [`${email} is ${provided.role} now, with the password it had. A short or common one must be replaced.`];
  }
  const name = provided.name?.trim() ?? email.split('@')[0] ?? email;
  const problem = nameProblem(name);
  if (problem) throw refuse('invalid-argument', `${problem}: give one with --name NAME`);
  const password = provided.password ?? newPassword(context.ids.random);
  const { role, locations } = provided;
  for (const id of locations) if (!(await readLocation(tx, id))) throw refuse('location-not-found');
  const id = await addPerson(context, tx, { email, name, password, role, locationIds: locations, phone: null });
  await recordAuditEntries(tx, {
    at: context.clock.now(),
    actor: SYSTEM_ACTOR,
    action: 'create-user',
    subject: { kind: 'user', id },
    after: { email, name, role, locations },
  });
  return [`${email} is ${role} now.`, ...passwordLine(provided, password)];
}

async function resetPassword(context: Context, tx: Tx, provided: CommandArguments): Promise<string[]> {
  const email = normaliseEmail(provided.subject);
  const person = await tx.selectFrom('users').select(['id', 'role']).where('email', '=', email).executeTakeFirst();
  if (!person) throw refuse('user-not-found');
  const password = provided.password ?? newPassword(context.ids.random);
  requirePasswordFor(person.role, password);
  await setPassword(context, tx, person.id, password);
  if (provided.codes) await removeSecondFactors(tx, person.id);
  const at = context.clock.now();
  await endLiveEvents(context, tx, person.id, at);
  await recordAuditEntries(tx, {
    at,
    actor: SYSTEM_ACTOR,
    action: 'reset-password',
    subject: { kind: 'user', id: person.id },
  });
  return [
    `${email} has a new password; everybody signed in with the old one is signed out.`,
    ...passwordLine(provided, password),
  ];
}

async function createKey(context: Context, tx: Tx, provided: CommandArguments): Promise<string[]> {
  const kind = provided.customer ? 'customer' : 'admin';
  const { key } = await addApiKey(
    context,
    tx,
    { actor: SYSTEM_ACTOR, from: null },
    {
      name: provided.subject,
      kind,
      scopes: provided.scopes.length > 0 ? provided.scopes : null,
      locationIds: provided.locations.length > 0 ? provided.locations : null,
      expiresAt: provided.expires,
    },
  );
  return [key, kind === 'admin' ? 'Keep it: it is not shown again.' : 'This one is public: it names the site.'];
}

/** A chosen password is not printed. */
function passwordLine(provided: CommandArguments, password: string): string[] {
  return provided.password === undefined ? [`Password: ${password}`] : [];
}

/** The commands that run in one transaction and return what to print. */
const COMMANDS: Record<string, typeof createUser> = {
  create: createUser,
  'reset-password': resetPassword,
  'create-key': createKey,
};

try {
  if (process.argv[2] === 'audit') await audit(process.argv.slice(3));
  else if (process.argv[2] === 'reconcile') await runReconciliation(process.argv.slice(3));
  else if (process.argv[2] === 'move-pictures') await movePictures(process.argv.slice(3));
  else await runCommand(readArguments(process.argv.slice(2)));
} catch (error) {
  process.exitCode = 1;
  process.stderr.write(`${explain(error)}\n`);
}

async function audit(args: readonly string[]): Promise<void> {
  const corrections = { type: 'boolean', default: false } as const;
  const options = {
    against: { type: 'string' },
    'correct-closings': corrections,
    'correct-gift-cards': corrections,
    'correct-rounds': corrections,
  } as const;
  const { values } = parseArgs({ args: [...args], options });
  const { lines, differences } = await withContext((context) => auditAndCompare(context, values), {
    requiresDatabase: true,
  });
  process.stdout.write(`${lines.join('\n')}\n`);
  process.exitCode = differences > 0 ? 1 : 0;
}

async function auditAndCompare(
  context: Context,
  values: { against?: string } & Record<'correct-closings' | 'correct-gift-cards' | 'correct-rounds', boolean>,
) {
  const { against: other } = values;
  const corrected = [
    ...(values['correct-closings'] ? await correctClosings(context) : []),
    ...(values['correct-gift-cards'] ? await correctGiftCards(context) : []),
    ...(values['correct-rounds'] ? await correctRounds(context) : []),
  ];
  const report = await auditData(context);
  const lines = [...corrected, ...auditLines(report)];
  if (other === undefined) return { lines, differences: report.broken.length };
  const otherPool = new pg.Pool({ connectionString: other, max: 1 });
  try {
    const differences = await compareDatabases(context.database.pool, otherPool, context.clock.now());
    const summary = `${differences.length} differences from the other database in the last ${COMPARED_DAYS} days.`;
    return { lines: [...lines, ...differences, summary], differences: report.broken.length + differences.length };
  } finally {
    await otherPool.end();
  }
}

async function movePictures(args: readonly string[]): Promise<void> {
  const [target, ...rest] = args;
  if ((target !== 'bucket' && target !== 'database') || rest.length > 0) {
    throw new UsageError('Name where the pictures go: bucket or database.');
  }
  const { moved, missing } = await withContext((context) => {
    const { pictureStore } = context;
    if (!pictureStore) throw new ConfigError('S3_ENDPOINT: required, with the other variables of the bucket');
    return target === 'bucket'
      ? movePicturesToStore(context, pictureStore)
      : movePicturesToDatabase(context, pictureStore);
  });
  process.stdout.write(`${moved} files are in the ${target} now.\n`);
  if (missing.length === 0) return;
  process.exitCode = 1;
  process.stderr.write(`${missing.length} files are not in the bucket:\n${missing.join('\n')}\n`);
}

async function runCommand(provided: CommandArguments): Promise<void> {
  const command = COMMANDS[provided.command];
  if (!command) throw new UsageError(`There is no command ${provided.command}.`);
  const lines = await withContext((context) => transaction(context.db, (tx) => command(context, tx, provided)));
  process.stdout.write(`${lines.join('\n')}\n`);
}

function explain(error: unknown): string {
  if (error instanceof ReconciliationStopped) return error.message;
  if (!(error instanceof UsageError) && !(error instanceof TypeError && 'code' in error)) return errorText(error);
  process.exitCode = 2;
  return `${error.message}\n${USAGE}`;
}
