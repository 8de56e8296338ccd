import { callOutCode, statusFacts } from '@tiffin/domain/order';
import { reservationStatusName } from '@tiffin/domain/reservation';
import { centsOf, formatMoney } from '../../ui/format.ts';
import type { Answer } from '../../shared/api/api.ts';
import { auditActions, auditActionsWithoutSubject, endings, verbs } from './audit-texts.ts';

type Entry = Answer<'getAuditLog'>['entries'][number];

/** Stands for the name until it is known what is before it and what is after it. */
const NAME = '\u0000';

/** 'Leah moved order 7K3QX to Ready': who is said before it, so that it may stand out. */
export function auditSentence(
  entry: Pick<Entry, 'action' | 'subjectKind' | 'subjectName' | 'subjectId' | 'before' | 'after'>,
) {
  const { action, subjectKind, subjectName, subjectId, before: was, after } = entry;
  const alone = auditActionsWithoutSubject[action];
  if (alone !== undefined) return { before: alone, name: '', after: '' };
  const name =
    subjectName ?? nameIn(after) ?? nameIn(was) ?? (subjectKind === 'order' ? callOutCode(subjectId) : subjectId);
  const [before = '', ending = ''] = (auditActions[action]?.(NAME) ?? `${generally(action)} ${NAME}`).split(NAME);
  return { before: before.trim(), name, after: ENDINGS[action]?.(after) ?? ending.trim() };
}

/** What the log knows of a thing that has no list of its own: the name it was given. */
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

/** 'to Seated, table 7'; the table alone is told by where the party sits. */
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
