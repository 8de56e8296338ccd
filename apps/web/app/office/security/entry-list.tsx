import { useState } from 'react';
import {
  ArrowLeftRight,
  Braces,
  ChevronDown,
  Fingerprint,
  Grid3x3,
  KeyRound,
  LogOut,
  MonitorSmartphone,
  ShieldCheck,
  ShieldX,
  Tablet,
  UserCheck,
  UserX,
  type LucideIcon,
} from 'lucide-react';
import { securityGroupOf, securityKindName, type SecurityKind } from '@tiffin/domain/people';
import { say } from '@tiffin/domain/core';
import { errorText } from '../../shared/errors/error-text.ts';
import { useBackOffice } from '../../shared/session/back-office.tsx';
import { paths } from '../../paths.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Time } from '../../ui/time.tsx';
import { toast } from '../../ui/toasts.ts';
import { deviceText, entryDetails, shortAddress, sinceText } from './describe-entry.ts';
import styles from './security.module.css';
import { useEndUserSessions, type SecurityEntry, type SecurityFilter } from './use-security-log.ts';

interface ListProps {
  readonly entries: readonly SecurityEntry[];
  readonly onFilter: (change: Partial<SecurityFilter>) => void;
}

/** The entries, newest first. A row opens in place; one at a time. */
export function EntryList({ entries, onFilter }: ListProps) {
  return (
    <div className={`round-card surface shadow-1 ${styles.list}`}>
      <div className={`hint ${styles.row} ${styles.heads}`} aria-hidden="true">
        <span />
        <span>{say`What`}</span>
        <span>{say`Person`}</span>
        <span>{say`Device and address`}</span>
        <span>{say`When`}</span>
      </div>
      <ul className="ruled">
        {entries.map((entry) => (
          <li key={entry.id}>
            <Entry entry={entry} onFilter={onFilter} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Entry({ entry, onFilter }: { entry: SecurityEntry; onFilter: ListProps['onFilter'] }) {
  const [isOpen, setIsOpen] = useState(false);
  const details = entryDetails(entry);
  const address = shortAddress(entry);
  return (
    // The shared name closes the row that was open before.
    <details name="security-log" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className={styles.row}>
        <KindIcon kind={entry.kind} />
        <span className="grid min-width-0">
          <b className="weight-620">{securityKindName(entry.kind)}</b>
          {details && <small className="soft break-anywhere">{details}</small>}
        </span>
        <span className="min-width-0 break-anywhere">{entry.person?.name || say`No account`}</span>
        <span className="grid min-width-0 break-anywhere">
          {deviceText(entry)}
          {address && <small className="soft digits">{address}</small>}
        </span>
        <span className="row between gap-8 digits nowrap">
          <Time at={entry.at} look="date-time" />
          <ChevronDown aria-hidden="true" className={styles.chevron} />
        </span>
      </summary>
      {isOpen && <EntryFacts entry={entry} onFilter={onFilter} />}
    </details>
  );
}

const ICONS: Partial<Record<SecurityKind, LucideIcon>> = {
  'signed-in': KeyRound,
  'signed-out': LogOut,
  'new-device': MonitorSmartphone,
  'identity-confirmed': Fingerprint,
  'second-factor-asked': Fingerprint,
  'pin-failed': Grid3x3,
  'pin-set': Grid3x3,
  'api-key-refused': Braces,
  'api-key-created': Braces,
  'api-key-expired': Braces,
  'api-key-revoked': Braces,
  'passkey-added': Fingerprint,
  'passkey-removed': Fingerprint,
  'tablet-added': Tablet,
  'tablet-removed': Tablet,
  'sessions-ended': LogOut,
  'account-created': UserCheck,
  'account-activated': UserCheck,
  'account-deactivated': UserX,
  'role-changed': UserCheck,
  'locations-changed': ArrowLeftRight,
};

const GROUP_ICONS = { failures: ShieldX, 'sign-ins': ShieldCheck, access: ShieldCheck } as const;

function KindIcon({ kind }: { kind: SecurityKind }) {
  const group = securityGroupOf(kind);
  const Icon = ICONS[kind] ?? GROUP_ICONS[group];
  return (
    <span
      className={classNames(
        'center',
        styles.icon,
        group === 'failures' && styles.bad,
        kind === 'signed-in' && styles.good,
      )}
    >
      <Icon aria-hidden="true" />
    </span>
  );
}

function EntryFacts({ entry, onFilter }: { entry: SecurityEntry; onFilter: ListProps['onFilter'] }) {
  const { at, lastAt, address, since, requestId, copy } = entry;
  return (
    <dl className={`round-md text-sm ${styles.facts}`}>
      <dt>{say`Time`}</dt>
      <dd className="digits">
        <Time at={at} look="date-time-year" />
        {lastAt.slice(0, 16) !== at.slice(0, 16) && (
          <>
            {' – '}
            <Time at={lastAt} look="time" />
          </>
        )}
      </dd>
      <dt>{say`Network address`}</dt>
      <dd className="digits">{address ?? say`Not recorded, or already deleted`}</dd>
      <dt>{say`Device`}</dt>
      <dd>{deviceText(entry)}</dd>
      {since && (
        <>
          <dt>{say`Since then`}</dt>
          <dd>{sinceText(since)}</dd>
        </>
      )}
      {requestId && (
        <>
          <dt>{say`Request`}</dt>
          <dd className="digits">{copy ? say`${requestId}, server ${copy}` : requestId}</dd>
        </>
      )}
      <dt className="sr-only">{say`Actions`}</dt>
      <dd className={`row flex-wrap gap-8 ${styles.actions}`}>
        <EntryActions entry={entry} onFilter={onFilter} />
      </dd>
    </dl>
  );
}

const PIN_KINDS: ReadonlySet<SecurityKind> = new Set(['pin-failed', 'pin-blocked']);

function EntryActions({ entry, onFilter }: { entry: SecurityEntry; onFilter: ListProps['onFilter'] }) {
  const { me } = useBackOffice();
  const { person, address, kind } = entry;
  return (
    <>
      {person && person.id !== me.uid && <EndSessionsButton person={person} />}
      {PIN_KINDS.has(kind) && (
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
    </>
  );
}

function EndSessionsButton({ person }: { person: { id: string; name: string } }) {
  const [isAsking, setIsAsking] = useState(false);
  const end = useEndUserSessions();

  async function confirm() {
    try {
      const { ended } = await end.mutateAsync(person.id);
      toast.success(ended === 1 ? say`1 device signed out` : say`${ended} devices signed out`);
    } catch (error) {
      toast.error(say`The devices could not be signed out`, { description: errorText(error) });
    }
    setIsAsking(false);
  }

  return (
    <>
      <Button look="danger" onClick={() => setIsAsking(true)}>
        {say`Sign ${person.name} out everywhere`}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={say`Sign ${person.name} out everywhere?`}
        description={say`All devices are signed out at once. The password, passkeys and PIN stay as they are.`}
        confirmLabel={say`Sign out`}
        cancelLabel={say`Cancel`}
        look="danger-solid"
        onConfirm={confirm}
        onCancel={() => setIsAsking(false)}
      />
    </>
  );
}
