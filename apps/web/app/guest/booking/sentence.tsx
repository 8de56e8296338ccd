import { classNames } from '../../ui/class-names.ts';
import type { Booking } from './booking.ts';
import { dayInSentence } from '../../shared/reservation/days.ts';
import styles from './sentence.module.css';
import { texts } from './texts.ts';

const unbroken = (text: string) => text.replaceAll(' ', '\u00a0');

/** The booking as one sentence that fills in. */
export function Sentence({
  booking: { partySize, date, slot },
  place,
  as: As = 'h1',
  struck = false,
}: {
  booking: Pick<Booking, 'partySize' | 'date' | 'slot'>;
  place: string;
  as?: 'h1' | 'p';
  struck?: boolean;
}) {
  const isOpen = date === null || slot === null;
  return (
    <As className={classNames(styles.say, struck && styles.struck)} {...(As === 'h1' && { 'aria-live': 'polite' })}>
      {texts.sentenceStart}
      <u>{texts.number(partySize)}</u>
      {texts.sentenceAt}
      <u>{unbroken(place)}</u>,{' '}
      {date === null ? <u className={styles.todo}>{unbroken(texts.sentenceDay)}</u> : <u>{dayInSentence(date)}</u>}
      {texts.sentenceAt}
      {slot === null ? <u className={styles.todo}>{unbroken(texts.sentenceTime)}</u> : <u>{unbroken(slot.label)}</u>}
      {isOpen && '?'}
    </As>
  );
}
