import { useEffect, useEffectEvent, useState } from 'react';
import { Bell, OctagonAlert, Wifi, WifiOff } from 'lucide-react';
import { initialsOf, roleName, PIN_LENGTH } from '@tiffin/domain/people';
import { say } from '@tiffin/domain/core';
import logoUrl from '../../assets/brand/app-icon.svg';
import { api, type Answer, type Body } from '../../shared/api/api.ts';
import { ApiError } from '../../shared/api/api-error.ts';
import { useAction } from '../../shared/api/use-action.ts';
import { useSite } from '../../shared/site/site.ts';
import { classNames } from '../../ui/class-names.ts';
import { PinPad } from '../../ui/pin-pad.tsx';
import { playSound } from '../hardware/sounds/sound-engine.ts';
import { soundState } from '../hardware/sounds/sound-store.ts';
import { isLockedLocally, clearLocalLock, announceLock } from './use-lock.ts';
import styles from './tablet.module.css';

type LockedTablet = NonNullable<Answer<'getTablet'>['tablet']>;

/** How often a locked tablet fetches waiting orders and rings for them. */
const POLL_MS = 10_000;

interface LockScreenProps {
  initialTablet: LockedTablet;
  /** Someone unlocked it, or it stopped being a shared tablet. */
  onChanged: () => void;
}

/** Choose a name, then type the PIN; no button is needed. Orders ring meanwhile. */
export function LockScreen({ initialTablet, onChanged }: LockScreenProps) {
  const { tablet, isOffline } = useTabletState(initialTablet, onChanged);
  const [chosen, setChosen] = useState<string | null>(null);
  const person = tablet.people.find(({ userId }) => userId === chosen) ?? null;
  const { pin, problem, busy, typePin, clear, unlock } = usePin(person?.userId ?? null, onChanged);

  function choose(userId: string) {
    setChosen(userId);
    clear();
  }

  return (
    <div className={`column on-brand ${styles.screen}`}>
      <Header tablet={tablet} isOffline={isOffline} />
      <main id="main" className={`stack grow content-start gap-20 full-width ${styles.main}`}>
        <section>
          <h1>{say`Who is it?`}</h1>
          <PersonChoice people={tablet.people} chosen={chosen} onChoose={choose} />
          {tablet.waiting > 0 && <WaitingOrders count={tablet.waiting} />}
        </section>
        <section className="grid items-center gap-14" aria-label={person?.name ?? say`Tap your name`}>
          <p className={`leading-140 text-center ${styles.says}`} role="status">
            <b className="block">{person?.name ?? say`Tap your name`}</b>
            {problem === null ? (
              <span className="on-brand-soft">{say`${PIN_LENGTH} digits, then it opens automatically`}</span>
            ) : (
              <PinProblem text={problem} />
            )}
          </p>
          <PinPad
            pin={pin}
            onPin={typePin}
            onComplete={(typed) => void unlock(typed)}
            disabled={!person || busy}
            isWrong={problem !== null}
          />
          <p className="text-sm on-brand-soft">{say`Forgotten? A manager can give you a new one.`}</p>
        </section>
      </main>
    </div>
  );
}

function usePin(userId: string | null, onChanged: () => void) {
  const [pin, setPin] = useState('');
  const { send, isBusy, error, clearError } = useAction(
    (body: Body<'unlockTablet'>, { headers = {} }) => api('unlockTablet', { body }, { headers }),
    {
      onDone() {
        clearLocalLock();
        onChanged();
      },
      onFailed(refusal) {
        setPin('');
        if (refusal instanceof ApiError && refusal.code === 'not-a-tablet') onChanged();
        return true;
      },
    },
  );

  function typePin(typed: string) {
    setPin(typed);
    clearError();
  }

  async function unlock(typed: string) {
    if (userId !== null && !isBusy) await send({ userId, pin: typed });
  }

  return { pin, problem: error, busy: isBusy, typePin, clear: () => typePin(''), unlock };
}

function Header({ tablet, isOffline }: { tablet: LockedTablet; isOffline: boolean }) {
  const site = useSite();
  return (
    <header className={`row no-shrink gap-14 ${styles.head}`}>
      <img src={logoUrl} alt="" width={38} height={38} />
      <b className={styles.house}>{site.name}</b>
      <span className={`text-sm on-brand-soft ${styles.place}`}>
        {tablet.name}, {tablet.locationName}
      </span>
      <span className="grow" />
      <span className="row gap-8 weight-600">
        {isOffline ? <WifiOff /> : <Wifi />}
        {isOffline ? say`No connection` : say`Live`}
      </span>
    </header>
  );
}

interface PersonChoiceProps {
  people: LockedTablet['people'];
  chosen: string | null;
  onChoose: (userId: string) => void;
}

function PersonChoice({ people, chosen, onChoose }: PersonChoiceProps) {
  if (people.length === 0) {
    return (
      <p className="on-brand-soft">
        <b>{say`Nobody has a PIN here yet`}.</b>{' '}
        {say`A manager signs in on their own device, opens Sign-in and devices, and gives each person a PIN.`}
      </p>
    );
  }
  return (
    <ul className={`flex gap-10 scroll-x no-scrollbar ${styles.people}`}>
      {people.map(({ userId, name, role }) => (
        <li key={userId}>
          <button
            type="button"
            className={classNames(
              'column align-start gap-2 full-width leading-130 text-left break-anywhere',
              styles.person,
              userId === chosen && styles.chosen,
            )}
            aria-pressed={userId === chosen}
            onClick={() => onChoose(userId)}
          >
            <span className={`center pill weight-600 ${styles.face}`} aria-hidden="true">
              {initialsOf(name)}
            </span>
            <b>{name}</b>
            <small className="on-brand-soft">{roleName(role)}</small>
          </button>
        </li>
      ))}
    </ul>
  );
}

function WaitingOrders({ count }: { count: number }) {
  return (
    <p className="row gap-10 above-20 on-brand-soft" role="status">
      <Bell className="saffron" />
      <span>
        <b className="on-brand">
          {count === 1 ? say`1 order waits to be accepted.` : say`${count} orders wait to be accepted.`}
        </b>{' '}
        {say`Orders ring here even while it is locked.`}
      </span>
    </p>
  );
}

function PinProblem({ text }: { text: string }) {
  return (
    <span className={`inline-row gap-8 weight-620 ${styles.bad}`}>
      <OctagonAlert />
      {text}
    </span>
  );
}

/** Polls the state of this tablet and rings for waiting orders each time. */
function useTabletState(first: LockedTablet, onChanged: () => void) {
  const [tablet, setTablet] = useState(first);
  const [isOffline, setIsOffline] = useState(false);
  const ring = useEffectEvent((waiting: number) => {
    const { settings } = soundState();
    if (waiting > 0 && settings.orderSounds)
      void playSound('new-order', settings.orderVolume, settings.custom['new-order']);
  });
  const poll = useEffectEvent(async () => {
    try {
      if (isLockedLocally()) await announceLock().then(onChanged, () => {});
      const { tablet: now } = await api('getTablet');
      if (!now) return onChanged();
      setTablet(now);
      setIsOffline(false);
      ring(now.waiting);
    } catch {
      setIsOffline(true);
    }
    return undefined;
  });
  useEffect(() => {
    ring(first.waiting);
    const timer = setInterval(() => void poll(), POLL_MS);
    return () => clearInterval(timer);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what was known at first rings once
  }, []);
  return { tablet, isOffline };
}
