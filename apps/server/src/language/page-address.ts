import { language, languagePrefix } from '@tiffin/domain/core';
import { houseLanguages } from './interpreter.ts';

/** A guest's page, in the language somebody is spoken to. */
export function pageAddress({ publicUrl }: { readonly publicUrl: string }, path: string): string {
  return publicUrl + languagePrefix(houseLanguages(), language()) + path;
}
