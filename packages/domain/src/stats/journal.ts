import { csvAmount, writeCsv, BYTE_ORDER_MARK, type CsvCell } from '../core/csv.ts';
import { say, sayNow } from '../core/language.ts';
import { addCents, cents, toDollars, type Cents } from '../core/money.ts';
import type { DateText } from '../core/time.ts';
import { DEPOSIT, GIFT_CARD } from '../payment/gift-cards.ts';
import { tenderLabel } from '../payment/tenders.ts';
import { CHARGE_KINDS, type ChargeKind } from '../pricing/price.ts';
import { chargeLabel } from '../pricing/staff-discounts.ts';
import { taxName } from '../pricing/tax-name.ts';
import { TAX_CLASSES, type TaxClass } from '../core/tax-classes.ts';

/** An amount on an account: a debit is above zero, a credit below. */
export interface JournalLine {
  /** What the amount is, for example `tips` or `tax:HST`; the accountant maps it to an account. */
  readonly item: string;
  readonly amount: Cents;
}

/** A business day of one location. Its lines add up to zero. */
export interface JournalDay {
  readonly day: DateText;
  readonly lines: readonly JournalLine[];
}

/** The figures of a day, as in its report. */
export interface JournalFigures {
  readonly grossByClass: Readonly<Partial<Record<TaxClass, Cents>>>;
  readonly discounts: Cents;
  readonly refunds: Cents;
  readonly charges: readonly { readonly kind: ChargeKind; readonly amount: Cents }[];
  readonly taxes: readonly { readonly code: string; readonly amount: Cents }[];
  readonly tips: Cents;
  readonly cashRounding: Cents;
  /** What is still due on the bills of the day. */
  readonly owed: Cents;
  /** What the day's payments and refunds added to or took from bills of other days. */
  readonly otherDays: Cents;
  /** Gift cards sold, less those given back. They are owed to guests, and no sale. */
  readonly giftCardsSold?: Cents;
  /** Balances of gift cards of another system. The restaurant owes them, and their money came in there. */
  readonly giftCardsTakenOver?: Cents;
  /** Deposits of bookings, less those returned. They are owed to guests until a bill takes them, or they stay. */
  readonly depositsTaken?: Cents;
  /** Deposits that stayed, with the taxes in them. They are no sale. */
  readonly depositsKept?: Cents;
  readonly depositTaxes?: JournalFigures['taxes'];
  readonly tenders: readonly { readonly tender: string; readonly amount: Cents }[];
}

/** The account of what is owed on gift cards: sales of cards add to it, and payments with them are taken off. */
const GIFT_CARDS = 'gift-cards';
/** The account of deposits that wait for their bill. */
const DEPOSITS = 'deposits';
const ACCOUNT_OF_TENDER: Readonly<Record<string, string>> = { [GIFT_CARD]: GIFT_CARDS, [DEPOSIT]: DEPOSITS };

/** Delivery fees keep the name that they had when they were the only charge, so that closed days do not change. */
const itemOfCharge = (kind: ChargeKind) => (kind === 'delivery' ? 'charges' : `charges:${kind}`);

/** Sales are credits; what was received or is owed is a debit. So the lines of a day add up to zero. */
export function journalLines(figures: JournalFigures): JournalLine[] {
  const credit = (item: string, amount: Cents): JournalLine => ({ item, amount: cents(0 - amount) });
  const debit = (item: string, amount: Cents): JournalLine => ({ item, amount });
  const {
    giftCardsSold = cents(0),
    giftCardsTakenOver = cents(0),
    depositsTaken = cents(0),
    depositsKept = cents(0),
    depositTaxes = [],
  } = figures;
  return sumJournalLines([
    ...TAX_CLASSES.map((each) => credit(`sales:${each}`, figures.grossByClass[each] ?? cents(0))),
    debit('discounts', figures.discounts),
    debit('refunds', figures.refunds),
    ...figures.charges.map(({ kind, amount }) => credit(itemOfCharge(kind), amount)),
    ...figures.taxes.map(({ code, amount }) => credit(`tax:${code}`, amount)),
    credit('tips', figures.tips),
    credit('cash-rounding', figures.cashRounding),
    debit('unpaid', cents(figures.owed - figures.otherDays)),
    credit(GIFT_CARDS, cents(giftCardsSold + giftCardsTakenOver)),
    debit('gift-cards-taken-over', giftCardsTakenOver),
    credit(DEPOSITS, cents(depositsTaken - depositsKept)),
    credit('deposits-kept', cents(depositsKept - addCents(...depositTaxes.map(({ amount }) => amount)))),
    ...depositTaxes.map(({ code, amount }) => credit(`tax:${code}`, amount)),
    ...figures.tenders.map(({ tender, amount }) => debit(ACCOUNT_OF_TENDER[tender] ?? `tender:${tender}`, amount)),
  ]);
}

/** What people did with the cash of drawers on a day; cash of sales is a tender. */
export interface DrawerFigures {
  readonly payIns: Cents;
  readonly payOuts: Cents;
  readonly toSafe: Cents;
  /** How much more was counted than expected; below zero if cash is missing. */
  readonly overShort: Cents;
}

/** The items that only drawers have. */
export const DRAWER_ITEMS: ReadonlySet<string> = new Set(['over-short', 'pay-ins', 'pay-outs', 'safe', 'drawers']);

export function drawerLines({ payIns, payOuts, toSafe, overShort }: DrawerFigures): JournalLine[] {
  return sumJournalLines([
    { item: 'over-short', amount: cents(0 - overShort) },
    { item: 'pay-ins', amount: cents(0 - payIns) },
    { item: 'pay-outs', amount: payOuts },
    { item: 'safe', amount: toSafe },
    { item: 'drawers', amount: cents(overShort + payIns - payOuts - toSafe) },
  ]);
}

/** One line for each item, without those of zero. */
export function sumJournalLines(lines: readonly JournalLine[]): JournalLine[] {
  const sums = new Map<string, Cents>();
  for (const { item, amount } of lines) sums.set(item, addCents(sums.get(item) ?? cents(0), amount));
  return [...sums].flatMap(([item, amount]) => (amount === 0 ? [] : [{ item, amount }]));
}

/** What must be added to `booked` to get `lines`. */
export function journalDifference(lines: readonly JournalLine[], booked: readonly JournalLine[]): JournalLine[] {
  return sumJournalLines([...lines, ...booked.map(({ item, amount }) => ({ item, amount: cents(0 - amount) }))]);
}

/** The sum of the debits of lines that balance, which is also that of the credits. */
export function debitSum(lines: readonly JournalLine[]): Cents {
  return addCents(...lines.map(({ amount }) => amount).filter((amount) => amount > 0));
}

/** A journal is shown and exported for at most a quarter. */
export const MAX_JOURNAL_DAYS = 92;

export const ACCOUNT_NAME_MAX = 100;
export const ACCOUNT_CODE_MAX = 20;

/** False for a text that starts like a formula: the file would escape it, and the account would not be found. */
export function isAccountText(text: string): boolean {
  return !/^['"]*[=+\-@\t\r]|[,;\t\r\n]['"]*[=+\-@]/.test(text);
}

/** The account to which an item is mapped: QuickBooks finds it by its name, Xero by its code. */
export interface JournalAccount {
  readonly item: string;
  readonly name: string;
  readonly code: string;
}

const SALES_LABELS: Readonly<Record<TaxClass, string>> = {
  meal: say`Sales, food`,
  liquor: say`Sales, alcohol`,
  grocery: say`Sales, groceries`,
  untaxed: say`Sales, untaxed`,
  charge: say`Sales, charges`,
};

const ITEM_LABELS: Readonly<Record<string, string>> = {
  discounts: say`Discounts`,
  refunds: say`Refunds of dishes`,
  charges: say`Delivery fees`,
  tips: say`Tips`,
  'cash-rounding': say`Cash rounding`,
  unpaid: say`Unpaid bills`,
  'gift-cards': say`Gift cards owed to guests`,
  'gift-cards-taken-over': say`Gift cards taken over`,
  deposits: say`Deposits owed to guests`,
  'deposits-kept': say`Deposits kept`,
  'over-short': say`Cash over and short`,
  'pay-ins': say`Paid into drawers`,
  'pay-outs': say`Paid out of drawers`,
  safe: say`Put in the safe`,
  drawers: say`Cash in drawers`,
};

export function journalItemLabel(item: string): string {
  const [kind = '', ...rest] = item.split(':');
  const code = rest.join(':');
  if (kind === 'tax') return taxName(code);
  if (kind === 'tender') return tenderLabel(code);
  const charge = kind === 'charges' && CHARGE_KINDS.find((each) => each === code);
  if (charge) return say`Charges: ${chargeLabel(charge)}`;
  const sales = TAX_CLASSES.find((each) => each === code);
  return sayNow(kind === 'sales' && sales ? SALES_LABELS[sales] : (ITEM_LABELS[item] ?? item));
}

const ITEM_SEQUENCE = [
  'sales',
  'discounts',
  'refunds',
  'charges',
  'tax',
  'tips',
  'cash-rounding',
  'unpaid',
  'gift-cards',
  'gift-cards-taken-over',
  'deposits',
  'deposits-kept',
  'tender',
  ...DRAWER_ITEMS,
];

/** Sorts the items of a journal as the report lists them: from sales over taxes and tips to the tenders. */
export function compareJournalItems(a: string, b: string): number {
  const rankOf = (item: string) => ITEM_SEQUENCE.indexOf(item.split(':')[0] ?? '');
  return rankOf(a) - rankOf(b) || a.localeCompare(b, 'en');
}

/** Each item once, sorted. */
export function journalItems(lines: readonly { readonly item: string }[]): string[] {
  return [...new Set(lines.map(({ item }) => item))].toSorted(compareJournalItems);
}

export const JOURNAL_FORMATS = ['quickbooks', 'xero'] as const;
export type JournalFormat = (typeof JOURNAL_FORMATS)[number];

/**
 * How many lines a file may have. Xero's help names 300 lines for an import of manual journals, QuickBooks Online's 1,000
 * rows with the heading.
 */
export const MAX_JOURNAL_LINES: Readonly<Record<JournalFormat, number>> = { quickbooks: 999, xero: 300 };

/** Puts whole days into files of at most so many lines, so that each file balances. Days without lines are left out. */
export function splitJournal<Day extends JournalDay>(days: readonly Day[], mostLines: number): Day[][] {
  const files: Day[][] = [];
  let lines = 0;
  for (const day of days.filter((each) => each.lines.length > 0)) {
    const file = files.at(-1);
    if (file && lines + day.lines.length <= mostLines) {
      file.push(day);
      lines += day.lines.length;
    } else {
      files.push([day]);
      lines = day.lines.length;
    }
  }
  return files;
}

/** The lists of the office that can be downloaded for a period. */
export const DOWNLOADED_LISTS = [
  'orders',
  'payments',
  'refunds',
  'bill-taxes',
  'closings',
  'reservations',
  'messages',
] as const;
export type DownloadedList = (typeof DOWNLOADED_LISTS)[number];

/** Lists of money, which accountants may download. */
export const ACCOUNTANT_LISTS: ReadonlySet<DownloadedList> = new Set([
  'orders',
  'payments',
  'refunds',
  'bill-taxes',
  'closings',
]);

/** Lists that only admins may download, as in the office. */
export const ADMIN_LISTS: ReadonlySet<DownloadedList> = new Set(['messages']);

/** What the files of both programs contain. */
export interface JournalFileInput {
  readonly days: readonly JournalDay[];
  readonly accounts: readonly JournalAccount[];
  /** Names the location in the journal, for example its id. */
  readonly location: string;
}

const COLUMNS: Readonly<Record<JournalFormat, readonly string[]>> = {
  quickbooks: ['JournalNo', 'JournalDate', 'AccountName', 'Debits', 'Credits', 'Description', 'Location'],
  xero: ['*Narration', '*Date', 'Description', '*AccountCode', '*TaxRate', '*Amount'],
};
/** The taxes have accounts of their own, so that Xero must not add any. */
const XERO_TAX_RATE = 'Tax Exempt';

/** The text of a file that the program imports. The programs do not expect a byte order mark. */
export function writeJournalFile(format: JournalFormat, input: JournalFileInput): string {
  const row = format === 'quickbooks' ? quickBooksRow : xeroRow;
  const rows = input.days.flatMap(({ day, lines }) => lines.map((line) => row(day, line, input)));
  return writeCsv(COLUMNS[format], rows).slice(BYTE_ORDER_MARK.length);
}

type RowWriter = (day: DateText, line: JournalLine, input: JournalFileInput) => CsvCell[];

const quickBooksRow: RowWriter = (day, { item, amount }, { accounts, location }) => [
  `${location}-${day}`,
  `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`,
  accountOf(item, accounts).name,
  amount > 0 ? csvAmount(toDollars(amount)) : null,
  amount < 0 ? csvAmount(toDollars(cents(0 - amount))) : null,
  journalItemLabel(item),
  location,
];

const xeroRow: RowWriter = (day, { item, amount }, { accounts, location }) => [
  `${location} ${day}`,
  `${day.slice(8)}/${day.slice(5, 7)}/${day.slice(0, 4)}`,
  journalItemLabel(item),
  accountOf(item, accounts).code,
  XERO_TAX_RATE,
  csvAmount(toDollars(amount)),
];

function accountOf(item: string, accounts: readonly JournalAccount[]): JournalAccount {
  return accounts.find((each) => each.item === item) ?? { item, name: '', code: '' };
}

/** The items without a name or a code. Nothing can be exported before they have both. */
export function unmappedItems(days: readonly JournalDay[], accounts: readonly JournalAccount[]): string[] {
  return journalItems(days.flatMap(({ lines }) => lines)).filter((item) => {
    const { name, code } = accountOf(item, accounts);
    return name === '' || code === '';
  });
}
