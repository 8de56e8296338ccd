import type { Answer } from '../../shared/api/api.ts';
import { Time } from '../../ui/time.tsx';
import { fieldChanges } from './audit-changes.ts';
import styles from './audit-entry.module.css';
import { actionWords, auditTexts as texts, subjectWord } from './texts.ts';

type Entry = Answer<'getAuditLog'>['entries'][number];

/** One change: who, what, to whom, from what to what. */
export function AuditEntry({ entry }: { entry: Entry }) {
  const { actorName, action, subjectKind, subjectName, subjectId, before, after } = entry;
  const changes = fieldChanges(before, after);
  const origin = [
    entry.address && texts.address(entry.address),
    entry.requestId && texts.request(entry.requestId),
  ].filter(Boolean);
  return (
    <li className={`grid gap-6 break-anywhere ${styles.entry}`}>
      <p>
        <b className="weight-620">{actionWords(action)}</b>{' '}
        <span title={subjectWord(subjectKind)}>{subjectName ?? subjectId}</span>
      </p>
      <p className="hint digits">
        <span className="weight-600 ink">{actorName}</span>, <Time at={entry.at} look="date-time-year" />
        {origin.length > 0 && `, ${origin.join(', ')}`}
      </p>
      {changes.length > 0 && (
        <dl className={`grid gap-2 text-xs ${styles.changes}`}>
          {changes.map((change) => (
            <div className="flex flex-wrap" key={change.name}>
              <dt className="soft">{change.name}</dt>
              <dd>
                {change.before !== null && (
                  <del className="soft">
                    <span className="sr-only">{texts.before} </span>
                    {change.before}
                  </del>
                )}
                {change.after !== null && (
                  <ins className="weight-560 no-underline">
                    <span className="sr-only">{texts.after} </span>
                    {change.after}
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
