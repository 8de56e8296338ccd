import { callOutCode, statusFacts } from '@tiffin/domain/order';
import { reservationStatusName } from '@tiffin/domain/reservation';
import { cents, say } from '@tiffin/domain/core';
import { proofName } from '@tiffin/domain/people';
import { centsOf, formatMoney, formatTime } from '../../ui/format.ts';
import type { Answer } from '../../shared/api/api.ts';
import { isId } from './audit-changes.ts';
import { auditActions } from './audit-texts.ts';

/** Actions that need no object in their sentence. */
const AUDIT_ACTIONS_WITHOUT_SUBJECT: Readonly<Record<string, string>> = {
  'add-passkey': say`added a passkey of their own`,
  'rename-passkey': say`renamed a passkey of their own`,
  'remove-passkey': say`removed a passkey of their own`,
  'delete-me': say`deleted their own account`,
  'edit-menu-items': say`changed several dishes of the menu at once`,
  'export-users': say`exported the list of users`,
  'export-security-log': say`exported the security log`,
  'export-audit-log': say`exported the audit log`,
  'signed-in': say`signed in`,
  'signed-out': say`signed out`,
  'new-device': say`signed in on a new device`,
  'second-factor-asked': say`was asked for the second factor`,
  'identity-confirmed': say`confirmed who they are`,
  'identity-failed': say`could not confirm who they are`,
  'api-key-refused': say`used an unknown API key`,
  'password-reset': say`reset their password`,
  'codes-on': say`set up sign-in codes`,
  'codes-off': say`removed their sign-in codes`,
  'recovery-codes-created': say`created new recovery codes`,
  'export-list': say`downloaded a list`,
  'set-costs': say`set costs of dishes`,
  'import-menu': say`imported a menu file`,
  'undo-menu-import': say`undid the import of a menu file`,
  'import-guests': say`imported guests from a file`,
  'import-gift-cards': say`imported gift cards from a file`,
  'import-bookings': say`imported bookings from a file`,
  'undo-import-guests': say`undid an import of guests`,
  'undo-import-gift-cards': say`undid an import of gift cards`,
  'undo-import-bookings': say`undid an import of bookings`,
  'close-days': say`closed days of the journal`,
  'lay-history': say`created the past orders of the demo`,
  'save-accounts': say`changed the accounts of the journal`,
  'look-up-phone': say`looked up a phone number`,
  'update-settings': say`changed the settings`,
};

/** Further words that people search for, where the sentence has others. */
const SEARCHED_AS: Readonly<Record<string, string>> = {
  'cancel-order': say`void, voided`,
  'change-order': say`void, voided, took dishes off`,
  'allow-void': say`void, voided`,
  'undo-payment': say`void, voided`,
};

const LEAST_SEARCHED_LETTERS = 3;

/** The actions whose sentence, as it is printed, has the searched words. The server knows only their codes. */
export function actionsPrintedWith(search: string): string[] {
  const words = search.trim().toLowerCase();
  if (words.length < LEAST_SEARCHED_LETTERS) return [];
  const printed = [
    ...Object.entries(AUDIT_ACTIONS_WITHOUT_SUBJECT),
    ...Object.entries(auditActions).map(([action, sentence]) => [action, sentence('')] as const),
    ...Object.entries(SEARCHED_AS),
  ];
  const found = printed.flatMap(([action, text]) => (text.toLowerCase().includes(words) ? [action] : []));
  return [...new Set(found)];
}

type Entry = Answer<'getAuditLog'>['entries'][number];

/** A placeholder for the name while the text around it is built. */
const NAME = '\u0000';

type SentenceParts = Pick<Entry, 'action' | 'subjectKind' | 'subjectName' | 'subjectId' | 'before' | 'after'>;

/** 'moved order 7K3QX to Ready', in three parts, so that the name of what it was done to can be emphasised. */
export function auditSentence(entry: SentenceParts) {
  const { action, subjectKind, subjectName, subjectId, before, after } = entry;
  const alone = AUDIT_ACTIONS_WITHOUT_SUBJECT[action];
  if (alone !== undefined) return { start: alone, name: '', end: '' };
  const name =
    textIn(after, 'giftCard') ??
    (subjectKind === 'payment' ? amountOf(subjectName) : subjectName) ??
    textIn(after, 'name') ??
    textIn(before, 'name') ??
    (subjectKind === 'order' ? callOutCode(subjectId) : namedById(subjectId));
  // An action of a newer server has no sentence here.
  const sentence = auditActions[action]?.(NAME) ?? `${action.replaceAll('-', ' ')} ${NAME}`;
  const [start = '', end = ''] = sentence.split(NAME);
  return { start: start.trim(), name, end: ENDINGS[action]?.(after) ?? end.trim() };
}

/** How, and how often: 'with passkey, 37 times in one minute, then refused'. */
export function attemptText({ provenBy, count, wasRefused }: Entry): string {
  const parts = [
    provenBy && provenBy !== 'pin' && say`with ${proofName(provenBy)}`,
    count > 1 && say`${count} times in one minute`,
    count > 1 && wasRefused && say`then refused`,
  ];
  return parts.filter(Boolean).join(', ');
}

/** The device in words: a shared tablet by its name, a browser with its system. */
export function deviceText({ tablet, browser, system }: Entry): string | null {
  const device = browser && system ? say`${browser} on ${system}` : (browser ?? system);
  return tablet && device ? `${tablet.name}, ${device}` : (tablet?.name ?? device);
}

/** What followed a failed attempt within a day. */
export function furtherTriesText({ tries, signedIn }: NonNullable<Entry['since']>): string {
  const triesText =
    tries === 0
      ? say`No further try within a day.`
      : tries === 1
        ? say`1 further try within a day.`
        : say`${tries} further tries within a day.`;
  if (!signedIn) return `${triesText} ${say`Nobody signed in.`}`;
  const { name, isSameAddress } = signedIn;
  const time = formatTime(signedIn.at, 'date-time');
  const signedInText = isSameAddress
    ? say`${name} signed in on ${time}, from the same address.`
    : say`${name} signed in on ${time}, from another address.`;
  return `${triesText} ${signedInText}`;
}

/** An id that people can read is its own name; of a deleted record nothing else is left. */
function namedById(id: string): string {
  if (id === '') return say`an unknown account`;
  return isId(id) ? say`(deleted)` : id;
}

/** A payment is named by its amount. */
function amountOf(name: string | null): string | null {
  return name === null ? null : formatMoney(centsOf(Number(name)));
}

/** A text stored in the entry, for things without a list to look it up in. */
function textIn(fields: Entry['after'], field: 'name' | 'giftCard'): string | null {
  const text = fields?.[field];
  return typeof text === 'string' ? text : null;
}

function newStatusText(after: Entry['after']): string {
  const status = after?.['status'];
  return typeof status === 'string' ? say`to ${statusFacts(status).shortLabel}` : '';
}

/** 'to Seated, table 7'; nothing if only the table changed. */
function newReservationStatusText(after: Entry['after']): string {
  const { status, tableNumber } = after ?? {};
  if (typeof status !== 'string') return '';
  const name = reservationStatusName(status);
  return typeof tableNumber === 'string' ? say`to ${name}, table ${tableNumber}` : say`to ${name}`;
}

/** '($7.92, cold)'. */
function amountAndReason(after: Entry['after']): string {
  const { amount, reason } = after ?? {};
  const details = [typeof amount === 'number' && formatMoney(centsOf(amount)), reason].filter(Boolean);
  return details.length > 0 ? `(${details.join(', ')})` : '';
}

/** 'for $500.00', after the name of a gift card. Older entries have the amount in its place. */
function forAmount(after: Entry['after']): string {
  const amount = after?.['amountCents'];
  return typeof amount === 'number' && textIn(after, 'giftCard') ? say`for ${formatMoney(cents(amount))}` : '';
}

/** Actions whose sentence ends with their result. */
const ENDINGS: Readonly<Record<string, (after: Entry['after']) => string>> = {
  'move-order': newStatusText,
  'sell-gift-card': forAmount,
  'undo-gift-card': forAmount,
  'withdraw-gift-card': forAmount,
  'pay-out-gift-card': forAmount,
  'refund-order': amountAndReason,
  'resolve-payment-attention': amountAndReason,
  'update-reservation-status': newReservationStatusText,
};

/** A rush creates hundreds of these, so they are folded. */
const KITCHEN_STEPS: ReadonlySet<string> = new Set([
  'move-order',
  'step-delivery',
  'strike-item',
  'confirm-allergies',
  'correct-order',
]);

/** Groups consecutive kitchen steps; every other entry is a group of one. */
export function groupKitchenSteps<E extends Pick<Entry, 'action'>>(
  entries: readonly E[],
): readonly (readonly [E, ...E[]])[] {
  const groups: [E, ...E[]][] = [];
  for (const entry of entries) {
    const last = groups.at(-1);
    if (last && KITCHEN_STEPS.has(entry.action) && KITCHEN_STEPS.has(last[0].action)) last.push(entry);
    else groups.push([entry]);
  }
  return groups;
}
