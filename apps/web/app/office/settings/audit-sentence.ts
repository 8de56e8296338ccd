import { callOutCode, statusFacts } from '@tiffin/domain/order';
import { reservationStatusName } from '@tiffin/domain/reservation';
import { centsOf, formatMoney } from '../../ui/format.ts';
import type { Answer } from '../../shared/api/api.ts';

type Entry = Answer<'getAuditLog'>['entries'][number];

/** What somebody did: the words before its object's name, and those after it. */
type Deed = readonly [before: string, after?: string];

const DEEDS: Readonly<Record<string, Deed>> = {
  'add-passkey': ['added a passkey of their own'],
  'rename-passkey': ['renamed a passkey of their own'],
  'remove-passkey': ['removed a passkey of their own'],
  'add-payment': ['took a payment of order'],
  'tax-day': ['took the new taxes for order'],
  'adjust-bill': ['changed what is taken off order'],
  'try-pin': ['typed a wrong PIN of'],
  'allow-refund': ['allowed money back of order'],
  'allow-undo': ['allowed a payment to be taken back of order'],
  'undo-payment': ['took back a payment of order'],
  'cancel-order': ['cancelled order'],
  'cancel-reservation': ['cancelled reservation'],
  'change-order': ['changed order'],
  'change-payment-status': ['changed the payment of order'],
  'correct-order': ['took back the last step of order'],
  'claim-order': ['took order', 'into their account'],
  'undo-claim': ['gave order', 'back, which had come into their account'],
  'count-stock': ['counted what is left of'],
  'create-order': ['took order', 'at the till'],
  'delete-me': ['deleted their own account'],
  'end-tablet': ['ended the shared tablet'],
  'edit-menu-items': ['changed several dishes of the menu at once'],
  'rename-category': ['renamed the category'],
  'end-special': ['ended the special of'],
  'export-users': ['exported the list of users'],
  'give-pin': ['gave a PIN to'],
  'hide-menu-item': ['took', 'off the menu'],
  'import-menu': ['took a file of dishes to the menu'],
  'undo-menu-import': ['took back a file of dishes from the menu'],
  'look-up-phone': ['looked up a telephone number'],
  'mark-sold-out': ['marked', 'as sold out'],
  'mail-guest': ['mailed the guest of order'],
  'move-order': ['moved order'],
  'pause-orders': ['paused the orders of'],
  'resume-orders': ['took orders as usual again at'],
  'slow-orders': ['said that the kitchen is busy at'],
  'put-back-on-sale': ['put', 'back on sale'],
  'add-reader': ['added the card reader'],
  'remove-reader': ['removed the card reader'],
  'refund-order': ['gave money back of order'],
  'report-bounce': ['reported that a message to', 'came back'],
  'reset-password': ['sent a new password to'],
  'resolve-payment-attention': ['settled an odd payment of'],
  'set-up-tablet': ['set up the shared tablet'],
  'show-menu-item': ['put', 'back on the menu'],
  'sign-out-devices': ['signed out devices of'],
  'strike-item': ['struck a line of order'],
  'step-delivery': ['took a step with the delivery of order'],
  'hand-in-cash': ['took the cash a driver collected:'],
  'switch-codes-off': ['switched off the sign-in codes and passkeys of'],
  'text-guest': ['texted the guest of order'],
  'unlock-tablet': ['took over the shared tablet'],
  'update-reservation-status': ['changed reservation'],
  'update-settings': ['changed the settings'],
};

/** Of all others the first word says what was done, the rest to what. */
const VERBS: Readonly<Record<string, string>> = {
  activate: 'activated',
  add: 'added',
  create: 'created',
  deactivate: 'deactivated',
  delete: 'deleted',
  duplicate: 'copied',
  refund: 'refunded',
  reorder: 'reordered',
  retry: 'sent again',
  revoke: 'revoked',
  send: 'sent',
  start: 'started',
  stop: 'stopped',
  update: 'changed',
};

/** Deeds whose object says nothing more. */
const ALONE: ReadonlySet<string> = new Set([
  'add-passkey',
  'rename-passkey',
  'remove-passkey',
  'delete-me',
  'edit-menu-items',
  'export-users',
  'import-menu',
  'undo-menu-import',
  'look-up-phone',
  'update-settings',
]);

/** 'Leah moved order 7K3QX to Ready': who is said before it, so that it may stand out. */
export function auditSentence(entry: Pick<Entry, 'action' | 'subjectKind' | 'subjectName' | 'subjectId' | 'after'>) {
  const { action, subjectKind, subjectName, subjectId, after } = entry;
  const name = ALONE.has(action)
    ? ''
    : (subjectName ?? nameIn(after) ?? (subjectKind === 'order' ? callOutCode(subjectId) : subjectId));
  const [before, ending = ''] = DEEDS[action] ?? [generally(action)];
  return { before, name, after: ENDINGS[action]?.(after) ?? ending };
}

/** What the log knows of a thing that has no list of its own: the name it was given. */
function nameIn(fields: Entry['after']): string | null {
  const name = fields?.['name'];
  return typeof name === 'string' ? name : null;
}

function generally(action: string): string {
  const [verb = '', ...what] = action.split('-');
  const done = VERBS[verb];
  return [done ?? verb, done && what.length > 0 && 'the', ...what]
    .filter(Boolean)
    .join(' ')
    .replace('api key', 'API key');
}

function movedTo(after: Entry['after']): string {
  const status = after?.['status'];
  return typeof status === 'string' ? `to ${statusFacts(status).shortLabel}` : '';
}

/** 'to Seated, table 7'; the table alone is told by where the party sits. */
function seatedAt(after: Entry['after']): string {
  const { status, tableNumber } = after ?? {};
  const table = typeof tableNumber === 'string' ? `, table ${tableNumber}` : '';
  return typeof status === 'string' ? `to ${reservationStatusName(status)}${table}` : '';
}

/** ': $7.92, cold'. */
function howMuch(after: Entry['after']): string {
  const { amount, reason } = after ?? {};
  const words = [typeof amount === 'number' && formatMoney(centsOf(amount)), reason].filter(Boolean);
  return words.length > 0 ? `(${words.join(', ')})` : '';
}

/** Deeds that end with what came of them. */
const ENDINGS: Readonly<Record<string, (after: Entry['after']) => string>> = {
  'move-order': movedTo,
  'refund-order': howMuch,
  'update-reservation-status': seatedAt,
};

/** A rush writes hundreds of these: they stand folded between what else was done. */
const KITCHEN_STEPS: ReadonlySet<string> = new Set(['move-order', 'step-delivery', 'strike-item', 'correct-order']);

/** Entries one by one, but kitchen steps that follow each other together. */
export function folded<E extends Pick<Entry, 'action'>>(entries: readonly E[]): readonly (readonly [E, ...E[]])[] {
  const groups: [E, ...E[]][] = [];
  for (const entry of entries) {
    const last = groups.at(-1);
    if (last && KITCHEN_STEPS.has(entry.action) && KITCHEN_STEPS.has(last[0].action)) last.push(entry);
    else groups.push([entry]);
  }
  return groups;
}
