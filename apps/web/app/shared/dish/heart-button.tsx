import { Heart } from 'lucide-react';
import { classNames } from '../../ui/class-names.ts';
import styles from './heart-button.module.css';
import { texts } from './texts.ts';

export function HeartButton({
  name,
  isFavourite,
  onChange,
  className,
}: {
  name: string;
  isFavourite: boolean;
  onChange: (isFavourite: boolean) => void;
  className?: string | undefined;
}) {
  return (
    <button
      type="button"
      className={classNames('center no-padding', styles.heart, className)}
      aria-label={texts.favourite(name)}
      aria-pressed={isFavourite}
      onClick={() => onChange(!isFavourite)}
    >
      <span className="center pill surface ink shadow-1">
        <Heart aria-hidden="true" />
      </span>
    </button>
  );
}
