import { cents } from '@tiffin/domain/core';
import type { Answer } from '../../lib/api.ts';
import { formatMoney } from '../../lib/format.ts';
import { Time } from '../../ui/time.tsx';
import styles from './audit-entry.module.css';
import { weekWords } from './week-words.ts';
import { actionWords, auditTexts as texts, fieldWords, subjectWord } from './texts.ts';

type Entry = Answer<'getAuditLog'>['entries'][number];

/** One change: who, what, to whom, from what to what. */
export function AuditEntry({ entry }: { entry: Entry }) {
  const { actorName, action, subjectKind, subjectName, subjectId, before, after } = entry;
  // Of something new, what it has not is no news.
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (field) => before !== null || !isNothing(after?.[field]),
  );
  const origin = [
    entry.address && texts.address(entry.address),
    entry.requestId && texts.request(entry.requestId),
  ].filter(Boolean);
  return (
    <li className={styles.entry}>
      <p>
        <b>{actionWords(action)}</b> <span title={subjectWord(subjectKind)}>{subjectName ?? subjectId}</span>
      </p>
      <p className={styles.origin}>
        <span className={styles.who}>{actorName}</span>, <Time at={entry.at} look="date-time-year" />
        {origin.length > 0 && `, ${origin.join(', ')}`}
      </p>
      {fields.length > 0 && (
        <dl className={styles.changes}>
          {fields.map((field) => (
            <div key={field}>
              <dt>{fieldWords(field)}</dt>
              <dd>
                {before && field in before && (
                  <del>
                    <span className="sr-only">{texts.before} </span>
                    {shown(field, before[field], after?.[field])}
                  </del>
                )}
                {after && field in after && (
                  <ins>
                    <span className="sr-only">{texts.after} </span>
                    {shown(field, after[field], before?.[field])}
                  </ins>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

function shown(field: string, value: unknown, other: unknown): string {
  if (isNothing(value)) return texts.empty;
  if (field === 'hours') return weekWords(value, other);
  if (field.endsWith('_cents') && Number.isSafeInteger(value)) return formatMoney(cents(Number(value)));
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value.join(', ');
  return JSON.stringify(value);
}
