import {
  HOME_CURRENCY,
  keptFormat,
  moneyFormat,
  oneLine as inOneLine,
  say,
  sayNow,
  toDollars,
  type Cents,
  type DateText,
  type ZoneId,
} from '@tiffin/domain/core';
import {
  EMAIL_TEMPLATES,
  MESSAGE_DEFAULTS,
  withoutLinks,
  type EmailTemplate,
  type EmailTemplateId,
} from '@tiffin/domain/messages';
import { firstName } from '@tiffin/domain/people';
import type { MailBrand } from '../../../platform/db/kept-json.ts';
import { isUntouched } from '../../../platform/i18n/interpreter.ts';

const DAY = { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric', timeZone: 'UTC' } as const;

/** In the house's currency: '$12.50', '€12.50', '12,50 $'. */
export function moneyText(amount: Cents, currency: string): string {
  return moneyFormat(currency).format(toDollars(amount));
}

/** What the amounts of a mail are in. */
export function currencyOf({ currency = HOME_CURRENCY }: MailBrand): string {
  return currency;
}

/** 'Friday, November 20, 2026' */
export function dateText(date: DateText): string {
  const format = keptFormat('mail day', (tag) => new Intl.DateTimeFormat(tag, DAY));
  return format.format(new Date(`${date}T00:00:00Z`));
}

/** 'Nov 20, 2026' and the time stand on a receipt. */
export function dayText(at: Date, zone: ZoneId): string {
  const look = { dateStyle: 'medium', timeZone: zone } as const;
  return keptFormat(`mail day in ${zone}`, (tag) => new Intl.DateTimeFormat(tag, look)).format(at);
}

export function nameOr(name: string | null): string {
  return withoutLinks(name?.trim() ?? '') || MESSAGE_DEFAULTS.customerName;
}

/** What one calls a guest one knows: 'Asha', or 'Valued Customer'. */
export function calledBy(name: string | null): string {
  return firstName(withoutLinks(name ?? '')) || MESSAGE_DEFAULTS.customerName;
}

export function guests(partySize: number): string {
  return partySize === 1 ? say`1 guest` : say`${partySize} guests`;
}

/** The words a template starts from, in the language of the mail: the usual ones, or those the back office made of them. */
export function wordingOf(
  id: EmailTemplateId,
  own: { readonly subject?: string | undefined; readonly message?: string | undefined } = {},
): { subject: string; message: string } {
  const found: EmailTemplate | undefined = EMAIL_TEMPLATES.find((template) => template.id === id);
  if (!found) throw new RangeError(`no e-mail template ${id}`);
  return {
    subject: orUsual(own.subject, () => sayNow(found.subject)),
    message: orUsual(own.message, () => sayNow(found.defaultMessage)),
  };
}

/** What somebody wrote is said as they wrote it; what they left as it was has its twin in every language. */
function orUsual(own: string | undefined, usual: () => string): string {
  return own === undefined || isUntouched(own, usual) ? usual() : own;
}

/** A line break in a subject would begin a new header. */
export function oneLine(text: string): string {
  return inOneLine(text.replaceAll(/\p{Cf}+/gu, ' '));
}

/** Links lead to the web and nowhere else. */
export function isWebAddress(url: string): boolean {
  const protocol = URL.parse(url)?.protocol;
  return protocol === 'https:' || protocol === 'http:';
}

export function webAddress(url: string): string {
  if (!isWebAddress(url)) throw new RangeError(`not a web address: ${url}`);
  return new URL(url).href;
}
