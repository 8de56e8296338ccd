import { language } from '@tiffin/domain/core';
import { apiErrorFrom } from './api-error.ts';

/** Hands over what a call answers as a file; its name and its rows are the server's. Answers how many rows it has. */
export async function saveCsv(
  call: string,
  query: Readonly<Record<string, string>>,
  otherwise: string,
): Promise<number> {
  const answer = await fetch(`/api/${call}?${new URLSearchParams(query).toString()}`, {
    headers: { 'accept-language': language() },
  });
  if (!answer.ok) throw await apiErrorFrom(answer);
  const name = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? otherwise;
  // The bytes as they are: reading them as text would drop the mark at their start.
  saveFile(name, await answer.blob(), 'text/csv');
  return Number(answer.headers.get('x-row-count'));
}

/** Hands a text, or bytes, to the browser as a file to keep. */
export function saveFile(name: string, content: string | Blob, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has begun to read it by the next turn.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
