/** A part of a sentence. `to` is the page or the address it links to. */
export interface SentencePiece {
  readonly text: string;
  readonly look?: 'bold' | 'set-apart' | 'code';
  readonly to?: string;
  /** The file name of a picture. */
  readonly file?: string;
}

/** What stands between two empty lines of a page. */
export interface Block {
  readonly kind: 'heading' | 'paragraph' | 'list' | 'steps' | 'picture';
  /** The entries of a list; one line for other blocks. */
  readonly lines: readonly (readonly SentencePiece[])[];
}

export interface MarkdownPage {
  readonly title: string;
  readonly blocks: readonly Block[];
}

const KINDS: readonly (readonly [Block['kind'], RegExp])[] = [
  ['heading', /^## /],
  ['list', /^- /],
  ['steps', /^\d+\. /],
];

/** Parses the subset of Markdown that the handbook and the legal pages use. */
export function parseMarkdown(text: string): MarkdownPage {
  const [title = '', ...parts] = text.trim().split(/\n{2,}/);
  return {
    title: title.replace(/^# /, ''),
    blocks: parts.map((part): Block => {
      const [, caption, file] = /^!\[(.+)\]\((?:\.\.\/)?([\w-]+\.webp)\)$/.exec(part) ?? [];
      if (caption !== undefined && file !== undefined) return { kind: 'picture', lines: [[{ text: caption, file }]] };
      const [kind, mark] = KINDS.find(([, begins]) => begins.test(part)) ?? ['paragraph', null];
      const lines = mark === null ? [part.replaceAll('\n', ' ')] : part.split('\n');
      return { kind, lines: lines.map((line) => piecesOf(mark === null ? line : line.replace(mark, ''))) };
    }),
  };
}

const PIECE = /\*\*([^*]+)\*\*|\b_([^_]+)_\b|`([^`]+)`|\[([^[\]]+)\]\(([^()]+)\)/g;

function piecesOf(line: string): SentencePiece[] {
  const pieces: SentencePiece[] = [];
  let end = 0;
  for (const match of line.matchAll(PIECE)) {
    const [all, bold, apart, code, words, address = ''] = match;
    pieces.push({ text: line.slice(end, match.index) });
    end = match.index + all.length;
    if (bold !== undefined) pieces.push({ text: bold, look: 'bold' });
    else if (apart !== undefined) pieces.push({ text: apart, look: 'set-apart' });
    else if (code !== undefined) pieces.push({ text: code, look: 'code' });
    else pieces.push({ text: words ?? '', ...linkTo(address) });
  }
  pieces.push({ text: line.slice(end) });
  return pieces.filter(({ text }) => text !== '');
}

/** Links to other files only work in the repository, so they become text. */
function linkTo(address: string): Pick<SentencePiece, 'to'> {
  if (/^(https|mailto):/.test(address)) return { to: address };
  return /^[\w-]+\.md$/.test(address) ? { to: address.slice(0, -3) } : {};
}
