import { currentLanguage } from '@tiffin/domain/core';
import { fetchOnce } from './fetch-once.ts';

/** What a download asks for. Undefined fields are left out of its address. */
export type CsvQuery = Readonly<Record<string, string | undefined>>;

/** Downloads the response of a call as a file with the server's name and rows. Returns the number of rows. */
export async function saveCsv(call: string, query: CsvQuery, fallbackName: string) {
  const fields = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  const url = `/api/${call}?${new URLSearchParams(fields).toString()}`;
  return fetchOnce(url, { headers: { 'accept-language': currentLanguage() } }, async (response) => {
    const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? fallbackName;
    // As bytes, because reading them as text would drop the byte order mark.
    saveFile(name, await response.blob(), 'text/csv');
    return Number(response.headers.get('x-row-count'));
  });
}

/** Lets the browser download this content as a file. */
export function saveFile(name: string, content: string | Blob, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has started to read the blob by the next task.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
