import { plainWord } from '@tiffin/domain/core';
import { messageTitles } from './texts.ts';

/** What a message is; of one that a newer server sends, what its template is called. */
export function messageTitle(template: string): string {
  return messageTitles[template] ?? plainWord(template);
}
