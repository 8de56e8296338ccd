import { useEffect, useState, type ReactNode } from 'react';
import { Clock, MapPin, Phone, RotateCw, ShoppingBag, Utensils } from 'lucide-react';
import { addressLine } from '@tiffin/domain/locations';
import { phoneText } from '@tiffin/domain/people';
import { say, currentLanguage, languagePrefix } from '@tiffin/domain/core';
import drink from '../../assets/categories/drinks.svg';
import { paths } from '../../paths.ts';
import { useAnswer } from '../../shared/api/use-answer.ts';
import { useCarts } from '../../shared/cart/carts.ts';
import { isServerReachable, probeServer, watchConnection } from '../../shared/offline/online.ts';
import { useHydrated } from '../../shared/page/hydrated.ts';
import { hoursLines } from '../../shared/site/hours-text.tsx';
import { useLocations, type Location, useSite } from '../../shared/site/site.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { StateArt } from '../../ui/empty-state.tsx';
import { formatTime, phoneHref } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import { PAGE_CACHE } from '../../shared/offline/clear-stored-data.ts';
import styles from './offline.module.css';

const NEEDS_CONNECTION = say`This page needs a connection. What this device already has is below.`;

/** An order that this device showed last. */
export interface OfflineOrder {
  readonly href: string;
  /** The five characters that staff call out. */
  readonly code: string;
  readonly status: string;
  readonly at: Date;
  readonly timeZone: string;
}

interface OfflinePageProps {
  orders: readonly OfflineOrder[];
  /** The page that was requested; empty if the guest opened this page. */
  target: string;
}

/** Replaces a page that needs the server, and shows what the device has of the restaurant. */
export function OfflinePage({ orders, target }: OfflinePageProps) {
  const { isBack, isTrying, isStillOffline, tryAgain } = useReconnection(target);
  const locations = useLocations();
  if (isBack) {
    return (
      <div className={`wrap ${styles.page}`}>
        <h1>{say`You’re back`}</h1>
        <p className="soft" role="status">
          {say`The connection works again.`}
        </p>
        <div className="flex flex-wrap gap-8">
          {/* A full page load, because the scripts of the page may have never been loaded. */}
          {target && (
            <Button size="lg" onClick={() => location.replace(target)}>
              {say`Open the page`}
            </Button>
          )}
          <LinkButton look="quiet" size="lg" href={paths.menuStart()}>
            {say`See the menu`}
          </LinkButton>
        </div>
      </div>
    );
  }
  return (
    <div className={`wrap ${styles.page}`}>
      <StateArt src={drink} />
      <h1>{say`You’re offline`}</h1>
      <StoredFacts orders={orders} />
      <ul className={`ruled ${styles.facts}`} aria-label={say`How to reach us`}>
        {locations.map((each) => (
          <Contact key={each.id} location={each} />
        ))}
      </ul>
      <div>
        <Button size="lg" busy={isTrying} onClick={() => void tryAgain()}>
          <RotateCw />
          {say`Try Again`}
        </Button>
      </div>
      <p className="hint" role="status">
        {isStillOffline
          ? say`Still no connection. We keep trying.`
          : say`We also try again automatically, every few seconds.`}
      </p>
    </div>
  );
}

/** What the device has: orders, carts and menus. */
function StoredFacts({ orders }: Pick<OfflinePageProps, 'orders'>) {
  const hydrated = useHydrated();
  const locations = useLocations();
  const carts = useCarts();
  const prefix = languagePrefix(useSite().languages, currentLanguage());
  const menus = useAnswer(prefix, () => readMenus(locations, prefix), locations).answer ?? [];
  const filled = locations.flatMap(({ id, name }) => {
    const count = (carts[id] ?? []).reduce((sum, { quantity }) => sum + quantity, 0);
    return count > 0 ? { id, name, count } : [];
  });
  const isEmpty = orders.length + filled.length + menus.length === 0;
  if (isEmpty)
    return (
      <p className="soft">
        {hydrated
          ? say`Nothing of this restaurant is stored on this device yet. You can still reach us by phone.`
          : NEEDS_CONNECTION}
      </p>
    );
  return (
    <>
      <p className="soft">{NEEDS_CONNECTION}</p>
      <ul className={`ruled ${styles.facts}`} aria-label={say`Stored on this device`}>
        {orders.map(({ href, code, status, at, timeZone }) => (
          <Fact
            key={href}
            icon={<Clock />}
            title={say`Order ${code}, ${status}`}
            text={say`As of ${formatTime(at, 'date-time', timeZone)}`}
            href={href}
          />
        ))}
        {filled.map(({ id, name, count }) => (
          <Fact
            key={id}
            icon={<ShoppingBag />}
            title={
              count === 1 ? say`1 dish in your next order, ${name}` : say`${count} dishes in your next order, ${name}`
            }
            text={say`Stored here, not ordered`}
            href={paths.menu(id)}
          />
        ))}
        {menus.map(({ location: { id, name, timeZone }, at }) => (
          <Fact
            key={id}
            icon={<Utensils />}
            title={say`The menu of ${name}`}
            text={say`As of ${formatTime(at, 'date-time', timeZone)}, prices may have changed`}
            href={paths.menu(id)}
          />
        ))}
      </ul>
    </>
  );
}

function Contact({ location }: { location: Location }) {
  const { name, phone, hours } = location;
  return (
    <>
      <Fact
        icon={<Phone />}
        title={phoneText(phone)}
        text={say`Order or ask by phone: ${name}`}
        action={
          <a className={styles.action} href={phoneHref(phone)}>
            {say`Call`}
            <span className="sr-only"> {name}</span>
          </a>
        }
      />
      <Fact
        icon={<MapPin />}
        title={addressLine(location)}
        text={
          hours
            ? hoursLines(hours)
                .map((line) => `${line.days} ${line.hours}`)
                .join(', ')
            : ''
        }
      />
    </>
  );
}

interface FactProps {
  icon: ReactNode;
  title: string;
  text: string;
  /** Opens what it is about. */
  href?: string;
  action?: ReactNode;
}

function Fact({ icon, title, text, href, action }: FactProps) {
  return (
    <li className="grid align-center text-sm leading-140">
      {icon}
      <span>
        <b className="block weight-600">{title}</b>
        <span className="soft">{text}</span>
      </span>
      {href ? (
        <Link className={styles.action} href={href}>
          {say`Open`}
          <span className="sr-only">{say`: ${title}`}</span>
        </Link>
      ) : (
        action
      )}
    </li>
  );
}

/**
 * Opens the requested page as soon as the server becomes reachable. If it was reachable from the start, the page failed
 * for another reason and might fail again and again, so the guest opens it with a button.
 */
function useReconnection(target: string) {
  const [isBack, setBack] = useState(false);
  const [isTrying, setTrying] = useState(false);
  const [isStillOffline, setStillOffline] = useState(false);
  useEffect(() => {
    let wasOffline = false;
    const onConnection = () => {
      if (!isServerReachable()) wasOffline = true;
      else if (wasOffline && target) window.location.replace(target);
      else setBack(true);
    };
    const stop = watchConnection(onConnection);
    void probeServer().then(onConnection);
    return stop;
  }, [target]);
  async function tryAgain() {
    setTrying(true);
    setStillOffline(!(await probeServer()));
    setTrying(false);
  }
  return { isBack, isTrying, isStillOffline, tryAgain };
}

/** The menus that the service worker has stored, each with the time when the server sent it. */
async function readMenus(locations: readonly Location[], prefix: string) {
  const cache = await caches.open(PAGE_CACHE);
  const found = await Promise.all(
    locations.map(async (location) => {
      const page = await cache.match(prefix + paths.menu(location.id), { ignoreVary: true });
      const at = new Date(page?.headers.get('date') ?? Number.NaN);
      return Number.isNaN(at.getTime()) ? [] : [{ location, at }];
    }),
  );
  return found.flat();
}
