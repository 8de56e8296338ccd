import type { ReactNode } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { SearchX, UserX } from 'lucide-react';
import { phoneText, roleName } from '@tiffin/domain/people';
import { say } from '@tiffin/domain/core';
import { useCall } from '../../shared/api/use-call.ts';
import type { Answer } from '../../shared/api/api.ts';
import { useLocations } from '../../shared/site/site.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { centsOf, formatMoney, formatTime } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { IconState } from '../../ui/states.tsx';
import type { PersonLookup } from './lookup.ts';
import styles from './privacy.module.css';

export const PRIVACY_KEY = 'privacy';
export type FoundPerson = Answer<'forgetPerson'>;

const COUNT_TEXTS = {
  orders: (count: number) => (count === 1 ? say`1 order` : say`${count} orders`),
  reservations: (count: number) => (count === 1 ? say`1 reservation` : say`${count} reservations`),
  messages: (count: number) => (count === 1 ? say`1 message` : say`${count} messages`),
  paymentPages: (count: number) => (count === 1 ? say`1 payment page` : say`${count} payment pages`),
  consents: (count: number) => (count === 1 ? say`1 consent to mailings` : say`${count} consents to mailings`),
};

interface FoundPersonPanelProps {
  person: FoundPerson;
  lookup: PersonLookup;
  onErased: () => void;
  onAccount: (userId: string) => void;
}

/** What would be erased, so that the admin sees whether it is the right person, and the button that does it. */
export function FoundPersonPanel({ person, lookup, onErased, onAccount }: FoundPersonPanelProps) {
  const queries = useQueryClient();
  const erase = useCall('forgetPerson', {
    doneText: () => say`The person was erased`,
    failed: say`The person could not be erased`,
    onDone() {
      // The search itself is not repeated, because the person is gone.
      void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== PRIVACY_KEY });
      onErased();
    },
  });
  const account = person.accounts.find(({ match }) => match === 'user');
  const otherAccounts = person.accounts.filter(({ match }) => match !== 'user');
  const counts = Object.entries(COUNT_TEXTS).flatMap(([kind, text]) => {
    // Object.entries widens the keys.
    const count = person.counts[kind as keyof FoundPerson['counts']];
    return count > 0 ? [text(count)] : [];
  });
  const isNothing = counts.length === 0 && !account;

  return (
    <>
      {person.obstacles.length > 0 && (
        <Banner tone="warn" title={say`This person cannot be erased yet`} announce="status">
          <ul>
            {person.obstacles.map(({ id, message }) => (
              <li key={id}>{message}</li>
            ))}
          </ul>
        </Banner>
      )}
      {isNothing && otherAccounts.length === 0 && (
        <IconState
          title={say`Nothing found`}
          text={say`No guest without an account has this number or address.`}
          icon={<SearchX />}
        />
      )}
      {!isNothing && (
        <Panel
          title={account ? say`The account of ${account.name}` : say`What would be erased`}
          aside={account && <Badge>{roleName(account.role)}</Badge>}
        >
          {account && <p className="hint">{account.email}</p>}
          <p className="weight-600">{counts.join(', ')}</p>
          <Records person={person} />
          <div>
            <ConfirmButton
              look="danger"
              disabled={person.obstacles.length > 0}
              question={{
                title: say`Erase this person for good?`,
                text: say`This cannot be undone. Earlier backups still contain the person: delete them when you no longer need them.`,
                confirm: say`Erase for good`,
                cancel: say`Keep`,
                look: 'danger-solid',
              }}
              onConfirm={() => erase.send(lookup)}
            >
              <UserX />
              {say`Erase for good…`}
            </ConfirmButton>
          </div>
        </Panel>
      )}
      {otherAccounts.length > 0 && (
        <Panel
          title={say`Accounts with the same contact`}
          explain={say`They are not erased with the guest. Someone else may share the phone number.`}
        >
          <ul className={`ruled ${styles.list}`}>
            {otherAccounts.map(({ userId, name, email, role }) => (
              <li key={userId} className="row flex-wrap between gap-8-16">
                <span className="grid min-width-0 break-anywhere">
                  <b className="weight-600">{name}</b>
                  <span className="hint">
                    {email} · {roleName(role)}
                  </span>
                </span>
                <Button look="quiet" size="sm" onClick={() => onAccount(userId)}>
                  {say`Show the account`}
                </Button>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  );
}

function Records({ person: { orders, reservations, messages, counts } }: { person: FoundPerson }) {
  const locations = useLocations();
  const locationOf = (id: string) => locations.find((each) => each.id === id);
  const nameOf = (id: string) => locationOf(id)?.name ?? id;
  const timeAt = (id: string, at: string) => formatTime(at, 'date-time', locationOf(id)?.timeZone);
  const contact = (email: string | null, phone: string | null) =>
    [email, phone && phoneText(phone)].filter(Boolean).join(' · ') || say`No contact`;
  return (
    <>
      <RecordList title={say`Orders`} total={counts.orders}>
        {orders.map((order) => (
          <Row
            key={order.orderId}
            number={order.orderId}
            name={order.customerName}
            facts={[
              timeAt(order.locationId, order.orderTime),
              nameOf(order.locationId),
              formatMoney(centsOf(order.total)),
            ]}
            contact={contact(order.email, order.phone)}
          />
        ))}
      </RecordList>
      <RecordList title={say`Reservations`} total={counts.reservations}>
        {reservations.map((reservation) => (
          <Row
            key={reservation.reservationId}
            number={reservation.reservationId}
            name={reservation.customerName}
            facts={[
              timeAt(reservation.locationId, reservation.startsAt),
              nameOf(reservation.locationId),
              reservation.partySize === 1 ? say`1 person` : say`${reservation.partySize} people`,
            ]}
            contact={contact(reservation.email, reservation.phone)}
          />
        ))}
      </RecordList>
      <RecordList title={say`Messages`} total={counts.messages}>
        {messages.map((message) => (
          <Row
            key={message.messageId}
            number={message.subject ?? message.template}
            name={null}
            facts={[formatTime(message.createdAt, 'date-time')]}
            contact={message.channel === 'sms' ? phoneText(message.recipient) : message.recipient}
          />
        ))}
      </RecordList>
    </>
  );
}

function RecordList({ title, total, children }: { title: string; total: number; children: ReactNode[] }) {
  if (total === 0) return null;
  return (
    <section className="grid gap-6">
      <h3>{title}</h3>
      <ul className={`ruled scroll-y ${styles.list} ${styles.records}`}>
        {children}
        {total > children.length && <li className="hint">{say`and ${total - children.length} more`}</li>}
      </ul>
    </section>
  );
}

interface RowProps {
  number: string;
  name: string | null;
  facts: readonly string[];
  contact: string;
}

function Row({ number, name, facts, contact }: RowProps) {
  return (
    <li className="grid min-width-0 break-anywhere">
      <span className="row flex-wrap between gap-8-16">
        <span className="weight-600">{number}</span>
        <span className="hint digits">{facts.join(' · ')}</span>
      </span>
      <span className="text-sm soft">{[name, contact].filter((text) => text !== null).join(' · ')}</span>
    </li>
  );
}
