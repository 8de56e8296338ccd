import { say } from '../core/language.ts';
import { oneLine } from '../core/unknown.ts';
import { optionTexts, type OptionLine } from '../options/index.ts';
import { isAllergy } from './guest-notes.ts';

/** What was chosen with a line, and written beside it; absent where nothing was. */
interface SaidLine {
  readonly options?:
    | readonly Pick<
        OptionLine<unknown>,
        'name' | 'kitchenName' | 'units' | 'isOneOf' | 'isSize' | 'isDefault' | 'isRemoval'
      >[]
    | undefined;
  readonly note?: string | undefined;
}

/** What stands beneath a dish's name: how it differs from the dish as it comes, and its note in quotes. */
export function lineTexts({ options, note }: SaidLine, reader: 'guest' | 'kitchen' = 'guest'): string[] {
  const message = oneLine(note ?? '');
  return [...optionTexts(options, reader), ...(note ? [say`“${message}”`] : [])];
}

/** A dish and what is said of it, in one breath: 'Thali, Large, + Mango'. */
export function lineName(line: SaidLine & { readonly name: string }, reader: 'guest' | 'kitchen' = 'guest'): string {
  return [line.name, ...lineTexts(line, reader)].join(', ');
}

/** What must not be missed of an order: an allergy in its own note, and in a dish's with the name of the dish. */
export function allergiesOf({
  specialInstructions,
  items,
}: {
  readonly specialInstructions: string;
  readonly items: readonly (SaidLine & { readonly name: string })[];
}): string[] {
  return [
    ...(isAllergy(specialInstructions) ? [specialInstructions] : []),
    ...items.flatMap(({ name, note = '' }) => (isAllergy(note) ? [`${name}: ${note}`] : [])),
  ];
}
