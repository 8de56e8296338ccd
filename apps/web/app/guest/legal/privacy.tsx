import { HOME_COUNTRY } from '@tiffin/domain/locations';
import { paths } from '../../paths.ts';
import type { Site } from '../../shared/site/site.ts';
import { LegalPage, type Section } from './legal-page.tsx';
import { texts } from './privacy-texts.ts';

export const PRIVACY = {
  title: texts.title,
  description: texts.description,
  updated: texts.updated,
  path: paths.privacy(),
} as const;

export function PrivacyPage({ site }: { site: Site }) {
  return (
    <LegalPage
      about={PRIVACY}
      lead={<p>{`${texts.lead(site.name)} ${isCanadian(site) ? texts.law : texts.lawElsewhere}`}</p>}
      sections={sections(site)}
    />
  );
}

/** The statements that Canadian law requires show only for restaurants in Canada. */
function isCanadian({ country }: Site): boolean {
  return country === HOME_COUNTRY;
}

function sections(site: Site): readonly Section[] {
  const { who, what, why, cards, share, messages, cookies, howLong, rights, safe, children, changes } = texts;
  const isHome = isCanadian(site);
  const mail = <a href={`mailto:${site.email}`}>{site.email}</a>;
  return [
    {
      id: 'who',
      title: who.title,
      body: (
        <p>
          {who.before(site)} {mail} {who.after(site.phone)}
        </p>
      ),
    },
    {
      id: 'what',
      title: what.title,
      body: (
        <ul>
          {[what.account, what.orders, what.tables, what.loyalty, what.technical].map(({ title, text }) => (
            <li key={title}>
              <b>{title}</b> {text}
            </li>
          ))}
        </ul>
      ),
    },
    {
      id: 'why',
      title: why.title,
      body: (
        <>
          <p>{why.needed}</p>
          <p>{why.allergies}</p>
        </>
      ),
    },
    { id: 'cards', title: cards.title, body: <p>{cards.text}</p> },
    {
      id: 'share',
      title: share.title,
      body: (
        <>
          <p>{share.people}</p>
          <p>{`${isHome ? share.abroad : share.elsewhere} ${share.never}`}</p>
        </>
      ),
    },
    {
      id: 'messages',
      title: messages.title,
      body: (
        <>
          <p>{messages.service}</p>
          <p>{messages.offers}</p>
        </>
      ),
    },
    { id: 'cookies', title: cookies.title, body: <p>{cookies.text}</p> },
    {
      id: 'how-long',
      title: howLong.title,
      body: (
        <ul>
          <li>{isHome ? howLong.orders : howLong.ordersElsewhere}</li>
          <li>{howLong.account}</li>
          <li>{howLong.consent}</li>
          <li>{howLong.technical}</li>
        </ul>
      ),
    },
    {
      id: 'rights',
      title: rights.title,
      body: (
        <>
          <p>
            {rights.before} {mail}
            {rights.after}
          </p>
          {isHome ? (
            <p>
              {rights.complain}{' '}
              <a href="https://www.priv.gc.ca/" rel="noreferrer">
                priv.gc.ca
              </a>
              .
            </p>
          ) : (
            <p>{rights.complainElsewhere}</p>
          )}
        </>
      ),
    },
    { id: 'safe', title: safe.title, body: <p>{safe.text}</p> },
    { id: 'children', title: children.title, body: <p>{children.text}</p> },
    { id: 'changes', title: changes.title, body: <p>{changes.text}</p> },
  ];
}
