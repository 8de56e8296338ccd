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
  readonly own: string;
}

interface LanguageFieldProps {
  entry: MenuText;
  language: Language;
  typed: TypedTranslation | undefined;
  onText: (text: string) => void;
  /** Shows the original text, where it is not directly above. */
  withOwn: boolean;
}

/** A translation field with its original, its state and what it was translated from. */
export function LanguageField({ entry, language, typed, onText, withOwn }: LanguageFieldProps) {
  const value = typed?.text ?? entry.text ?? '';
  const isStale = entry.state === 'stale';
  const isLong = entry.field === 'description' || entry.field === 'headline';
  const most = textLimit(entry.kind, entry.field) ?? undefined;
  const isReserved = entry.heldBy !== undefined;
  const hints = [
    isReserved && groupInUseText(entry.kind === 'option' ? entry.name : entry.own, entry.heldBy ?? []),
    withOwn && isLong && say`Your own text: ${entry.own}`,
    isStale &&
      (typed
        ? say`Marked as correct once you save.`
        : say`It was translated from “${entry.madeFrom ?? ''}”. Until you review it, guests read your own text.`),
  ].filter((each) => each !== false);
  return (
    <Field
      label={labelOf(entry, languageName(language))}
      {...(hints.length > 0 && { hint: hints.join(' ') })}
      aside={
        isStale ? (
          <span className="row gap-8">
            <Badge tone="warn">{say`Outdated`}</Badge>
            {!typed && !isReserved && (
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
        <Textarea lang={language} maxLength={most} value={value} onChange={(event) => onText(event.target.value)} />
      ) : (
        <TextInput
          lang={language}
          maxLength={most}
          readOnly={isReserved}
          autoComplete="off"
          value={value}
          onChange={(event) => onText(event.target.value)}
        />
      )}
    </Field>
  );
}

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
