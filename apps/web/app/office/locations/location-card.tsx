import type { ReactNode } from 'react';
import {
  Check,
  Clock,
  CloudOff,
  CreditCard,
  ExternalLink,
  Mail,
  MapPin,
  Pencil,
  Phone,
  Star,
  Trash2,
} from 'lucide-react';
import { featureChips, featureName, managerText, showsRating, sinceText } from '@tiffin/domain/locations';
import { say } from '@tiffin/domain/core';
import { moneyText, formatCount } from '../../ui/figures.tsx';
import { centsOf, formatTime, LOCALE, phoneHref } from '../../ui/format.ts';
import { mapHref } from '../../shared/site/site.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import type { ManagedLocation } from './location-data.ts';
import styles from './locations.module.css';

export interface LocationCardProps {
  location: ManagedLocation;
  online: boolean;
  onEdit: () => void;
  onReaders: () => void;
  onToggle: () => void;
  onDelete: () => void;
}

/** A location with its contacts, hours and figures, and the buttons for it. */
export function LocationCard({ location, online, ...actions }: LocationCardProps) {
  return (
    <article
      className={`stack content-start gap-2 round-md surface shadow-1 ${styles.card}`}
      aria-label={location.name}
    >
      <CardHead location={location} online={online} />
      <ContactRows location={location} />
      <Row icon={<Clock className="soft" />}>
        <span className="grow min-width-0 digits">
          <b>{location.todaysHours}</b>
          {location.isActive && !location.isOpen && <small className="hint block">{location.openText}</small>}
        </span>
        {location.isOpen && <Badge tone="ok">{say`Open now`}</Badge>}
      </Row>
      {location.isActive && <Figures location={location} />}
      <Features location={location} />
      <p className="hint">
        {[
          say`Manager ${managerText(location.manager)}`,
          sinceText(location.openingDate),
          say`Added ${formatTime(location.createdAt, 'day', location.timeZone)}`,
        ]
          .filter((text) => text !== null)
          .join(', ')}
      </p>
      <CardActions location={location} {...actions} />
    </article>
  );
}

function CardHead({ location, online }: Pick<LocationCardProps, 'location' | 'online'>) {
  const { name, isActive, isDraft, rating, reviewCount } = location;
  return (
    <>
      <header className={`row flex-wrap gap-8 ${styles.cardHead}`}>
        <h2>{name}</h2>
        {isActive ? (
          <Badge tone="ok" icon={<Check />}>
            {say`Active`}
          </Badge>
        ) : (
          <Badge tone="warn">{isDraft ? say`Draft` : say`Inactive`}</Badge>
        )}
        {!online && <Badge icon={<CloudOff />}>{say`Offline`}</Badge>}
      </header>
      <p className={`row flex-wrap text-sm soft icon-16 ${styles.line}`}>
        {showsRating(rating) && (
          <span className="inline-row gap-6">
            <Star />
            <span className="sr-only">{say`Rating`}</span>{' '}
            <b>{rating.toLocaleString(LOCALE, { minimumFractionDigits: 1, maximumFractionDigits: 1 })}</b>{' '}
            {reviewCount === 1 ? say`1 review` : say`${reviewCount} reviews`}
          </span>
        )}
        <span className="inline-row gap-6">
          {say`ID`} {location.id}
          <CopyButton text={location.id} label={say`Copy ID`} />
        </span>
      </p>
    </>
  );
}

function ContactRows({ location }: { location: ManagedLocation }) {
  const { name, address, postalCode, phone, email } = location;
  return (
    <>
      <Row icon={<MapPin className="soft" />}>
        <span className="grow min-width-0 digits">
          {address}
          <small className="hint block">{postalCode}</small>
        </span>
        <CopyButton text={`${address}, ${postalCode}`} label={say`Copy address`} />
        <a
          className={`center no-shrink touch-height touch-width ${styles.maps}`}
          href={mapHref(location)}
          target="_blank"
          rel="noreferrer"
          aria-label={`${say`Open in maps`}: ${name}`}
        >
          <ExternalLink />
        </a>
      </Row>
      <Row icon={<Phone className="soft" />}>
        <a className={`row grow min-width-0 touch-height digits break-anywhere ${styles.link}`} href={phoneHref(phone)}>
          {phone}
        </a>
        <CopyButton text={phone} label={say`Copy phone`} />
      </Row>
      {email !== null && (
        <Row icon={<Mail className="soft" />}>
          <a
            className={`row grow min-width-0 touch-height digits break-anywhere ${styles.link}`}
            href={`mailto:${email}`}
          >
            <BreakingAtSign email={email} />
          </a>
          <CopyButton text={email} label={say`Copy email`} />
        </Row>
      )}
    </>
  );
}

function CardActions({ location, onEdit, onReaders, onToggle, onDelete }: Omit<LocationCardProps, 'online'>) {
  const { name, isActive, isDraft } = location;
  const [toggle, toggleName] = isDraft
    ? [say`Publish`, say`Publish ${name}`]
    : isActive
      ? [say`Deactivate`, say`Deactivate ${name}`]
      : [say`Activate`, say`Activate ${name}`];
  return (
    <footer className="flex flex-wrap align-center gap-6 above-12">
      <Button look="quiet" className="grow" aria-label={say`Edit ${name}`} onClick={onEdit}>
        <Pencil />
        {say`Edit`}
      </Button>
      <IconButton label={say`Card readers of ${name}`} onClick={onReaders}>
        <CreditCard />
      </IconButton>
      <Button look={isDraft ? 'solid' : 'ghost'} aria-label={toggleName} onClick={onToggle}>
        {toggle}
      </Button>
      <IconButton label={say`Delete ${name}`} onClick={onDelete}>
        <Trash2 />
      </IconButton>
    </footer>
  );
}

function Row({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <div className={`row gap-4 icon-20 touch-height ${styles.row}`}>
      {icon}
      {children}
    </div>
  );
}

function Figures({ location }: { location: ManagedLocation }) {
  const figures = [
    [say`Total Orders`, formatCount(location.totalOrders)],
    [say`Avg Order`, moneyText(centsOf(location.averageOrderValue), 'averageOrderValue')],
    [say`Capacity`, location.capacity ?? '–'],
    [say`Monthly`, moneyText(centsOf(location.monthlyRevenue), 'revenue')],
  ] as const;
  return (
    <dl className={`grid two-columns round-md quiet ${styles.figures}`} aria-label={say`Figures of ${location.name}`}>
      {figures.map(([label, value]) => (
        <div className="upwards" key={label}>
          <dt className="hint">{label}</dt>
          <dd className="text-lg weight-650 leading-130 digits">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Features({ location }: { location: ManagedLocation }) {
  const { shown, more } = featureChips(location.features);
  if (shown.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-6 above-6 below-6" aria-label={say`Features of ${location.name}`}>
      {shown.map((feature) => (
        <li key={feature}>
          <Badge>{feature}</Badge>
        </li>
      ))}
      {more !== null && (
        <li title={location.features.slice(shown.length).map(featureName).join(', ')}>
          <Badge>{more}</Badge>
        </li>
      )}
    </ul>
  );
}

/** An email address that may continue in the next line after its @. */
function BreakingAtSign({ email }: { email: string }) {
  const at = email.indexOf('@') + 1;
  return (
    <span>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </span>
  );
}
