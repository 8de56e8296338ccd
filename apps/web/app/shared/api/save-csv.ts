import { language } from '@tiffin/domain/core';
import { saveFile } from '../page/save-file.ts';
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
