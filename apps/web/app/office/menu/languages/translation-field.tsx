import { textLimit } from '@tiffin/domain/menu';
import { groupInUseText } from '@tiffin/domain/options';
import { languageName } from '@tiffin/domain/restaurant';
import { say, type Language } from '@tiffin/domain/core';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Textarea, TextInput } from '../../../ui/inputs.tsx';
import type { MenuText } from './texts-data.ts';

export interface TypedTranslation {
  readonly text: string;
  /** The restaurant's own text, of which it is a translation. */
  readonly original: string;
}

interface TranslationFieldProps {
  entry: MenuText;
  language: Language;
  typed: TypedTranslation | undefined;
  /** Also called with the unchanged text, which is marked as correct by that. */
  onText: (text: string) => void;
  /** For fields that are not directly below the original. */
  showsOriginal: boolean;
}

/** A translation field with its original, its state and what it was translated from. */
export function TranslationField({ entry, language, typed, onText, showsOriginal }: TranslationFieldProps) {
  const value = typed?.text ?? entry.text ?? '';
  const isStale = entry.state === 'stale';
  const isLong = entry.field === 'description' || entry.field === 'headline';
  const limit = textLimit(entry.kind, entry.field) ?? undefined;
  // Locations that use the group or category too, where the user may not edit the menu. They use no long texts.
  const { heldBy: blockingLocations } = entry;
  const isReadOnly = blockingLocations !== undefined;
  // The `name` of an option is that of its group.
  const usedName = entry.kind === 'option' ? entry.name : entry.own;
  const hints = [
    isReadOnly && groupInUseText(usedName, blockingLocations),
    showsOriginal && isLong && say`Your own text: ${entry.own}`,
    isStale &&
      (typed
        ? say`Marked as correct once you save.`
        : say`It was translated from “${entry.madeFrom ?? ''}”. Until you review it, guests read your own text.`),
  ].filter((each) => each !== false);
  return (
    <Field
      label={labelOf(entry, languageName(language))}
      hint={hints.join(' ') || undefined}
      aside={
        isStale ? (
          <span className="row gap-8">
            <Badge tone="warn">{say`Outdated`}</Badge>
            {!typed && !isReadOnly && (
              <Button look="line" size="sm" onClick={() => onText(value)}>
                {say`Still correct`}
              </Button>
            )}
          </span>
        ) : (
          entry.state === 'missing' && <Badge>{say`Not translated`}</Badge>
        )
      }
    >
      {isLong ? (
        <Textarea lang={language} maxLength={limit} value={value} onChange={(event) => onText(event.target.value)} />
      ) : (
        <TextInput
          lang={language}
          maxLength={limit}
          readOnly={isReadOnly}
          autoComplete="off"
          value={value}
          onChange={(event) => onText(event.target.value)}
        />
      )}
    </Field>
  );
}

/** The `name` of an entry is that of its dish, or of an option's group; `own` is the text to translate. */
function labelOf({ kind, field, name, own }: MenuText, language: string): string {
  switch (kind) {
    case 'dish':
      return field === 'description' ? say`Description of ${name}, in ${language}` : say`${own}, in ${language}`;
    case 'category':
      return say`Category ${own}, in ${language}`;
    case 'group':
      return say`Group ${own}, in ${language}`;
    case 'option':
      return say`${own} of ${name}, in ${language}`;
    default:
      if (field === 'headline') return say`Headline of the restaurant, in ${language}`;
      return field === 'cuisine'
        ? say`Cuisine of the restaurant, in ${language}`
        : say`Tagline of the restaurant, in ${language}`;
  }
}
