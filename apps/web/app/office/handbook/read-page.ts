/** A piece of a sentence. `to`: the page of the handbook it leads to. */
export interface Piece {
  readonly text: string;
  readonly look?: 'bold' | 'set-apart' | 'code';
  readonly to?: string;
  /** The file of the picture it says what is on. */
  readonly file?: string;
}

export interface Block {
  readonly kind: 'heading' | 'paragraph' | 'list' | 'steps' | 'picture';
  /** Of a list its entries, of everything else one. */
  readonly lines: readonly (readonly Piece[])[];
}

export interface HandbookPage {
  readonly title: string;
  readonly blocks: readonly Block[];
}

const KINDS: readonly (readonly [Block['kind'], RegExp])[] = [
  ['heading', /^## /],
  ['list', /^- /],
  ['steps', /^\d+\. /],
];

/** As much of Markdown as the handbook uses. */
export function readPage(text: string): HandbookPage {
  const [title = '', ...parts] = text.trim().split(/\n{2,}/);
  return {
    title: title.replace(/^# /, ''),
    blocks: parts.map((part): Block => {
      const [, caption, file] = /^!\[(.+)\]\(([\w-]+\.webp)\)$/.exec(part) ?? [];
      if (caption !== undefined && file !== undefined) return { kind: 'picture', lines: [[{ text: caption, file }]] };
      const [kind, mark] = KINDS.find(([, begins]) => begins.test(part)) ?? ['paragraph', null];
      const lines = mark === null ? [part.replaceAll('\n', ' ')] : part.split('\n');
      return { kind, lines: lines.map((line) => piecesOf(mark === null ? line : line.replace(mark, ''))) };
    }),
  };
}

const PIECE = /\*\*(.+?)\*\*|\b_(.+?)_\b|`(.+?)`|\[(.+?)\]\((.+?)\)/g;

function piecesOf(line: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const found of line.matchAll(PIECE)) {
    const [all, bold, apart, code, words, address = ''] = found;
    pieces.push({ text: line.slice(end, found.index) });
    end = found.index + all.length;
    if (bold !== undefined) pieces.push({ text: bold, look: 'bold' });
    else if (apart !== undefined) pieces.push({ text: apart, look: 'set-apart' });
    else if (code !== undefined) pieces.push({ text: code, look: 'code' });
    // What stands outside the handbook is for whoever has the repository.
    else pieces.push({ text: words ?? '', ...(/^[\w-]+\.md$/.test(address) && { to: address.slice(0, -3) }) });
  }
  pieces.push({ text: line.slice(end) });
  return pieces.filter(({ text }) => text !== '');
}
