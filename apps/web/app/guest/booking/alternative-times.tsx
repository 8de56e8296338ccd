import { dayInSentence } from '../../shared/reservation/date-texts.ts';
import { say } from '@tiffin/domain/core';
import { Button } from '../../ui/button.tsx';
import type { Booking, parseAlternatives } from './booking.ts';

interface AlternativeTimesProps {
  alternatives: ReturnType<typeof parseAlternatives>;
  onChoose: (choice: { date: string; slot: NonNullable<Booking['slot']> }) => void;
}

export function AlternativeTimes({ alternatives, onChoose }: AlternativeTimesProps) {
  if (alternatives.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-8 above-10" role="group" aria-label={say`These times are free`}>
      {alternatives.map(({ date, time, label }) => (
        <Button
          key={`${date} ${time}`}
          look="quiet"
          size="sm"
          onClick={() => onChoose({ date, slot: { time, label } })}
        >
          {`${dayInSentence(date)}, ${label}`}
        </Button>
      ))}
    </div>
  );
}
