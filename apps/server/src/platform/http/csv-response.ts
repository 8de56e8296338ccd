interface CsvFile {
  readonly name: string;
  readonly text: string;
  /** The number of rows, shown to the person who saved the file. */
  readonly rows?: number;
}

/** A CSV file that the browser saves. It may contain personal data, so it is not stored on the way. */
export function csvResponse({ name, text, rows }: CsvFile): Response {
  return new Response(text, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
      ...(rows !== undefined && { 'x-row-count': String(rows) }),
    },
  });
}
