/** Parses a headline: its lines, and *text between asterisks* as emphasis. */
export function headlineLines(headline: string) {
  const lines = headline.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) =>
    line.split('*').flatMap((text, index) => (text === '' ? [] : [{ text, isEmphasis: index % 2 === 1 }])),
  );
}
