import type { CartLine } from '@tiffin/domain/cart';
import { say } from '@tiffin/domain/core';
import { DEFAULT_GUEST_HEAT } from '@tiffin/domain/menu';
import { optionTexts, type OptionLine } from '@tiffin/domain/options';
import { allergyTexts, type Allergy } from '@tiffin/domain/order';

interface LineDifferencesProps {
  /** Left out for the level that the dish has if nobody chooses. */
  heat?: string | null | undefined;
  options?: readonly OptionLine<unknown>[] | null | undefined;
  note?: string | null | undefined;
  allergies?: readonly Allergy[] | undefined;
}

/** How a line differs from the plain dish: size, heat level, additions, omissions, note and allergies. */
export function LineDifferences({ heat, options, note, allergies }: LineDifferencesProps) {
  const texts = optionTexts(options);
  const signed = (sign: string) => {
    const names = texts.filter((text) => text.startsWith(sign)).map((text) => text.slice(sign.length));
    return names.length > 0 ? sign + names.join(', ') : null;
  };
  const plain = [...texts.filter((text) => !/^[+−] /.test(text)), ...(heat ? [heat] : [])].join(', ');
  const lines = [plain, signed('+ '), signed('− '), note && `“${note}”`].filter(Boolean);
  return (
    <>
      {lines.map((line) => (
        <small key={line} className="block hint break-anywhere">
          {line}
        </small>
      ))}
      {allergies && allergies.length > 0 && (
        <small className="block weight-600 break-anywhere">{say`Allergy: ${allergyTexts(allergies)}`}</small>
      )}
    </>
  );
}

/** Mild is the default and not shown. */
export function shownHeatName({ spice }: Pick<CartLine, 'spice'>): string | null {
  return spice && spice.id !== DEFAULT_GUEST_HEAT.id ? spice.name : null;
}
