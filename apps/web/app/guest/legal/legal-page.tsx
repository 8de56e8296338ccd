import type { ReactNode } from 'react';
import { paths } from '../../paths.ts';
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx';
import { classNames } from '../../ui/class-names.ts';
import styles from './legal-page.module.css';

export interface Section {
  readonly id: string;
  readonly title: string;
  readonly body: ReactNode;
}

/** A long text one can find one's way in. */
export function LegalPage({
  title,
  crumb,
  path,
  updated,
  lead,
  sections,
}: {
  title: string;
  crumb: string;
  path: string;
  updated: string;
  lead: ReactNode;
  sections: readonly Section[];
}) {
  return (
    <article className={classNames('wrap', styles.page)}>
      <Breadcrumbs
        label="Breadcrumbs"
        crumbs={[
          { name: 'Home', path: paths.home() },
          { name: crumb, path },
        ]}
      />
      <header className={styles.head}>
        <h1>{title}</h1>
        <p className="above-12 text-sm soft">In force since {updated}</p>
        <div className={`above-20 leading-150 ${styles.lead}`}>{lead}</div>
      </header>
      <div className={`stack ${styles.columns}`}>
        <nav aria-label="On this page" className={styles.contents}>
          <ol className="grid text-sm">
            {sections.map((section) => (
              <li key={section.id}>
                <a className="row touch-height soft no-underline" href={`#${section.id}`}>
                  {section.title}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <div className={`grid gap-40 ${styles.text}`}>
          {sections.map((section) => (
            <section key={section.id} id={section.id}>
              <h2>{section.title}</h2>
              {section.body}
            </section>
          ))}
        </div>
      </div>
    </article>
  );
}
