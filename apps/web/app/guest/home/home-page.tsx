import { Fragment, Suspense, useSyncExternalStore } from 'react';
import { ChevronRight, MapPin, Phone, Star } from 'lucide-react';
import { phoneText } from '@tiffin/domain/people';
import { say } from '@tiffin/domain/core';
import { addressLine } from '@tiffin/domain/locations';
import { categoryArt } from '../../shared/dish/category-art.ts';
import { useAskLocation } from '../../shared/cart/ask-location.tsx';
import type { RepeatableOrder } from '../../shared/order/order-again.ts';
import { useStartLocation } from '../../shared/cart/start-location.ts';
import { latePart } from '../../shared/offline/late-part.ts';
import { REMEMBERED_GUEST_KEY, storedText } from '../../shared/offline/text-storage.ts';
import { defaultLocation, mapHref, useRootData, type Location } from '../../shared/site/site.ts';
import { paths } from '../../paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Link, TextLink } from '../../ui/link.tsx';
import { headlineLines } from './headline.ts';
import type { Category } from '../../shared/dish/dish.ts';
import { EmptyState, StateArt, WholePage } from '../../ui/empty-state.tsx';
import plate from '../../assets/dishes/plate.svg';
import { aboutText } from './home-meta.ts';
import styles from './home.module.css';
import { LOCALE, phoneHref } from '../../ui/locale.ts';
import { HoursList, servicesText } from '../../shared/site/hours-text.tsx';
import { OpenBadge } from '../../ui/badge.tsx';

/** What a guest can choose is between asterisks. */
const tableTonightText = (place: string) => say`A table for *two* at *${place}*, *tonight*?`;

/** Loaded only for those who ordered before. */
const WelcomeBack = latePart(async () => (await import('./welcome-back.tsx')).WelcomeBack);

const rememberedGuest = storedText(REMEMBERED_GUEST_KEY);

export interface HomePageProps {
  categories: readonly Category[];
  /** The last order of a customer; null for visitors who are not signed in. */
  lastOrder: RepeatableOrder | null;
}

export function HomePage({ categories, lastOrder }: HomePageProps) {
  const data = useRootData();
  const { site, locations, me } = data;
  const startLocationId = (useStartLocation() ?? defaultLocation(data))?.id;
  const { askLocation, question } = useAskLocation();
  const isRememberedGuest = useSyncExternalStore(
    rememberedGuest.subscribe,
    () => me === null && rememberedGuest.read() !== null,
    () => false,
  );
  const tableLocation = locations.findLast((location) => location.services.includes('dine-in'));
  if (locations.length === 0) return <OpeningSoon name={site.name} />;
  return (
    <>
      <section className={`relative clip brand on-brand ${styles.hero}`}>
        <div className={`wrap stack relative ${styles.heroRow}`}>
          <div className={`relative ${styles.copy}`}>
            <h1>
              {headlineLines(site.headline || site.name).map((line, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- the lines of one text
                <Fragment key={index}>
                  {index > 0 && ' '}
                  <span className="block">
                    {line.map(({ text, isEmphasis }) => (isEmphasis ? <em key={text}>{text}</em> : text))}
                  </span>
                </Fragment>
              ))}
            </h1>
            <p className="text-lg on-brand-soft">{aboutText(locations, site.cuisine)}</p>
            <Suspense>{(isRememberedGuest || lastOrder) && <WelcomeBack lastOrder={lastOrder} />}</Suspense>
            <div className={`flex flex-wrap gap-10 ${styles.actions}`}>
              <LinkButton size="lg" look="invite" href={paths.menuStart()} onClick={askLocation}>
                {say`Order Now`}
              </LinkButton>
              {tableLocation && (
                <LinkButton size="lg" look="on-brand" href={paths.reservations()}>
                  {say`Make a reservation`}
                </LinkButton>
              )}
            </div>
          </div>
          {site.heroUrl && (
            <img className={styles.art} src={site.heroUrl} alt="" width={1060} height={840} fetchPriority="high" />
          )}
        </div>
      </section>

      <section className="wrap" aria-label={say`Our restaurants`}>
        <ul className={`relative grid gap-16 ${styles.places}`}>
          {locations.map((location) => (
            <li key={location.id}>
              <LocationCard location={location} />
            </li>
          ))}
        </ul>
      </section>

      {startLocationId && categories.length > 0 && (
        <section className={classNames('wrap', styles.section)}>
          <div className={`flex flex-wrap align-end between gap-16 ${styles.head}`}>
            <h2>{say`The menu`}</h2>
            <TextLink href={paths.menuStart()} onClick={askLocation}>
              {say`See every dish`}
              <ChevronRight />
            </TextLink>
          </div>
          <ul className={`grid gap-14 strip ${styles.arcade}`}>
            {categories.map((category) => (
              <li key={category.id}>
                <Link
                  className="grid gap-12 text-center text-sm weight-600 leading-130 no-underline"
                  href={paths.menuCategory(startLocationId, category.id)}
                >
                  <span className="arch clip">
                    <img
                      className="art full-width full-height"
                      src={categoryArt(category)}
                      alt=""
                      width={100}
                      height={138}
                      loading="lazy"
                    />
                  </span>
                  {category.name}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}

      {tableLocation && (
        <section className={styles.band}>
          <div className={`wrap stack align-end ${styles.bandRow}`}>
            <h2 className={styles.sentence}>
              {headlineLines(tableTonightText(unbreakable(tableLocation.name)))
                .flat()
                .map(({ text, isEmphasis }) =>
                  isEmphasis ? (
                    <u key={text} className="no-underline">
                      {text}
                    </u>
                  ) : (
                    text
                  ),
                )}
            </h2>
            <LinkButton
              size="lg"
              className={styles.bandButton}
              href={paths.reservations({ location: tableLocation.id, day: 'tonight' })}
            >
              {say`Find a table`}
            </LinkButton>
          </div>
        </section>
      )}
      {question}
    </>
  );
}

/** The name for a sentence in which asterisks have a meaning; it stays on one line. */
function unbreakable(name: string): string {
  return name.replaceAll('*', '').replaceAll(' ', '\u00a0');
}

/** Shown by a restaurant without locations. Its visitors are guests; the owner signs in at the top of the page. */
function OpeningSoon({ name }: { name: string }) {
  return (
    <WholePage>
      <EmptyState
        level={1}
        title={say`Opening soon`}
        text={say`${name} is getting ready. Please come back soon.`}
        picture={<StateArt src={plate} />}
      />
    </WholePage>
  );
}

function LocationCard({ location }: { location: Location }) {
  return (
    <article className={`column gap-16 full-height round-lg surface ${styles.card}`}>
      <header className="flex flex-wrap align-baseline between gap-8-16">
        <h2>{location.name}</h2>
        <OpenBadge open={location.isOpen}>{location.openText}</OpenBadge>
      </header>
      <div className="grid gap-6 text-sm soft">
        <p className={`flex flex-wrap icon-18 ${styles.line}`}>
          <a className="inline-row gap-8 touch-height" href={mapHref(location)} target="_blank" rel="noreferrer">
            <MapPin />
            {addressLine(location)}
            <span className="sr-only">, {say`Map of ${location.name}`}</span>
          </a>
          <a className="inline-row gap-8 touch-height" href={phoneHref(location.phone)}>
            <Phone />
            {phoneText(location.phone)}
          </a>
        </p>
        <p>{servicesText(location.services)}</p>
        {location.hours && <HoursList hours={location.hours} className={styles.hours} />}
        {location.reviewCount > 0 && (
          <p className={`row gap-6 icon-16 ${styles.stars}`}>
            <Star />
            <b className="num ink">{location.rating.toLocaleString(LOCALE)}</b>{' '}
            {say`from ${location.reviewCount} reviews`}
          </p>
        )}
      </div>
      <div className={`flex flex-wrap gap-8 ${styles.cardActions}`}>
        <LinkButton href={paths.menu(location.id)}>
          <span>
            {say`Order`} <span className={styles.more}>{say`from ${location.name}`}</span>
          </span>
        </LinkButton>
        {location.services.includes('dine-in') && (
          <LinkButton look="quiet" href={paths.reservations({ location: location.id })}>
            <span>
              {say`Reserve a table`} <span className="sr-only">{say`at ${location.name}`}</span>
            </span>
          </LinkButton>
        )}
      </div>
    </article>
  );
}
