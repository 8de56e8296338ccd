import { textLimit } from '@tiffin/domain/menu';
import { groupInUseText } from '@tiffin/domain/options';
import { languageName } from '@tiffin/domain/restaurant';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Textarea, TextInput } from '../../../ui/inputs.tsx';
import type { Language, MenuText, TypedTranslation } from './texts-data.ts';
import { texts } from './texts.ts';

/** A translation field with its original, its state and what it was translated from. */
export function LanguageField({
  text,
  language,
  typed,
  onText,
  withOwn,
}: {
  text: MenuText;
  language: Language;
  typed: TypedTranslation | undefined;
  onText: (text: string) => void;
  /** Shows the original text, where it is not directly above. */
  withOwn: boolean;
}) {
  const value = typed?.text ?? text.text ?? '';
  const isStale = text.state === 'stale';
  const isLong = text.field === 'description' || text.field === 'headline';
  const most = textLimit(text.kind, text.field) ?? undefined;
  const isReserved = text.heldBy !== undefined;
  const hints = [
    isReserved && groupInUseText(text.kind === 'option' ? text.name : text.own, text.heldBy ?? []),
    withOwn && isLong && texts.own(text.own),
    isStale && (typed ? texts.isStillRight : texts.was(text.madeFrom ?? '')),
  ].filter((each) => each !== false);
  return (
    <Field
      label={labelOf(text, languageName(language))}
      {...(hints.length > 0 && { hint: hints.join(' ') })}
      aside={
        isStale ? (
          <span className="row gap-8">
            <Badge tone="warn">{texts.stale}</Badge>
            {!typed && !isReserved && (
              <Button look="line" size="sm" onClick={() => onText(value)}>
                {texts.stillRight}
              </Button>
            )}
          </span>
        ) : (
          text.state === 'missing' && <Badge>{texts.missing}</Badge>
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
      return field === 'description' ? texts.of.description(name, language) : texts.of.name(own, language);
    case 'category':
      return texts.of.category(own, language);
    case 'group':
      return texts.of.group(own, language);
    case 'option':
      return texts.of.option(own, name, language);
    default:
      if (field === 'headline') return texts.of.headline(language);
      return field === 'cuisine' ? texts.of.cuisine(language) : texts.of.tagline(language);
  }
}
