import { useState } from 'react';
import { say } from '@tiffin/domain/core';
import { shortenAddress, withNames } from '@tiffin/domain/people';
import { officePaths } from '../../office-paths.ts';
import { paths } from '../../paths.ts';
import type { Answer } from '../../shared/api/api.ts';
import { useCall } from '../../shared/api/use-call.ts';
import { useBackOffice } from '../../shared/session/back-office.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { formatTime, isoDay } from '../../ui/format.ts';
import { Time } from '../../ui/time.tsx';
import { fieldChanges, type FieldChange } from './audit-changes.ts';
import { attemptText, auditSentence, deviceText, furtherTriesText } from './audit-sentence.ts';
import styles from './settings.module.css';

export type Entry = Answer<'getAuditLog'>['entries'][number];

/** Display names of ids in changed fields. */
export type Names = Readonly<Record<string, string>>;

interface EntryProps {
  readonly entry: Entry;
  readonly names: Names;
  readonly onFilter: (change: { readonly userId: string; readonly address: string; readonly kind: 'all' }) => void;
}

/** Consecutive kitchen steps, newest first, in a collapsed list. */
export function KitchenSteps({
  steps,
  ...shared
}: { steps: readonly [Entry, ...Entry[]] } & Omit<EntryProps, 'entry'>) {
  const newest = steps[0].at;
  const oldest = steps.at(-1)?.at ?? newest;
  const isOneDay = isoDay(newest) === isoDay(oldest);
  return (
    <li className={styles.entry}>
      <details>
        <summary className="touch-height middle weight-560">
          {say`${steps.length} kitchen steps, ${formatTime(oldest, 'date-time')} to ${formatTime(newest, isOneDay ? 'time' : 'date-time')}`}
        </summary>
        <ul className="ruled">
          {steps.map((entry) => (
            <AuditEntry key={entry.id} entry={entry} {...shared} />
          ))}
        </ul>
      </details>
    </li>
  );
}

export function AuditEntry({ entry, names, onFilter }: EntryProps) {
  const { at, actorName, subjectKind, subjectId, address, requestId } = entry;
  const sentence = auditSentence(entry);
  const attempt = attemptText(entry);
  const device = deviceText(entry);
  return (
    <li className={`grid gap-6 break-anywhere ${styles.entry}`}>
      <p>
        <b className="weight-620">{actorName}</b> {sentence.start}{' '}
        {subjectKind === 'order' ? (
          <a href={officePaths.order(subjectId)}>{sentence.name}</a>
        ) : (
          <b className="weight-560">{sentence.name}</b>
        )}{' '}
        {sentence.end}
        {attempt && <span className="soft">({attempt})</span>}
      </p>
      <div className="hint digits flex flex-wrap align-baseline gap-6-12">
        <p>
          <Time at={at} look="date-time-year" />
          {/* Sign-ins have a device, and for them the address matters. For changes it is in the details. */}
          {device && address && `, ${say`from ${shortenAddress(address)}`}`}
          {device && `, ${device}`}
        </p>
        {(requestId || address) && <Details entry={entry} onFilter={onFilter} />}
      </div>
      <Changes changes={changesOf(entry, names)} />
    </li>
  );
}

/** What a request for the second factor stores, whether the device was new, is also an entry of its own. */
function changesOf({ action, before, after }: Entry, names: Names): readonly FieldChange[] {
  return action === 'second-factor-asked' ? [] : fieldChanges(withNames(before, names), withNames(after, names));
}

function Details({ entry, onFilter }: Omit<EntryProps, 'names'>) {
  const { address, since, requestId, copy } = entry;
  const [isOpen, setIsOpen] = useState(false);
  const facts = [
    [say`Network address`, address],
    [say`Since then`, since && furtherTriesText(since)],
    [say`Request`, requestId && (copy ? say`${requestId}, server ${copy}` : requestId)],
  ] as const;
  return (
    <details className="min-width-0" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="touch-height middle">{say`Details`}</summary>
      <dl>{facts.map(([name, value]) => value && <Fact key={name} name={name} value={value} />)}</dl>
      {isOpen && <Actions entry={entry} onFilter={onFilter} />}
    </details>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex flex-wrap gap-6-12">
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** The person of an entry: whose account it is about, or who did it. */
function personOf({ subjectKind, subjectId, subjectName, actorKind, actorId, actorName }: Entry) {
  if (subjectKind === 'user' && subjectName) return { id: subjectId, name: subjectName };
  return actorKind === 'person' && actorId ? { id: actorId, name: actorName } : null;
}

function Actions({ entry, onFilter }: Omit<EntryProps, 'names'>) {
  const { me } = useBackOffice();
  const { address, action } = entry;
  const person = personOf(entry);
  const isNotMe = person !== null && person.id !== me.uid;
  return (
    <div className="row flex-wrap gap-8">
      {isNotMe && <EndSessionsButton person={person} />}
      {action.startsWith('pin-') && (
        <LinkButton look="quiet" href={paths.devices()}>
          {say`PINs and shared tablets`}
        </LinkButton>
      )}
      {address !== null && (
        <Button look="quiet" onClick={() => onFilter({ address, userId: '', kind: 'all' })}>
          {say`Everything from this address`}
        </Button>
      )}
      {person && (
        <Button look="quiet" onClick={() => onFilter({ userId: person.id, address: '', kind: 'all' })}>
          {say`Everything of ${person.name}`}
        </Button>
      )}
    </div>
  );
}

function EndSessionsButton({ person: { id, name } }: { person: { id: string; name: string } }) {
  const end = useCall('endUserSessions', {
    doneText: ({ ended }) => (ended === 1 ? say`1 device signed out` : say`${ended} devices signed out`),
    failed: say`The devices could not be signed out`,
    changes: [['audit']],
  });
  return (
    <ConfirmButton
      look="danger"
      question={{
        title: say`Sign ${name} out everywhere?`,
        text: say`All devices are signed out at once. The password, passkeys and PIN stay as they are.`,
        confirm: say`Sign out`,
        look: 'danger-solid',
      }}
      onConfirm={() => end.send({ userId: id })}
    >
      {say`Sign ${name} out everywhere`}
    </ConfirmButton>
  );
}

/** A long list of changes is collapsed under this line. */
const changesText = (count: number, names: string) =>
  count === 1 ? say`1 change: ${names}` : say`${count} changes: ${names}`;

/** More changes, or longer texts, are collapsed under the names of the fields. */
const SHOWN_CHANGES = 4;
const SHOWN_CHARACTERS = 300;
const SHOWN_NAMES = 6;

/** A long change may have hundreds of fields. */
function namesOf(changes: readonly FieldChange[]): string {
  const names = changes.slice(0, SHOWN_NAMES).map(({ name }) => name);
  return [...names, ...(changes.length > SHOWN_NAMES ? ['…'] : [])].join(', ');
}

function Changes({ changes }: { changes: readonly FieldChange[] }) {
  if (changes.length === 0) return null;
  const characters = changes.reduce((sum, { before, after }) => sum + (before?.length ?? 0) + (after?.length ?? 0), 0);
  const isLong = changes.length > SHOWN_CHANGES || characters > SHOWN_CHARACTERS;
  if (!isLong) return <ChangeList changes={changes} />;
  return (
    <details className="text-xs">
      <summary className="touch-height middle soft">{changesText(changes.length, namesOf(changes))}</summary>
      <ChangeList changes={changes} />
    </details>
  );
}

function ChangeList({ changes }: { changes: readonly FieldChange[] }) {
  return (
    <dl className={`grid gap-2 text-xs ${styles.changes}`}>
      {changes.map((change) => (
        <div className="flex flex-wrap" key={change.name}>
          <dt className="soft">{change.name}</dt>
          <dd className="flex flex-wrap">
            {change.before !== null && (
              <del className="soft">
                <span className="sr-only">{say`Before`} </span>
                {change.before}
              </del>
            )}
            {change.after !== null && (
              <ins className="weight-560 no-underline">
                <span className="sr-only">{say`After`} </span>
                {change.after}
              </ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
