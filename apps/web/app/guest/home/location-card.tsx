import { MapPin, Phone, Star } from 'lucide-react';
import { phoneText } from '@tiffin/domain/people';
import { LOCALE, phoneHref } from '../../ui/format.ts';
import { HoursList, servicesText } from '../../shared/site/hours-text.tsx';
import { mapHref, type Location } from '../../shared/site/site.ts';
import { paths } from '../../paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { OpenState } from '../../ui/badge.tsx';
import { texts } from './texts.ts';
import styles from './home.module.css';

export function LocationCard({ location }: { location: Location }) {
  return (
    <article className={`column gap-16 full-height round-lg surface ${styles.card}`}>
      <header className="flex flex-wrap align-baseline between gap-8-16">
        <h2>{location.name}</h2>
        <OpenState open={location.isOpen}>{location.openText}</OpenState>
      </header>
      <div className="grid gap-6 text-sm soft">
        <p className={`flex flex-wrap icon-18 ${styles.line}`}>
          <a className="inline-row gap-8 touch-height" href={mapHref(location)} target="_blank" rel="noreferrer">
            <MapPin aria-hidden="true" />
            {location.address}
            <span className="sr-only">, {texts.mapOf(location.name)}</span>
          </a>
          <a className="inline-row gap-8 touch-height" href={phoneHref(location.phone)}>
            <Phone aria-hidden="true" />
            {phoneText(location.phone)}
          </a>
        </p>
        <p>{servicesText(location.services)}</p>
        {location.hours && <HoursList hours={location.hours} className={styles.hours} />}
        {location.reviewCount > 0 && (
          <p className={`row gap-6 ${styles.stars}`}>
            <Star aria-hidden="true" />
            <b className="num ink">{location.rating.toLocaleString(LOCALE)}</b> {texts.reviews(location.reviewCount)}
          </p>
        )}
      </div>
      <div className={`flex flex-wrap gap-8 ${styles.cardActions}`}>
        <LinkButton href={paths.menu(location.id)}>
          <span>
            {texts.orderHere} <span className={styles.more}>{texts.orderFrom(location.name)}</span>
          </span>
        </LinkButton>
        {location.services.includes('dine-in') && (
          <LinkButton look="quiet" href={paths.reservations({ location: location.id })}>
            <span>
              {texts.reserveTable} <span className="sr-only">{texts.reserveAt(location.name)}</span>
            </span>
          </LinkButton>
        )}
      </div>
    </article>
  );
}
