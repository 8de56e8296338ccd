import { z } from '@hono/zod-openapi';
import { say } from '@tiffin/domain/core';
import {
  ACCOUNT_CODE_MAX,
  ACCOUNT_NAME_MAX,
  DOWNLOADED_LISTS,
  isAccountText,
  JOURNAL_FORMATS,
  MAX_JOURNAL_DAYS,
} from '@tiffin/domain/stats';
import { CSV_FILE, FIGURES_ACCESS, defineCalls } from '../call.ts';
import { arrayOf, namedObject } from '../objects.ts';
import { dateText, instant, locationFilter, locationId, moneyOutput } from '../wire.ts';

/** What the accountant gets: the journal, its accounts, and lists. */
const { get, post } = defineCalls('Accounting');

const item = z.string().describe('What the amount is: `sales:meal`, `tax:HST`, `tips`, `tender:cash` and so on');

const journalLine = z.object({
  item,
  label: z.string(),
  debit: moneyOutput.describe('The amount if it is a debit, otherwise 0'),
  credit: moneyOutput.describe('The amount if it is a credit, otherwise 0'),
});

const period = z.object({
  locationId,
  from: dateText.describe('The first business day'),
  to: dateText.describe(`The last business day, at most ${MAX_JOURNAL_DAYS} days in all`),
});

const accountText = (most: number, message: string) => z.string().trim().max(most).refine(isAccountText, { message });

const account = z.object({
  // The audit log stores the accounts as fields of an object, so an item must not be called `__proto__`.
  item: item.regex(/^[a-z]/, 'item is no item of the journal').max(100),
  name: accountText(ACCOUNT_NAME_MAX, say`An account name cannot begin like a formula, for example with =.`),
  code: accountText(ACCOUNT_CODE_MAX, say`An account code cannot begin like a formula, for example with =.`),
});

const savedAccount = z.object({
  item,
  name: z.string().describe('The name by which QuickBooks finds it'),
  code: z.string().describe('The code by which Xero finds it'),
});

const journalFormat = z.enum(JOURNAL_FORMATS).describe('The program that imports the file');

export const journal = namedObject('Journal', {
  currency: z.string(),
  today: dateText.describe('The business day of the location. Days before it can be closed'),
  debit: moneyOutput.describe('The sum of the debits, which equals that of the credits'),
  credit: moneyOutput.describe('The sum of the credits'),
  accounts: z
    .array(savedAccount.extend({ label: z.string() }))
    .describe('The account of every item; name and code are empty where it has none'),
  missing: z.array(z.string()).describe('What has no account yet. Nothing can be exported before'),
  totals: z.array(journalLine).describe('The sums of the period'),
  days: arrayOf({
    day: dateText,
    lines: z.array(journalLine).describe('They add up to zero'),
    closedAt: instant.nullable().describe('null while the day is open'),
    closedBy: z.string().nullable().describe('The name of the person who closed it'),
    corrects: z.array(dateText).describe('Closed days that changed later and are corrected here'),
  }),
  files: arrayOf({
    format: journalFormat,
    part: z.number().describe('The number of the file, from 1'),
    from: dateText,
    to: dateText,
    lines: z.number().describe('How many lines it has'),
  }).describe('The files into which the period is split, between days'),
});

export const getJournal = get('/getJournal', {
  summary: 'Returns the balanced journal of a period of a location, with its accounts, closed days and files',
  ...FIGURES_ACCESS,
  query: period,
  response: journal,
});

export const getJournalCsv = get('/getJournalCsv', {
  summary: 'Exports a part of the journal as a file for QuickBooks Online or Xero',
  ...FIGURES_ACCESS,
  query: period.extend({
    format: journalFormat,
    part: z.coerce.number().int().min(1).max(100).default(1).describe('See `files` of `getJournal`'),
  }),
  ...CSV_FILE,
});

export const closeJournalDays = post('/closeJournalDays', {
  summary: 'Closes days that have ended. Later corrections are dated on the day they are made',
  access: 'manager',
  maxKb: 1,
  body: period,
  response: journal,
});

export const saveJournalAccounts = post('/saveJournalAccounts', {
  summary: 'Saves the account name and code of items of the journal',
  access: 'admin',
  maxKb: 32,
  body: z.object({ accounts: z.array(account).max(200).describe('Items that are left out keep theirs') }),
  response: z.object({ accounts: z.array(savedAccount).describe('All accounts') }),
});

export const getListCsv = get('/getListCsv', {
  summary: 'Exports a list for a period as a CSV file, in the units of the currency and in local time',
  ...FIGURES_ACCESS,
  query: period.extend({ locationId: locationFilter, list: z.enum(DOWNLOADED_LISTS).describe('Which list') }),
  ...CSV_FILE,
});
