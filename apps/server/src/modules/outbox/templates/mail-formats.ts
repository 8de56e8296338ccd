import {
  HOME_CURRENCY,
  cachedFormat,
  moneyFormat,
  collapseWhitespace,
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
import type { MailBrand } from '../../../platform/db/stored-json.ts';
import { isSuggestedText } from '../../../platform/i18n/request-language.ts';

const DAY = { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric', timeZone: 'UTC' } as const;

/** In the restaurant's currency: '$12.50', '€12.50', '12,50 $'. */
export function moneyText(amount: Cents, currency: string): string {
  return moneyFormat(currency).format(toDollars(amount));
}

/** The currency of a mail; one that was stored by an earlier version names none. */
export function currencyOf({ currency = HOME_CURRENCY }: MailBrand): string {
  return currency;
}

/** 'Friday, November 20, 2026' */
export function longDateText(date: DateText): string {
  const format = cachedFormat('mail day', (tag) => new Intl.DateTimeFormat(tag, DAY));
  return format.format(new Date(`${date}T00:00:00Z`));
}

/** 'Nov 20, 2026' with the time, for a receipt. */
export function dateTimeText(at: Date, zone: ZoneId): string {
  const options = { dateStyle: 'medium', timeZone: zone } as const;
  return cachedFormat(`mail day in ${zone}`, (tag) => new Intl.DateTimeFormat(tag, options)).format(at);
}

/** 'November 20, 2026 at 6:00 PM', for the last moment of something. */
export function momentText(at: Date, zone: ZoneId): string {
  const options = { dateStyle: 'long', timeStyle: 'short', timeZone: zone } as const;
  return cachedFormat(`mail moment in ${zone}`, (tag) => new Intl.DateTimeFormat(tag, options)).format(at);
}

/** The whole name, or 'Valued Customer'. */
export function nameOrDefault(name: string | null): string {
  return withoutLinks(name?.trim() ?? '') || MESSAGE_DEFAULTS.customerName;
}

/** The first name: 'Asha', or 'Valued Customer'. */
export function greetingName(name: string | null): string {
  return firstName(withoutLinks(name ?? '')) || MESSAGE_DEFAULTS.customerName;
}

export function guestCountText(partySize: number): string {
  return partySize === 1 ? say`1 guest` : say`${partySize} guests`;
}

/** The subject and message of a template in the language of the mail: the defaults, or the texts of the back office. */
export function mailWordingOf(
  id: EmailTemplateId,
  customTexts: { readonly subject?: string | undefined; readonly message?: string | undefined } = {},
): { subject: string; message: string } {
  const template: EmailTemplate | undefined = EMAIL_TEMPLATES.find((each) => each.id === id);
  if (!template) throw new RangeError(`no e-mail template ${id}`);
  return {
    subject: orDefault(customTexts.subject, () => sayNow(template.subject)),
    message: orDefault(customTexts.message, () => sayNow(template.defaultMessage)),
  };
}

/** An edited text stays as it is; an unchanged one is translated. */
function orDefault(own: string | undefined, usual: () => string): string {
  return own === undefined || isSuggestedText(own, usual) ? usual() : own;
}

/** Removes line breaks and invisible characters. A line break in a subject would start a new header. */
export function toSingleLine(text: string): string {
  return collapseWhitespace(text.replaceAll(/\p{Cf}+/gu, ' '));
}

/** Only http and https links are allowed. */
export function isWebAddress(url: string): boolean {
  const protocol = URL.parse(url)?.protocol;
  return protocol === 'https:' || protocol === 'http:';
}

/** The address in its usual form, for a link; throws if it is none. */
export function webAddress(url: string): string {
  if (!isWebAddress(url)) throw new RangeError(`not a web address: ${url}`);
  return new URL(url).href;
}
