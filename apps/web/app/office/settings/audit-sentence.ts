import { callOutCode, statusFacts } from '@tiffin/domain/order';
import { reservationStatusName } from '@tiffin/domain/reservation';
import { centsOf, formatMoney } from '../../ui/format.ts';
import type { Answer } from '../../shared/api/api.ts';
import { auditActions, auditActionsWithoutSubject, endings, verbs } from './audit-texts.ts';

type Entry = Answer<'getAuditLog'>['entries'][number];

/** A placeholder for the name while the text around it is built. */
const NAME = '\u0000';

/** 'Leah moved order 7K3QX to Ready'. The name of the person is returned separately, so that it can be emphasised. */
export function auditSentence(
  entry: Pick<Entry, 'action' | 'subjectKind' | 'subjectName' | 'subjectId' | 'before' | 'after'>,
) {
  const { action, subjectKind, subjectName, subjectId, before: was, after } = entry;
  const alone = auditActionsWithoutSubject[action];
  if (alone !== undefined) return { before: alone, name: '', after: '' };
  const name =
    (subjectKind === 'payment' ? amountOf(subjectName) : subjectName) ??
    nameIn(after) ??
    nameIn(was) ??
    (subjectKind === 'order' ? callOutCode(subjectId) : subjectId);
  const [before = '', ending = ''] = (auditActions[action]?.(NAME) ?? `${generally(action)} ${NAME}`).split(NAME);
  return { before: before.trim(), name, after: ENDINGS[action]?.(after) ?? ending.trim() };
}

/** A payment is named by its amount. */
function amountOf(name: string | null): string | null {
  return name === null ? null : formatMoney(centsOf(Number(name)));
}

/** The name stored in the entry, for things without a list to look it up in. */
function nameIn(fields: Entry['after']): string | null {
  const name = fields?.['name'];
  return typeof name === 'string' ? name : null;
}

function generally(action: string): string {
  const [verb = '', ...what] = action.split('-');
  return (what.length > 0 && verbs[verb]?.(what.join(' '))) || [verb, ...what].join(' ');
}

function movedTo(after: Entry['after']): string {
  const status = after?.['status'];
  return typeof status === 'string' ? endings.to(statusFacts(status).shortLabel) : '';
}

/** 'to Seated, table 7'; if only the table changed, only the table. */
function seatedAt(after: Entry['after']): string {
  const { status, tableNumber } = after ?? {};
  if (typeof status !== 'string') return '';
  const name = reservationStatusName(status);
  return typeof tableNumber === 'string' ? endings.toAtTable(name, tableNumber) : endings.to(name);
}

/** ': $7.92, cold'. */
function howMuch(after: Entry['after']): string {
  const { amount, reason } = after ?? {};
  const words = [typeof amount === 'number' && formatMoney(centsOf(amount)), reason].filter(Boolean);
  return words.length > 0 ? `(${words.join(', ')})` : '';
}

/** Actions whose sentence ends with their result. */
const ENDINGS: Readonly<Record<string, (after: Entry['after']) => string>> = {
  'move-order': movedTo,
  'refund-order': howMuch,
  'resolve-payment-attention': howMuch,
  'update-reservation-status': seatedAt,
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
