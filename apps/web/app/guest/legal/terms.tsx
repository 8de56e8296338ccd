import { paths } from '../../paths.ts';
import type { Site } from '../../shared/site/site.ts';
import { LegalPage, type Section } from './legal-page.tsx';
import { texts } from './terms-texts.ts';

export const TERMS = {
  title: texts.title,
  description: texts.description,
  updated: texts.updated,
  path: paths.terms(),
} as const;

export function TermsPage({ site }: { site: Site }) {
  return <LegalPage about={TERMS} lead={<p>{texts.lead(site.name)}</p>} sections={sections(site)} />;
}

function sections(site: Site): readonly Section[] {
  const { us, orders, prices, cancel, law } = texts;
  const mail = <a href={`mailto:${site.email}`}>{site.email}</a>;
  const section = (id: string, { title, text }: { readonly title: string; readonly text: string }): Section => ({
    id,
    title,
    body: <p>{text}</p>,
  });
  return [
    {
      id: 'us',
      title: us.title,
      body: (
        <p>
          {site.name}, {site.address}, {site.phone}, {mail}
          {site.hstNumber && us.tax(site.hstNumber)}.
        </p>
      ),
    },
    section('account', texts.account),
    {
      id: 'orders',
      title: orders.title,
      body: (
        <>
          <p>{orders.contract}</p>
          <p>{orders.times}</p>
        </>
      ),
    },
    {
      id: 'prices',
      title: prices.title,
      body: (
        <p>
          {prices.text(site.currency)}
          {site.coin === 5 && ` ${prices.coins}`}
        </p>
      ),
    },
    section('payment', texts.payment),
    {
      id: 'cancel',
      title: cancel.title,
      body: (
        <>
          <p>{cancel.until}</p>
          <p>{cancel.wrong}</p>
        </>
      ),
    },
    section('delivery', texts.delivery),
    section('tables', texts.tables),
    section('allergies', texts.allergies),
    section('points', texts.points),
    section('fair-use', texts.fairUse),
    section('liability', texts.liability),
    {
      id: 'law',
      title: law.title,
      body: (
        <p>
          {law.before} {mail}
          {law.after}
        </p>
      ),
    },
  ];
}
