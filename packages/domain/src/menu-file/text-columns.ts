import { isLanguage, LANGUAGES, say, type Language } from '../core/language.ts';
import { languageName } from '../restaurant/languages.ts';
import { TRANSLATION_LIMITS } from '../menu/texts.ts';

/** The fields of a dish that can be translated in a file: `name:fr`. */
export const TEXT_FIELDS = ['name', 'description'] as const;
export type DishTextField = (typeof TEXT_FIELDS)[number];
export type TextColumn = `${DishTextField}:${Language}`;

/** The translations of a dish by their column. */
export type FileTexts = Readonly<Partial<Record<TextColumn, string>>>;

export function textColumns(languages: readonly string[] = Object.keys(LANGUAGES)): TextColumn[] {
  return languages
    .filter(isLanguage)
    .flatMap((language) => TEXT_FIELDS.map((field): TextColumn => `${field}:${language}`));
}

const ALL_TEXT_COLUMNS = textColumns();

/** The text column of a heading. Languages are never guessed. */
export function textColumnOf(heading: string): TextColumn | null {
  const input = heading.normalize('NFKC').replaceAll(/\s/g, '').toLowerCase();
  return ALL_TEXT_COLUMNS.find((column) => column === input) ?? null;
}

/** 'name:fr' → the name in French */
export function partsOfColumn(column: TextColumn): { readonly field: DishTextField; readonly language: Language } {
  const [field, language] = column.split(':') as [DishTextField, Language];
  return { field, language };
}

export function textColumnLabel(column: TextColumn): string {
  const { field, language } = partsOfColumn(column);
  const name = languageName(language);
  return field === 'name' ? say`Name, ${name}` : say`Description, ${name}`;
}

export function textCellProblem(column: TextColumn, cell: string): string | null {
  const { field } = partsOfColumn(column);
  const most = TRANSLATION_LIMITS.dish[field];
  if (cell.length <= most) return null;
  const label = textColumnLabel(column);
  return say`“${label}” is longer than ${most} characters.`;
}

/** The texts of a file that differ from the current ones. */
export function changedTexts(currentTexts: FileTexts, newTexts: FileTexts): FileTexts {
  const changed = ALL_TEXT_COLUMNS.flatMap((column) => {
    const text = newTexts[column];
    return text !== undefined && text !== currentTexts[column] ? [[column, text] as const] : [];
  });
  return Object.fromEntries(changed);
}
