import { collapseWhitespace, say } from '../core/index.ts';
import { optionTexts, type OptionLine } from '../options/index.ts';
import { allergyTexts } from './allergies.ts';
import type { Allergy } from './allergy.ts';
import { mentionsAllergy } from './allergy-words.ts';
import { isStatedIn } from './table-allergies.ts';

/** The options and the note of a line; absent if there are none. */
interface LineDetails {
  readonly options?:
    | readonly Pick<
        OptionLine<unknown>,
        'name' | 'kitchenName' | 'units' | 'isOneOf' | 'isSize' | 'isDefault' | 'isRemoval'
      >[]
    | undefined;
  readonly note?: string | undefined;
}

/** The texts below a dish's name: its differences from the default, then its note in quotes. */
export function lineTexts({ options, note }: LineDetails, reader: 'guest' | 'kitchen' = 'guest'): string[] {
  const message = collapseWhitespace(note ?? '');
  return [...optionTexts(options, reader), ...(note ? [say`“${message}”`] : [])];
}

/** A dish and its options in one text: 'Thali, Large, + Mango'. */
export function lineName(line: LineDetails & { readonly name: string }): string {
  return [line.name, ...lineTexts(line)].join(', ');
}

/** The allergies of an order for tickets: stated ones, then what notes mention. Those of a dish name the dish. */
export function allergiesOf({
  allergies = [],
  allergyNote = '',
  specialInstructions,
  items,
}: {
  readonly allergies?: readonly Allergy[] | undefined;
  readonly allergyNote?: string | undefined;
  readonly specialInstructions: string;
  readonly items: readonly (LineDetails & {
    readonly name: string;
    readonly allergies?: readonly Allergy[] | undefined;
  })[];
}): string[] {
  return [
    ...(allergies.length > 0 ? [allergyTexts(allergies)] : []),
    ...(allergyNote === '' ? [] : [allergyNote]),
    ...(mentionsAllergy(specialInstructions) ? [specialInstructions] : []),
    ...items.flatMap(({ name, note = '', allergies: ofEater = [] }) => {
      // Those of a seat are named once, before the dishes.
      const stated = ofEater.filter((each) => each.seat === undefined || !isStatedIn(each, allergies));
      return [
        ...(stated.length > 0 ? [ofDish(name, allergyTexts(stated))] : []),
        ...(mentionsAllergy(note) ? [ofDish(name, note)] : []),
      ];
    }),
  ];
}

function ofDish(dish: string, allergies: string): string {
  return say`${dish}: ${allergies}`;
}
