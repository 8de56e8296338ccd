import { cachedFormat, cents, centsOf, say } from '@tiffin/domain/core';
import type { ReportFrequency } from '@tiffin/domain/stats';
import type { BillLine, MailBlock, MailBrand } from '../../../platform/db/stored-json.ts';
import { currencyOf, longDateText, moneyText } from '../../outbox/templates/mail-formats.ts';
import { writeMail, type RenderedMail } from '../../outbox/templates/write-mail.ts';
import { printedRows, type ReportFileRow } from '../report/report-file-rows.ts';
import type { Report } from '../report/report-answer.ts';
import type { AttentionItem } from './read-attention.ts';

export interface ScheduledReportMail {
  readonly brand: MailBrand;
  readonly frequency: ReportFrequency;
  /** The location, or the word for all of them. */
  readonly locationName: string;
  readonly report: Report;
  readonly attention: readonly AttentionItem[];
  /** The back office with exactly this report. */
  readonly reportUrl: string;
  /** Where scheduled reports are chosen and stopped. */
  readonly choiceUrl: string;
  /** The address of the back office, before the page of an item. */
  readonly officeUrl: string;
}

/** The figures of a day or month by mail. Amounts are those of the report, to the cent. */
export function scheduledReportMail(mail: ScheduledReportMail): RenderedMail {
  const { brand, frequency, locationName: place, report, attention, officeUrl } = mail;
  const period = frequency === 'daily' ? longDateText(report.from) : monthText(report.from);
  const net = moneyText(centsOf(report.sales.net), currencyOf(brand));
  const { name: restaurant } = brand;
  return writeMail(brand, {
    subject: say`${period}: net sales ${net}, ${place}`,
    preheader: attention.length === 0 ? attentionSummary(attention) : attention.map(attentionText).join(' · '),
    title: period,
    blocks: [
      { kind: 'figure', label: say`Net sales`, value: net },
      { kind: 'facts', facts: factsOf(mail) },
      billOf(mail),
      ...taxBlocks(mail),
      { kind: 'button', label: say`Open this report`, url: mail.reportUrl },
      { kind: 'text', text: attentionSummary(attention) },
      ...linksBlock(attention.map((item) => ({ label: attentionText(item), url: `${officeUrl}${item.page}` }))),
      { kind: 'small', text: say`The figures are as of when this mail was written. The report shows later changes.` },
      ...linksBlock([{ label: say`Stop this mail or choose others`, url: mail.choiceUrl }]),
    ],
    reason: say`You get this email because you or an admin of ${restaurant} chose it for you.`,
  });
}

const MONTH = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const;

function monthText(firstDay: string): string {
  return cachedFormat('mail month', (tag) => new Intl.DateTimeFormat(tag, MONTH)).format(
    new Date(`${firstDay}T00:00:00Z`),
  );
}

function factsOf({ locationName, report, brand, frequency }: ScheduledReportMail): (readonly [string, string])[] {
  const { orders, voids, previous } = report;
  const net = moneyText(centsOf(previous.sales.net), currencyOf(brand));
  const cancelled = moneyText(centsOf(voids.amount), currencyOf(brand));
  const { count } = voids;
  const before = previous.orders;
  const isDaily = frequency === 'daily';
  return [
    [say`Location`, locationName],
    [isDaily ? say`Net sales the day before` : say`Net sales the month before`, net],
    [say`Orders`, isDaily ? say`${orders} (the day before: ${before})` : say`${orders} (the month before: ${before})`],
    ...(count > 0 ? [[say`Cancelled orders`, `${count} · ${cancelled}`] as const] : []),
  ];
}

/** From gross sales to the money received, then by tender. */
function billOf(mail: ScheduledReportMail): MailBlock {
  const { report } = mail;
  const rows = printedRows(report);
  const line = (row: ReportFileRow) => billLine(row, mail);
  const sales = rows.filter(({ section, key }) => section === 'sales' && key !== 'received' && key !== 'voids');
  const rowsUpToNet = sales.findIndex(({ key }) => key === 'net') + 1;
  const received = rows.find(({ key }) => key === 'received');
  const { orders } = report;
  return {
    kind: 'bill',
    title: say`From sales to money`,
    badge: orders === 1 ? say`1 order` : say`${orders} orders`,
    dishes: sales.slice(0, rowsUpToNet).map(line),
    sums: sales.slice(rowsUpToNet).map(line),
    total: received ? line(received) : { text: say`Received`, note: null, amount: cents(0) },
    below: rows.filter(({ section }) => section === 'tender').map(line),
  };
}

function taxBlocks(mail: ScheduledReportMail): MailBlock[] {
  const rows = printedRows(mail.report).filter(({ section }) => section === 'tax');
  if (rows.length === 0) return [];
  const currency = currencyOf(mail.brand);
  const facts = rows.map(({ label, amount, previous }) => {
    const before = beforeText(previous, mail);
    const money = moneyText(centsOf(amount), currency);
    return [label, before === null ? money : `${money} · ${before}`] as const;
  });
  return [{ kind: 'facts', facts }];
}

function billLine({ label, amount, previous }: ReportFileRow, mail: ScheduledReportMail): BillLine {
  return { text: label, note: beforeText(previous, mail), amount: centsOf(amount) };
}

function beforeText(previous: number | null, { frequency, brand }: ScheduledReportMail): string | null {
  if (previous === null) return null;
  const money = moneyText(centsOf(previous), currencyOf(brand));
  return frequency === 'daily' ? say`the day before: ${money}` : say`the month before: ${money}`;
}

function attentionSummary(items: readonly AttentionItem[]): string {
  return items.length === 0 ? say`Nothing needs your attention.` : say`This needs your attention:`;
}

const ATTENTION_TEXTS: Readonly<Record<AttentionItem['kind'], (count: number) => string>> = {
  payments: (count) => (count === 1 ? say`1 unusual payment` : say`${count} unusual payments`),
  'failed-refunds': (count) =>
    count === 1 ? say`1 refund that failed or is late` : say`${count} refunds that failed or are late`,
  'refunds-by-hand': (count) =>
    count === 1 ? say`1 refund that somebody must hand over` : say`${count} refunds that somebody must hand over`,
  'failed-messages': (count) =>
    count === 1 ? say`1 message that could not be sent` : say`${count} messages that could not be sent`,
  reconciliation: (count) =>
    count === 1
      ? say`1 day that differs from the payment provider’s records`
      : say`${count} days that differ from the payment provider’s records`,
  'corrected-days': (count) =>
    count === 1 ? say`1 closed day was corrected` : say`${count} closed days were corrected`,
  'out-of-stock': (count) => (count === 1 ? say`1 dish is out of stock` : say`${count} dishes are out of stock`),
};

function attentionText({ kind, count }: AttentionItem): string {
  return ATTENTION_TEXTS[kind](count);
}

function linksBlock(links: readonly { readonly label: string; readonly url: string }[]): MailBlock[] {
  if (links.length === 0) return [];
  return [{ kind: 'links', text: links.map(({ label, url }) => say`${label}: ${url}`).join('\n'), links }];
}
