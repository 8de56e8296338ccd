import { say } from '@tiffin/domain/core';
import { paths } from '../../paths.ts';
import { TextLink } from '../../ui/link.tsx';
import { handbookPages, PICTURES } from './pages.ts';
import type { Block, SentencePiece } from './read-page.ts';
import styles from './handbook.module.css';

export function HandbookPage() {
  const pages = handbookPages();
  return (
    <div className={`grid gap-24 ${styles.frame}`}>
      <nav aria-label={say`Pages`} className="stack gap-12 content-start">
        <h1>{say`Handbook`}</h1>
        <ul className="grid gap-8">
          {pages.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ul>
        <p>
          <TextLink href={paths.adminDashboard()}>{say`To the back office`}</TextLink>
        </p>
      </nav>
      <main id="main" tabIndex={-1} className="stack gap-32">
        {pages.map(({ id, title, blocks }) => (
          <article key={id} id={id} className={`stack gap-12 round-lg surface shadow-1 ${styles.page}`}>
            <h2>{title}</h2>
            {blocks.map((block, index) => (
              // The page is static, so the index is a stable key.
              // oxlint-disable-next-line react/no-array-index-key
              <Written key={index} block={block} />
            ))}
          </article>
        ))}
      </main>
    </div>
  );
}

function Written({ block: { kind, lines } }: { block: Block }) {
  const [first = []] = lines;
  if (kind === 'picture') return <Picture {...first[0]} />;
  if (kind === 'heading') return <h3>{inPieces(first)}</h3>;
  if (kind === 'paragraph') return <p>{inPieces(first)}</p>;
  const List = kind === 'steps' ? 'ol' : 'ul';
  return (
    <List className={`grid gap-8 ${styles.list}`}>
      {lines.map((line) => (
        <li key={line.map(({ text }) => text).join('')}>{inPieces(line)}</li>
      ))}
    </List>
  );
}

function Picture({ text = '', file = '' }: Partial<SentencePiece>) {
  return (
    <img
      className={`full-width round-control ${styles.picture}`}
      src={PICTURES[file]}
      alt={text}
      width={1000}
      height={640}
      loading="lazy"
    />
  );
}

function inPieces(pieces: readonly SentencePiece[]) {
  return pieces.map((piece) => <TextPiece key={piece.text} {...piece} />);
}

function TextPiece({ text, look, to }: SentencePiece) {
  if (to?.startsWith('https:')) {
    return (
      <a href={to} target="_blank" rel="noreferrer">
        {text}
      </a>
    );
  }
  if (to !== undefined) return <a href={`#${to}`}>{text}</a>;
  if (look === 'bold') return <b>{text}</b>;
  if (look === 'set-apart') return <i>{text}</i>;
  return look === 'code' ? <code>{text}</code> : text;
}
