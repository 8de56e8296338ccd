import { allergenName, categoryName } from '@tiffin/domain/menu';
import { centsOf, formatMoney } from '../../lib/format.ts';
import { Conflict, type Whose } from '../../ui/conflict.tsx';
import type { Clash, Fields } from './draft.ts';
import { texts } from './texts.ts';

/** What somebody else saved of this dish while one was editing it. */
export function ConflictView({
  clashes,
  onChoose,
}: {
  clashes: readonly Clash[];
  onChoose: (clash: Clash, whose: Whose) => void;
}) {
  const { conflict } = texts;
  return (
    <Conflict
      title={conflict.title}
      text={conflict.text}
      texts={conflict}
      entries={clashes.map(({ field, base, theirs, mine, clashes: both }) => ({
        id: field,
        label: conflict.fields[field],
        before: readable(field, base),
        theirs: readable(field, theirs),
        mine: readable(field, mine),
        clashes: both,
      }))}
      onChoose={(id, whose) => {
        const clash = clashes.find(({ field }) => field === id);
        if (clash) onChoose(clash, whose);
      }}
    />
  );
}

function readable(field: keyof Fields, value: unknown): string {
  const { conflict } = texts;
  if (value === null || value === undefined || value === '') return conflict.nothing;
  if (typeof value === 'boolean') return value ? conflict.yes : conflict.no;
  if (field === 'price' && typeof value === 'number') return formatMoney(centsOf(value));
  if (field === 'category' && typeof value === 'string') return categoryName(value);
  if (field === 'image') return conflict.photo;
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (!Array.isArray(value)) return conflict.nothing;
  const words = value.map((each) => (field === 'allergens' ? allergenName(String(each)) : String(each)));
  return words.join(', ') || conflict.nothing;
}
