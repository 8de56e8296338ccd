import { Button } from '../../ui/button.tsx';
import type { parseAlternatives } from './booking.ts';
import { texts } from './texts.ts';

interface Choice {
  readonly date: string;
  readonly slot: { readonly time: string; readonly label: string };
}

/** The free times near a refused one, as buttons. */
export function AlternativeTimes({
  alternatives,
  onChoose,
}: {
  alternatives: ReturnType<typeof parseAlternatives>;
  onChoose: (choice: Choice) => void;
}) {
  if (alternatives.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-8 above-10" role="group" aria-label={texts.alternatives}>
      {alternatives.map(({ date, time, label }) => (
        <Button
          key={`${date} ${time}`}
          look="quiet"
          size="sm"
          onClick={() => onChoose({ date, slot: { time, label } })}
        >
          {texts.alternative(date, label)}
        </Button>
      ))}
    </div>
  );
}
