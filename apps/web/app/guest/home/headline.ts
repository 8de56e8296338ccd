export interface HeadlinePart {
  readonly text: string;
  readonly isSetApart: boolean;
}

/** A headline as it is written: a line a line, and *between stars* what is set apart. */
export function headlineLines(headline: string): readonly (readonly HeadlinePart[])[] {
  const lines = headline.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) =>
    line.split('*').flatMap((text, index) => (text === '' ? [] : [{ text, isSetApart: index % 2 === 1 }])),
  );
}
