import { MapPin, Phone, Star } from 'lucide-react';
import { phoneText } from '@tiffin/domain/people';
import { phoneHref } from '../../ui/format.ts';
import { hoursLines, servicesText } from '../../shared/site/hours-text.ts';
import { mapHref } from '../../shared/site/map-href.ts';
import type { Location } from '../../shared/site/site.ts';
import { paths } from '../../paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { OpenState } from '../../ui/open-state.tsx';
import styles from './location-card.module.css';
import { texts } from './texts.ts';

export function LocationCard({ location }: { location: Location }) {
  return (
    <article className={styles.card}>
      <header className={styles.head}>
        <h2>{location.name}</h2>
        <OpenState open={location.isOpen}>{location.openText}</OpenState>
      </header>
      <div className={styles.facts}>
        <p className={styles.line}>
          <a href={mapHref(location)} target="_blank" rel="noreferrer">
            <MapPin aria-hidden="true" />
            {location.address}
            <span className="sr-only">
              , {texts.map} {texts.mapOf(location.name)}
            </span>
          </a>
          <a href={phoneHref(location.phone)}>
            <Phone aria-hidden="true" />
            {phoneText(location.phone)}
          </a>
        </p>
        <p>{servicesText(location.services)}</p>
        {location.hours && (
          <dl className={styles.hours}>
            {hoursLines(location.hours).map((line) => (
              <div key={line.days}>
                <dt>{line.days}</dt>
                <dd>{line.hours}</dd>
              </div>
            ))}
          </dl>
        )}
        {location.reviewCount > 0 && (
          <p className={styles.stars}>
            <Star aria-hidden="true" />
            <b className="num">{location.rating}</b> {texts.reviews(location.reviewCount)}
          </p>
        )}
      </div>
      <div className={styles.actions}>
        <LinkButton href={paths.menu(location.id)}>
          <span>
            {texts.order} <span className={styles.more}>{texts.orderFrom(location.name)}</span>
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
