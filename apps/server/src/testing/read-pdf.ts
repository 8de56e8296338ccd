import { getDocumentProxy, getResolvedPDFJS } from 'unpdf';

interface PdfContent {
  /** The text of each tagged element, in reading order: a heading, a paragraph, a cell of a table. */
  readonly texts: readonly string[];
  /** How many glyphs show that the font lacks the letter. */
  readonly missingGlyphs: number;
  readonly glyphs: number;
  /** The tags of the structure: 'Document', 'H1', 'Table'… */
  readonly tags: readonly string[];
  /** Texts that screen readers get instead of glyphs. */
  readonly actualTexts: readonly string[];
}

/** Reads what a PDF shows. */
export async function readPdf(bytes: Uint8Array): Promise<PdfContent> {
  const content = { texts: [] as string[], missingGlyphs: 0, glyphs: 0, tags: [] as string[] };
  const { OPS } = await getResolvedPDFJS();
  // The library takes the bytes away from its caller.
  const document = await getDocumentProxy(bytes.slice());
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    content.texts.push(...textsOf((await page.getTextContent({ includeMarkedContent: true })).items));
    const { fnArray, argsArray } = await page.getOperatorList();
    for (const [at, operator] of fnArray.entries()) {
      if (operator !== OPS.showText) continue;
      for (const glyph of argsArray[at][0]) {
        if (typeof glyph !== 'object') continue;
        content.glyphs++;
        if (glyph.originalCharCode === 0) content.missingGlyphs++;
      }
    }
    content.tags.push(...tagsOf(await page.getStructTree()));
  }
  return { ...content, actualTexts: actualTexts(Buffer.from(bytes)) };
}

type TextItem = { readonly str: string } | { readonly type: string; readonly id?: string };

function textsOf(items: readonly TextItem[]): string[] {
  const texts: string[] = [];
  let depth = 0;
  for (const item of items) {
    if ('str' in item) {
      if (depth > 0) texts.push(`${texts.pop() ?? ''}${item.str}`);
    } else if (item.type === 'endMarkedContent') depth--;
    else if (depth++ === 0 && item.type === 'beginMarkedContentProps') texts.push('');
  }
  return texts.map((text) => text.replaceAll('\u200b', '').trim()).filter((text) => text !== '');
}

function tagsOf(node: { readonly role?: string; readonly children?: readonly unknown[] } | null): string[] {
  if (!node?.role) return [];
  return [node.role, ...(node.children ?? []).flatMap((child) => tagsOf(Object(child)))];
}

/** Structure elements are objects that are not compressed. Their texts are UTF-16 where they are not ASCII. */
function actualTexts(pdf: Buffer): string[] {
  return [...pdf.toString('latin1').matchAll(/\/ActualText \(((?:\\[^]|[^\\)])*)\)/g)].map(([, text = '']) => {
    const raw = Buffer.from(
      text.replace(/\\([^])/g, (_, letter: string) => ESCAPES[letter] ?? letter),
      'latin1',
    );
    return raw.readUInt16BE(0) === 0xfeff ? new TextDecoder('utf-16be').decode(raw) : raw.toString('latin1');
  });
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
