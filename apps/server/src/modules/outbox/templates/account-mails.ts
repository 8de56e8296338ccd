import { percentText, say } from '@tiffin/domain/core';
import { INVITATION_DAYS } from '@tiffin/domain/people';
import { percentOfWelcomeCode } from '@tiffin/domain/pricing';
import type { MailBrand } from '../../../platform/db/stored-json.ts';
import { greetingName, nameOrDefault } from './mail-formats.ts';
import { writeMail, type RenderedMail } from './write-mail.ts';

interface AccountMail {
  readonly brand: MailBrand;
  readonly customerName: string | null;
}

interface WelcomeMail extends AccountMail {
  readonly code: string;
  readonly menuUrl: string;
  /** Unsubscribes this customer with one click and without sign-in. */
  readonly unsubscribeUrl: string;
}

/** Greets a new customer who agreed to offers, with a code for the first order. */
export function welcomeMail({ brand, customerName, code, menuUrl, unsubscribeUrl }: WelcomeMail): RenderedMail {
  const percent = percentText(percentOfWelcomeCode(code));
  const { name: restaurant } = brand;
  const firstName = greetingName(customerName);
  const name = nameOrDefault(customerName);
  return writeMail(brand, {
    subject: say`Welcome to ${restaurant}: ${percent} off your first order`,
    preheader: say`Your code is ${code}.`,
    title: say`Welcome, ${firstName}.`,
    blocks: [
      {
        kind: 'text',
        text: say`Hello ${name},\n\nWe are glad you are here. Your orders and tables are now in one place, and ordering again takes two taps.\n\nTo start, here is ${percent} off your first order.`,
      },
      { kind: 'code', label: say`${percent} off your first order, with the code`, code },
      { kind: 'button', label: say`See the menu`, url: menuUrl },
      {
        kind: 'small',
        text: say`Sign in, and the code is filled in for you at checkout. It works once, on the first order that you place signed in.`,
      },
    ],
    reason: say`You get this email because you agreed to receive offers from ${restaurant}.`,
    unsubscribeUrl,
  });
}

interface CodeMail extends Pick<AccountMail, 'brand'> {
  readonly code: string;
  readonly minutes: number;
}

/** A code to type instead of a link, because mail scanners open every link. */
export function codeMail({ brand, code, minutes }: CodeMail): RenderedMail {
  const { name: restaurant } = brand;
  return writeMail(brand, {
    subject: say`Your code from ${restaurant}`,
    preheader: say`It is valid for ${minutes} minutes.`,
    title: say`Your code`,
    blocks: [
      { kind: 'text', text: say`Someone, probably you, was asked to confirm this address.` },
      { kind: 'code', label: say`Your code is`, code },
      {
        kind: 'note',
        text: say`It is valid for ${minutes} minutes. We never ask for it by phone.\nIf you did not request it, ignore this email.`,
      },
    ],
    reason: say`You get this email because this address was entered at ${restaurant}.`,
  });
}

interface AccountLinkMail extends AccountMail {
  readonly url: string;
}

/** The link to choose a new password. */
export function passwordResetMail({ brand, customerName, url }: AccountLinkMail): RenderedMail {
  const validFor = say`1 hour`;
  const { name: restaurant } = brand;
  const name = nameOrDefault(customerName);
  return writeMail(brand, {
    subject: say`Choose a new password`,
    preheader: say`The link works for ${validFor}.`,
    title: say`Choose a new password`,
    blocks: [
      {
        kind: 'text',
        text: say`Hello ${name},\n\nSomebody, probably you, asked for a new password for your account. Press the button to choose one.`,
      },
      { kind: 'button', label: say`Choose a new password`, url },
      {
        kind: 'note',
        text: say`The link works once, for ${validFor}.\nIf you did not request it, ignore this email: your password stays the same.`,
      },
      addressOf(url),
    ],
    reason: say`You get this email because you have an account at ${restaurant}.`,
  });
}

/** Opening the link changes nothing, because mail scanners open it too: the person confirms where they signed in. */
export function confirmEmailMail(mail: AccountLinkMail & { readonly code: string }): RenderedMail {
  const { brand, customerName, url, code } = mail;
  const validFor = say`24 hours`;
  const { name: restaurant } = brand;
  const name = nameOrDefault(customerName);
  return writeMail(brand, {
    subject: say`Confirm your email address`,
    preheader: say`One step, and your account at ${restaurant} is complete.`,
    title: say`Confirm your email address`,
    blocks: [
      {
        kind: 'text',
        text: say`Hello ${name},\n\nPlease confirm that this address is yours, so that confirmations and receipts find their way to you.`,
      },
      { kind: 'button', label: say`Confirm your email address`, url },
      {
        kind: 'text',
        text: say`Is this mail open on another device than your account? Then type this code there, under My Orders.`,
      },
      { kind: 'code', label: say`Your code is`, code },
      {
        kind: 'note',
        text: say`The link and the code work for ${validFor}. We never ask for the code by phone.\nIf you did not create an account with us, ignore this email and give the code to nobody.`,
      },
      addressOf(url),
    ],
    reason: say`You get this email because this address was used for an account at ${restaurant}.`,
  });
}

interface StaffInvitationMail extends AccountLinkMail {
  /** The admin who sent it; null for an API key. */
  readonly invitedBy: string | null;
}

/** Opening the link changes nothing, because mail scanners open it too: the person accepts on the page. */
export function staffInvitationMail({ brand, customerName, url, invitedBy }: StaffInvitationMail): RenderedMail {
  const validFor = say`${INVITATION_DAYS} days`;
  const { name: restaurant } = brand;
  const name = nameOrDefault(customerName);
  const sender = invitedBy ?? restaurant;
  return writeMail(brand, {
    subject: say`Join the team of ${restaurant}`,
    preheader: say`The link works for ${validFor}.`,
    title: say`You are invited to the team`,
    blocks: [
      {
        kind: 'text',
        text: say`Hello ${name},\n\n${sender} invited you to work with the back office of ${restaurant}. Press the button to see your role and to choose how you sign in.`,
      },
      { kind: 'button', label: say`See the invitation`, url },
      {
        kind: 'note',
        text: say`The link works once, for ${validFor}. Do not forward it.\nIf you do not know ${restaurant}, ignore this email: nothing happens.`,
      },
      addressOf(url),
    ],
    reason: say`You get this email because ${restaurant} invited this address.`,
  });
}

/** For mail programs that show no buttons. */
function addressOf(url: string) {
  return { kind: 'small', text: say`If the button does not work, open this address:\n${url}` } as const;
}
