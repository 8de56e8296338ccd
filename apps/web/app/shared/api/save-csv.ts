import { currentLanguage } from '@tiffin/domain/core';
import { apiErrorFrom } from './api-error.ts';

/** Downloads the response of a call as a file with the server's name and rows. Returns the number of rows. */
export async function saveCsv(
  call: string,
  query: Readonly<Record<string, string>>,
  otherwise: string,
): Promise<number> {
  const answer = await fetch(`/api/${call}?${new URLSearchParams(query).toString()}`, {
    headers: { 'accept-language': currentLanguage() },
  });
  if (!answer.ok) throw await apiErrorFrom(answer);
  const name = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? otherwise;
  // As bytes, because reading them as text would drop the byte order mark.
  saveFile(name, await answer.blob(), 'text/csv');
  return Number(answer.headers.get('x-row-count'));
}

/** Starts a download of a text or of bytes. */
export function saveFile(name: string, content: string | Blob, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has started to read the blob by the next task.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
