import { refuse, say } from '@tiffin/domain/core';
import { personalise, promotionProblem, type PromotionData } from '@tiffin/domain/messages';
import type { Block, MailBrand } from '../../../platform/db/kept-json.ts';
import { isWebAddress, nameOr, wordingOf } from './words.ts';
import { writeMail, type WrittenMail } from './write-mail.ts';

export interface CustomMail {
  readonly brand: MailBrand;
  readonly customerName: string | null;
  readonly subject: string;
  readonly message: string;
  readonly imageUrl: string | null;
}

/** A message in the words of the back office, to one guest. */
export function custom({ brand, customerName, subject, message, imageUrl }: CustomMail): WrittenMail {
  const values = { customerName: nameOr(customerName) };
  const { name: house } = brand;
  const said = personalise(subject, values);
  const text = personalise(message, values);
  return writeMail(brand, {
    subject: said,
    preheader: text,
    title: said,
    blocks: [...pictureOf(imageUrl, ''), { kind: 'text', text }],
    reason: say`You get this mail because you are a guest of ${house}.`,
    unsubscribeUrl: null,
  });
}

export interface PromotionMail {
  readonly brand: MailBrand;
  readonly customerName: string | null;
  readonly offer: PromotionData;
  /** Ends all offers to this guest with one press and no sign-in. */
  readonly unsubscribeUrl: string;
  readonly menuUrl: string;
  /** Words of the back office instead of the usual ones. */
  readonly subject?: string;
  readonly message?: string;
}

/** Refused when it would not say who sends it, from where, and how to get no more. */
export function promotion(mail: PromotionMail): WrittenMail {
  const { brand, customerName, offer, unsubscribeUrl, menuUrl } = mail;
  const problem = promotionProblem({ name: brand.name, postalAddress: brand.postalAddress, unsubscribeUrl });
  if (problem !== null) throw refuse('failed-precondition', problem);
  const wording = wordingOf('promotion', mail);
  const { name: house } = brand;
  const { offerTitle, validUntil, terms, title, imageUrl } = offer;
  const values = { customerName: nameOr(customerName), offerTitle, validUntil, terms };
  return writeMail(brand, {
    subject: personalise(wording.subject, values),
    preheader: say`${offerTitle}, until ${validUntil}.`,
    title: title.trim() === '' ? offerTitle : title,
    blocks: [
      ...pictureOf(imageUrl, offerTitle),
      { kind: 'text', text: personalise(wording.message, values) },
      { kind: 'button', label: say`See the menu`, url: menuUrl },
    ],
    reason: say`You get this mail because you agreed to receive offers from ${house}.`,
    unsubscribeUrl,
  });
}

/** The address of a picture is typed by a person, so a wrong one is told to them. */
function pictureOf(url: string | null, alt: string): readonly Block[] {
  if (url === null || url.trim() === '') return [];
  if (!isWebAddress(url)) throw refuse('invalid-argument', say`Invalid image`);
  return [{ kind: 'image', url, alt }];
}
