import type { ReactNode } from 'react';
import { say } from '@tiffin/domain/core';
import { paths } from '../../paths.ts';
import { pageMeta, rootDataOf } from '../../shared/site/seo.ts';
import { classNames } from '../../ui/class-names.ts';
import { Link } from '../../ui/link.tsx';
import styles from './legal.module.css';

function Breadcrumbs({ title }: { title: string }) {
  return (
    <nav aria-label={say`Breadcrumbs`} className={styles.crumbs}>
      <ol className="row flex-wrap text-sm soft">
        <li className="row">
          <Link className="inline-row touch-width touch-height" href={paths.home()}>
            {say`Home`}
          </Link>
        </li>
        <li className="row">
          <span className="ink weight-550" aria-current="page">
            {title}
          </span>
        </li>
      </ol>
    </nav>
  );
}

export interface Section {
  readonly id: string;
  readonly title: string;
  /** A text is one paragraph. */
  readonly body: ReactNode;
}

export interface LegalText {
  readonly title: string;
  readonly description: string;
  readonly updated: string;
  readonly path: string;
}

export function legalMeta({ title, description, path }: LegalText) {
  return ({ matches }: { matches: Parameters<typeof rootDataOf>[0] }) =>
    pageMeta(rootDataOf(matches), { title, description, path, breadcrumbs: [{ name: title, path }] });
}

interface LegalPageProps {
  about: LegalText;
  lead: ReactNode;
  sections: readonly Section[];
}

/** A long text with a table of contents. */
export function LegalPage({ about: { title, updated }, lead, sections }: LegalPageProps) {
  return (
    <article className={classNames('wrap', styles.page)}>
      <Breadcrumbs title={title} />
      <header className={`above-16 ${styles.head}`}>
        <h1>{title}</h1>
        <p className="above-12 text-sm soft">
          {say`In force since`} {updated}
        </p>
        <div className={`above-20 text-lg leading-150 ${styles.lead}`}>{lead}</div>
      </header>
      <div className={`stack gap-32 ${styles.columns}`}>
        <nav aria-label={say`On this page`} className={`not-on-paper self-start ${styles.contents}`}>
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
            <section className="grid gap-12" key={section.id} id={section.id}>
              <h2 className="text-xl leading-120">{section.title}</h2>
              {typeof section.body === 'string' ? <p>{section.body}</p> : section.body}
            </section>
          ))}
        </div>
      </div>
    </article>
  );
}
