import { currentLanguage, say } from '@tiffin/domain/core';
import { hasWithdrawal } from '@tiffin/domain/law';
import { HOME_COUNTRY } from '@tiffin/domain/locations';
import { paths } from '../../paths.ts';
import { MarkdownBlock } from '../../shared/page/markdown-block.tsx';
import { parseMarkdown, type Block } from '../../shared/page/read-markdown.ts';
import { pageMeta, rootDataOf } from '../../shared/site/seo.ts';
import { useSite, type Site } from '../../shared/site/site.ts';
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

export interface LegalText {
  readonly title: string;
  readonly description: string;
  readonly updated: string;
  readonly path: string;
  /** In Markdown, by language. */
  readonly texts: Readonly<Record<'en' | 'fr', string>>;
}

export function legalMeta({ title, description, path }: LegalText) {
  return ({ matches }: { matches: Parameters<typeof rootDataOf>[0] }) =>
    pageMeta(rootDataOf(matches), { title, description, path, breadcrumbs: [{ name: title, path }] });
}

/** Lines such as “[canada] It follows …” are shown only if their condition is true. */
function conditionsOf({ country, coin, hstNumber }: Site): Readonly<Record<string, boolean>> {
  return {
    canada: country === HOME_COUNTRY,
    elsewhere: country !== HOME_COUNTRY,
    europe: hasWithdrawal(country),
    'five cents': coin === 5,
    'tax number': Boolean(hstNumber),
  };
}

/** The text for this restaurant. Placeholders such as {name} are its facts. */
function fillTemplate(site: Site, text: string): readonly Block[] {
  const conditions = conditionsOf(site);
  const lines = text.split('\n').flatMap((line) => {
    const [mark = '', condition = ''] = /^\[([a-z ]+)\] /.exec(line) ?? [];
    return conditions[condition] === false ? [] : [line.slice(mark.length)];
  });
  const facts: Readonly<Record<string, unknown>> = { ...site };
  const fill = (words: string) => words.replaceAll(/\{(\w+)\}/g, (_, fact: string) => String(facts[fact]));
  return parseMarkdown(lines.join('\n')).blocks.map((block) => ({
    ...block,
    lines: block.lines.map((line) =>
      line.map((piece) => ({ ...piece, text: fill(piece.text), to: piece.to && fill(piece.to) })),
    ),
  }));
}

/** A heading is written with the id of its section: "Orders {#orders}". */
function sectionsOf(blocks: readonly Block[]) {
  const sections: { id: string; title: string; blocks: Block[] }[] = [];
  for (const block of blocks) {
    const [, title = '', id = ''] = /^(.+) \{#([\w-]+)\}$/.exec(block.lines[0]?.[0]?.text ?? '') ?? [];
    if (block.kind === 'heading') sections.push({ id, title, blocks: [] });
    else sections.at(-1)?.blocks.push(block);
  }
  return sections;
}

/** A long text with a table of contents. */
export function LegalPage({ about: { title, updated, texts } }: { about: LegalText }) {
  const blocks = fillTemplate(useSite(), texts[currentLanguage() === 'fr' ? 'fr' : 'en']);
  const lead = blocks.slice(
    0,
    blocks.findIndex(({ kind }) => kind === 'heading'),
  );
  const sections = sectionsOf(blocks);
  return (
    <article className={classNames('wrap', styles.page)}>
      <Breadcrumbs title={title} />
      <header className={`above-16 ${styles.head}`}>
        <h1>{title}</h1>
        <p className="above-12 text-sm soft">
          {say`In force since`} {updated}
        </p>
        <div className={`grid gap-12 above-20 text-lg leading-150 ${styles.lead}`}>
          <Blocks blocks={lead} />
        </div>
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
              <Blocks blocks={section.blocks} />
            </section>
          ))}
        </div>
      </div>
    </article>
  );
}

function Blocks({ blocks }: { blocks: readonly Block[] }) {
  return blocks.map((block, index) => (
    // The page is static, so the index is a stable key.
    // oxlint-disable-next-line react/no-array-index-key
    <MarkdownBlock key={index} block={block} />
  ));
}
