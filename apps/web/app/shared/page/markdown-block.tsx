import type { Block, SentencePiece } from './read-markdown.ts';
import styles from './markdown-block.module.css';

interface MarkdownBlockProps {
  block: Block;
  /** The address of each picture, by file name. */
  pictures?: Readonly<Record<string, string>>;
}

export function MarkdownBlock({ block: { kind, lines }, pictures }: MarkdownBlockProps) {
  const [first = []] = lines;
  if (kind === 'picture') {
    return (
      <img
        className={`full-width round-control ${styles.picture}`}
        src={pictures?.[first[0]?.file ?? '']}
        alt={first[0]?.text}
        width={1000}
        height={640}
        loading="lazy"
      />
    );
  }
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

function inPieces(pieces: readonly SentencePiece[]) {
  // The pieces of a text do not change, and two may be alike.
  // oxlint-disable-next-line react/no-array-index-key
  return pieces.map((piece, index) => <TextPiece key={index} {...piece} />);
}

function TextPiece({ text, look, to }: SentencePiece) {
  if (to?.startsWith('https:')) {
    return (
      <a href={to} target="_blank" rel="noreferrer">
        {text}
      </a>
    );
  }
  if (to !== undefined) return <a href={to.startsWith('mailto:') ? to : `#${to}`}>{text}</a>;
  if (look === 'bold') return <b>{text}</b>;
  if (look === 'set-apart') return <i>{text}</i>;
  return look === 'code' ? <code>{text}</code> : text;
}
