import { phoneText } from '@tiffin/domain/people';
import { phoneHref } from '../../ui/format.ts';
import { HoursList, servicesText } from '../../shared/site/hours-text.tsx';
import { useRootDataIfAny } from '../../shared/site/site.ts';
import { paths } from '../../paths.ts';
import { classNames } from '../../ui/class-names.ts';
import { Link } from '../../ui/link.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { texts } from './texts.ts';
import styles from './frame.module.css';

export function Footer() {
  const data = useRootDataIfAny();
  if (!data) return null;
  const { site, locations, year } = data;
  return (
    <footer className={`not-on-paper brand on-brand-soft text-sm ${styles.foot}`}>
      <div className="wrap">
        <div className={`grid ${styles.grid}`}>
          {locations.map((location) => (
            <section key={location.id} className="all-columns">
              <h2>{location.name}</h2>
              <p>{location.address}</p>
              <p>{servicesText(location.services)}</p>
              {location.hours && <HoursList hours={location.hours} className="above-10" />}
            </section>
          ))}
          <nav aria-labelledby="footer-quick-access">
            <h2 id="footer-quick-access">{texts.quickAccess}</h2>
            <ul>
              <li>
                <Link
                  className="inline-row touch-width touch-height no-underline break-anywhere"
                  href={paths.menuStart()}
                >
                  {texts.menu}
                </Link>
              </li>
              <li>
                <Link
                  className="inline-row touch-width touch-height no-underline break-anywhere"
                  href={paths.reservations()}
                >
                  {texts.reservations}
                </Link>
              </li>
            </ul>
          </nav>
          <section>
            <h2>{texts.contact}</h2>
            <ul>
              {site.phone && (
                <li>
                  <a
                    className="inline-row touch-width touch-height no-underline break-anywhere"
                    href={phoneHref(site.phone)}
                  >
                    {phoneText(site.phone)}
                  </a>
                </li>
              )}
              {site.email && (
                <li>
                  <a
                    className="inline-row touch-width touch-height no-underline break-anywhere"
                    href={`mailto:${site.email}`}
                  >
                    {site.email}
                  </a>
                </li>
              )}
            </ul>
          </section>
        </div>
        <div className={classNames('row flex-wrap between', styles.base)}>
          <span>
            {texts.copyright(year, site.name)}
            {site.hstNumber && (
              <small className="block text-xs">{texts.taxNumber(locations[0]?.taxLabel ?? '', site.hstNumber)}</small>
            )}
          </span>
          <span>
            <LanguageSwitch />
            <Link className="inline-row justify-center touch-width touch-height" href={paths.privacy()}>
              {texts.privacy}
            </Link>
            <Link className="inline-row justify-center touch-width touch-height" href={paths.terms()}>
              {texts.terms}
            </Link>
          </span>
        </div>
      </div>
    </footer>
  );
}
