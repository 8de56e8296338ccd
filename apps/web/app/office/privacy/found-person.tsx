import { useState, type ReactNode } from 'react';
import { SearchX, UserX } from 'lucide-react';
import { phoneText, roleName } from '@tiffin/domain/people';
import { errorText } from '../../shared/errors/error-text.ts';
import { useLocations } from '../../shared/site/site.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { centsOf, formatMoney, formatTime } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { IconState } from '../../ui/states.tsx';
import { toast } from '../../ui/toasts.ts';
import type { PersonLookup } from './lookup.ts';
import styles from './privacy.module.css';
import { texts } from './texts.ts';
import { useForget, type FoundPerson } from './use-forget.ts';

interface Props {
  person: FoundPerson;
  lookup: PersonLookup;
  onErased: () => void;
  onAccount: (userId: string) => void;
}

/** What would be erased, so that the admin sees whether it is the right person, and the button that does it. */
export function FoundPersonPanel({ person, lookup, onErased, onAccount }: Props) {
  const own = person.accounts.find(({ match }) => match === 'user');
  const others = person.accounts.filter(({ match }) => match !== 'user');
  const counts = Object.entries(texts.counts).flatMap(([kind, text]) => {
    const count = person.counts[kind as keyof FoundPerson['counts']];
    return count > 0 ? [text(count)] : [];
  });
  const isNothing = counts.length === 0 && !own;

  return (
    <>
      {person.obstacles.length > 0 && (
        <Banner tone="warn" title={texts.obstacles} announce="status">
          <ul>
            {person.obstacles.map(({ id, message }) => (
              <li key={id}>{message}</li>
            ))}
          </ul>
        </Banner>
      )}
      {isNothing && others.length === 0 && (
        <IconState title={texts.nothing} text={texts.nothingText} icon={<SearchX aria-hidden="true" />} />
      )}
      {!isNothing && (
        <Panel title={own ? texts.account(own.name) : texts.found} aside={own && <Badge>{roleName(own.role)}</Badge>}>
          {own && <p className="hint">{own.email}</p>}
          <p className="weight-600">{counts.join(', ')}</p>
          <Records person={person} />
          <EraseButton lookup={lookup} isBlocked={person.obstacles.length > 0} onErased={onErased} />
        </Panel>
      )}
      {others.length > 0 && (
        <Panel title={texts.accounts} explain={texts.accountsNote}>
          <ul className={`ruled ${styles.list}`}>
            {others.map(({ userId, name, email, role }) => (
              <li key={userId} className="row flex-wrap between gap-8-16">
                <span className="grid min-width-0 break-anywhere">
                  <b className="weight-600">{name}</b>
                  <span className="hint">
                    {email} · {roleName(role)}
                  </span>
                </span>
                <Button look="quiet" size="sm" onClick={() => onAccount(userId)}>
                  {texts.openAccount}
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
    [email, phone && phoneText(phone)].filter(Boolean).join(' · ') || texts.noContact;
  return (
    <>
      <RecordList title={texts.orders} total={counts.orders}>
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
      <RecordList title={texts.reservations} total={counts.reservations}>
        {reservations.map((table) => (
          <Row
            key={table.reservationId}
            number={table.reservationId}
            name={table.customerName}
            facts={[timeAt(table.locationId, table.startsAt), nameOf(table.locationId), texts.party(table.partySize)]}
            contact={contact(table.email, table.phone)}
          />
        ))}
      </RecordList>
      <RecordList title={texts.messages} total={counts.messages}>
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
      <ul className={`ruled ${styles.list} ${styles.records}`}>
        {children}
        {total > children.length && <li className="hint">{texts.more(total - children.length)}</li>}
      </ul>
    </section>
  );
}

function Row({
  number,
  name,
  facts,
  contact,
}: {
  number: string;
  name: string | null;
  facts: readonly string[];
  contact: string;
}) {
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

function EraseButton({
  lookup,
  isBlocked,
  onErased,
}: {
  lookup: PersonLookup;
  isBlocked: boolean;
  onErased: () => void;
}) {
  const [isConfirming, setIsConfirming] = useState(false);
  const forget = useForget();

  async function erase() {
    try {
      await forget.mutateAsync(lookup);
      toast.success(texts.done);
      onErased();
    } catch (error) {
      toast.error(texts.failed, { description: errorText(error) });
    }
    setIsConfirming(false);
  }

  return (
    <>
      <div>
        <Button look="danger" disabled={isBlocked} onClick={() => setIsConfirming(true)}>
          <UserX aria-hidden="true" />
          {texts.erase}
        </Button>
      </div>
      <ConfirmDialog
        open={isConfirming}
        title={texts.confirmTitle}
        description={texts.confirmText}
        confirmLabel={texts.confirm}
        cancelLabel={texts.cancel}
        look="danger-solid"
        onCancel={() => setIsConfirming(false)}
        onConfirm={erase}
      />
    </>
  );
}
