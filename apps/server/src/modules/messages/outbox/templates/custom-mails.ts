import { refuse, say } from '@tiffin/domain/core';
import { fillPlaceholders, promotionProblem, type PromotionData } from '@tiffin/domain/messages';
import type { Block, MailBrand } from '../../../../platform/db/stored-json.ts';
import { isWebAddress, nameOrDefault, mailWordingOf } from './mail-formats.ts';
import { writeMail, type RenderedMail } from './write-mail.ts';

interface CustomMail {
  readonly brand: MailBrand;
  readonly customerName: string | null;
  readonly subject: string;
  readonly message: string;
  readonly imageUrl: string | null;
}

/** A message written by the back office to one guest. */
export function customMail({ brand, customerName, subject, message, imageUrl }: CustomMail): RenderedMail {
  const values = { customerName: nameOrDefault(customerName) };
  const { name: restaurant } = brand;
  const personalSubject = fillPlaceholders(subject, values);
  const text = fillPlaceholders(message, values);
  return writeMail(brand, {
    subject: personalSubject,
    preheader: text,
    title: personalSubject,
    blocks: [...pictureBlock(imageUrl, ''), { kind: 'text', text }],
    reason: say`You get this email because you are a guest of ${restaurant}.`,
  });
}

interface PromotionMail extends Pick<CustomMail, 'brand' | 'customerName'> {
  readonly offer: PromotionData;
  /** Unsubscribes this guest with one click and without sign-in. */
  readonly unsubscribeUrl: string;
  readonly menuUrl: string;
  /** Replaces the default text. */
  readonly subject?: string;
  readonly message?: string;
}

/** Refused without a sender, a postal address or an unsubscribe link. */
export function promotionMail(mail: PromotionMail): RenderedMail {
  const { brand, customerName, offer, unsubscribeUrl, menuUrl } = mail;
  const problem = promotionProblem({ name: brand.name, postalAddress: brand.postalAddress, unsubscribeUrl });
  if (problem !== null) throw refuse('failed-precondition', problem);
  const wording = mailWordingOf('promotion', mail);
  const { name: restaurant } = brand;
  const { validUntil, terms, title, imageUrl } = offer;
  const name = { customerName: nameOrDefault(customerName) };
  const offerTitle = fillPlaceholders(offer.offerTitle, name);
  const values = { ...name, offerTitle, validUntil, terms };
  return writeMail(brand, {
    subject: fillPlaceholders(wording.subject, values),
    preheader: validUntil === '' ? offerTitle : say`${offerTitle}, until ${validUntil}.`,
    title: title.trim() === '' ? offerTitle : title,
    blocks: [
      ...pictureBlock(imageUrl, offerTitle),
      { kind: 'text', text: fillPlaceholders(wording.message, values) },
      { kind: 'button', label: say`See the menu`, url: menuUrl },
    ],
    reason: say`You get this email because you agreed to receive offers from ${restaurant}.`,
    unsubscribeUrl,
  });
}

/** A person typed the address of the picture, so a wrong one is refused. */
function pictureBlock(url: string | null, alt: string): readonly Block[] {
  if (url === null || url.trim() === '') return [];
  if (!isWebAddress(url)) throw refuse('invalid-argument', say`Invalid image`);
  return [{ kind: 'image', url, alt }];
}
