import { WELCOME_DISCOUNT_PERCENT } from '@tiffin/domain/messages';
import type { MailBrand } from '../../../db/kept-json.ts';
import { calledBy, nameOr } from './words.ts';
import { writeMail, type WrittenMail } from './write-mail.ts';

export interface WelcomeMail {
  readonly brand: MailBrand;
  readonly customerName: string | null;
  readonly code: string;
  readonly menuUrl: string;
}

export function welcome({ brand, customerName, code, menuUrl }: WelcomeMail): WrittenMail {
  const offer = `${WELCOME_DISCOUNT_PERCENT}% off your first order`;
  return writeMail(brand, {
    subject: `Welcome to ${brand.name}: ${offer}`,
    preheader: `Your code is ${code}.`,
    title: `Welcome, ${calledBy(customerName)}.`,
    blocks: [
      {
        kind: 'text',
        text: `Hello ${nameOr(customerName)},\n\nWe are glad you are here. Your orders and tables are now in one place, and ordering again takes two taps.\n\nTo begin with, here is ${offer}.`,
      },
      { kind: 'code', label: `${offer}, with the code`, code },
      { kind: 'button', label: 'See the menu', url: menuUrl },
      {
        kind: 'small',
        text: 'Once you have confirmed your email address, the code is filled in for you at checkout. It works once, on your first order.',
      },
    ],
    reason: `You get this mail because you made an account at ${brand.name}.`,
    unsubscribeUrl: null,
  });
}

export interface CodeMail {
  readonly brand: MailBrand;
  readonly code: string;
  readonly minutes: number;
}

/** Typed, never pressed: what reads mails before people do opens every link in them. */
export function codeMail({ brand, code, minutes }: CodeMail): WrittenMail {
  return writeMail(brand, {
    subject: `Your code from ${brand.name}`,
    preheader: `It is good for ${minutes} minutes.`,
    title: 'Your code',
    blocks: [
      { kind: 'text', text: 'Somebody, probably you, is asked to show that this address is theirs.' },
      { kind: 'code', label: 'Your code is', code },
      {
        kind: 'note',
        text: `It is good for ${minutes} minutes. We never ask for it on the telephone.\nIf you did not ask for it, leave this mail alone.`,
      },
    ],
    reason: `You get this mail because this address was given at ${brand.name}.`,
    unsubscribeUrl: null,
  });
}

export interface AccountLinkMail {
  readonly brand: MailBrand;
  readonly customerName: string | null;
  readonly url: string;
  /** How long the link works, as people say it: '1 hour'. */
  readonly validFor: string;
}

export function passwordReset({ brand, customerName, url, validFor }: AccountLinkMail): WrittenMail {
  return writeMail(brand, {
    subject: 'Choose a new password',
    preheader: `The link works for ${validFor}.`,
    title: 'Choose a new password',
    blocks: [
      {
        kind: 'text',
        text: `Hello ${nameOr(customerName)},\n\nSomebody, probably you, asked for a new password for your account. Press the button and choose one.`,
      },
      { kind: 'button', label: 'Choose a new password', url },
      {
        kind: 'note',
        text: `The link works once, for ${validFor}.\nIf you did not ask for it, you need not do anything: your password stays as it is.`,
      },
      { kind: 'small', text: `If the button does not work, open this address:\n${url}` },
    ],
    reason: `You get this mail because you have an account at ${brand.name}.`,
    unsubscribeUrl: null,
  });
}

export function verifyEmail({ brand, customerName, url, validFor }: AccountLinkMail): WrittenMail {
  return writeMail(brand, {
    subject: 'Confirm your email address',
    preheader: `One press, and your account at ${brand.name} is complete.`,
    title: 'Confirm your email address',
    blocks: [
      {
        kind: 'text',
        text: `Hello ${nameOr(customerName)},\n\nPlease confirm that this address is yours, so that confirmations and receipts find their way to you.`,
      },
      { kind: 'button', label: 'Confirm your email address', url },
      {
        kind: 'note',
        text: `The link works for ${validFor}.\nIf you did not make an account with us, leave this mail alone.`,
      },
      { kind: 'small', text: `If the button does not work, open this address:\n${url}` },
    ],
    reason: `You get this mail because this address was given for an account at ${brand.name}.`,
    unsubscribeUrl: null,
  });
}
