import { oneLine as inOneLine, toDollars, type Cents, type DateText, type ZoneId } from '@tiffin/domain/core';
import {
  EMAIL_TEMPLATES,
  MESSAGE_DEFAULTS,
  withoutLinks,
  type EmailTemplate,
  type EmailTemplateId,
} from '@tiffin/domain/messages';
import { firstName } from '@tiffin/domain/people';

const money = new Intl.NumberFormat('en-CA', { style: 'currency', currency: 'CAD', currencyDisplay: 'narrowSymbol' });
const days = new Intl.DateTimeFormat('en-CA', {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
});

export function moneyText(amount: Cents): string {
  return money.format(toDollars(amount));
}

/** 'Friday, November 20, 2026' */
export function dateText(date: DateText): string {
  return days.format(new Date(`${date}T00:00:00Z`));
}

/** 'Nov 20, 2026' and the time stand on a receipt. */
export function dayText(at: Date, zone: ZoneId): string {
  return new Intl.DateTimeFormat('en-CA', { dateStyle: 'medium', timeZone: zone }).format(at);
}

export function nameOr(name: string | null): string {
  return withoutLinks(name?.trim() ?? '') || MESSAGE_DEFAULTS.customerName;
}

/** What one calls a guest one knows: 'Asha', or 'Valued Customer'. */
export function calledBy(name: string | null): string {
  return firstName(withoutLinks(name ?? '')) || MESSAGE_DEFAULTS.customerName;
}

export function guests(partySize: number): string {
  return partySize === 1 ? '1 guest' : `${partySize} guests`;
}

/** The words a template starts from, before the back office changes any. */
export function wordingOf(id: EmailTemplateId): EmailTemplate {
  const found = EMAIL_TEMPLATES.find((template) => template.id === id);
  if (!found) throw new RangeError(`no e-mail template ${id}`);
  return found;
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
