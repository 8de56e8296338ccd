import { countAllDay } from '@tiffin/domain/kitchen';
import { Dialog } from '../../ui/dialog.tsx';
import styles from './kitchen.module.css';
import type { KitchenView } from './kitchen-view.ts';
import { texts } from './texts.ts';

const words = texts.kitchenMode;

/** What is left to make on all tickets of this screen, by dish and option. */
export function AllDayCounts({ views, onClose }: { views: readonly KitchenView[]; onClose: () => void }) {
  const counts = countAllDay(views.flatMap(({ lines }) => lines));
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.allDay}
      description={counts.length === 0 ? words.allDayNone : words.allDayText}
    >
      {/* Nothing in the list can be pressed, so the keyboard could not scroll it otherwise. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul className={`ruled ${styles.allDay}`} tabIndex={0} aria-label={words.allDay}>
        {counts.map(({ id, name, count, options }) => (
          <li key={id}>
            <b className="digits">{count}</b> <span>{name}</span>
            {options.length > 0 && (
              <ul className="soft">
                {options.map((option) => (
                  <li key={option.name}>
                    <b className="digits">{option.count}</b> {option.name}
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
