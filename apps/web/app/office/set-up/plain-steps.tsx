import { useState } from 'react';
import { officePaths } from '../../office-paths.ts';
import { paths } from '../../paths.ts';
import { useLiveEvents } from '../../shared/live/live-events.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { TextLink } from '../../ui/link.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { NeedsPlace } from './needs-place.tsx';
import { takesCards, type StepProps } from './house.ts';
import { texts } from './texts.ts';
import styles from './set-up.module.css';

/** A button that says so, once. */
function Says({ words, onSaid }: { words: string; onSaid: () => Promise<void> }) {
  const [busy, setBusy] = useState(false);
  async function say() {
    setBusy(true);
    await onSaid();
    setBusy(false);
  }
  return (
    <Button busy={busy} onClick={() => void say()}>
      {words}
    </Button>
  );
}

export function PaymentsStep({ house, onSaid }: StepProps) {
  const takes = takesCards(house);
  return (
    <div className="stack gap-12">
      <p>{texts.payments.cash}</p>
      <p>
        {takes ? (
          texts.payments.cards
        ) : (
          <>
            {texts.payments.noCards}{' '}
            <TextLink href={officePaths.handbook('taking-cards')}>{texts.payments.howCards}</TextLink>
          </>
        )}
      </p>
      <p>{texts.payments.terminal}</p>
      <Says words={takes ? texts.next : texts.payments.go} onSaid={onSaid} />
    </div>
  );
}

export function PeopleStep({ house, onSaid }: StepProps) {
  return (
    <div className="stack gap-12">
      <p>{texts.people.how}</p>
      <p>
        {texts.people.address}: <b className="break-anywhere">{house.publicUrl + paths.signup()}</b>
      </p>
      <div className="flex flex-wrap gap-12">
        <Says words={texts.people.done} onSaid={onSaid} />
        <LinkButton look="quiet" href={paths.adminDashboard('users')}>
          {texts.people.users}
        </LinkButton>
      </div>
    </div>
  );
}

export function PrintStep({ house, onSaid }: StepProps) {
  const { location, settings, publicUrl } = house;
  if (!location) return <NeedsPlace />;
  return (
    <div className="stack gap-16">
      <div className="stack gap-8 text-center justify-center">
        <b className="text-xl">{settings.name}</b>
        <div>
          <QrCode text={publicUrl + paths.menu(location.id)} label={texts.print.label(location.name)} />
        </div>
        <p>{texts.print.scan}</p>
      </div>
      <div className={`flex flex-wrap gap-12 ${styles.noPrint}`}>
        <Button look="quiet" onClick={() => window.print()}>
          {texts.print.print}
        </Button>
        <Says words={texts.print.done} onSaid={onSaid} />
      </div>
    </div>
  );
}

export function OrderStep({ house, onDone }: StepProps) {
  useLiveEvents(['order.created', 'reset'], () => void onDone());
  if (!house.location) return <NeedsPlace />;
  return (
    <div className="stack gap-16">
      <Banner announce="status">{texts.order.none}</Banner>
      <div className="flex flex-wrap gap-12">
        <LinkButton href={paths.menu(house.location.id)} target="_blank">
          {texts.order.menu}
        </LinkButton>
        <LinkButton look="quiet" href={paths.adminDashboard('orders')}>
          {texts.order.board}
        </LinkButton>
      </div>
    </div>
  );
}
