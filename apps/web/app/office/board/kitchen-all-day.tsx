import { countAllDay } from '@tiffin/domain/kitchen';
import { say } from '@tiffin/domain/core';
import { Dialog } from '../../ui/dialog.tsx';
import styles from './kitchen.module.css';
import type { KitchenView } from './kitchen-view.ts';

/** What is left to make on all tickets of this screen, by dish and option. */
export function AllDayCounts({ views, onClose }: { views: readonly KitchenView[]; onClose: () => void }) {
  const counts = countAllDay(views.flatMap(({ lines }) => lines));
  return (
    <Dialog
      open
      onClose={onClose}
      title={say`All day`}
      description={
        counts.length === 0 ? say`Nothing is left to make.` : say`What is left to make on all tickets of this screen.`
      }
    >
      {/* Nothing in the list can be pressed, so the keyboard could not scroll it otherwise. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul className={`ruled ${styles.allDay}`} tabIndex={0} aria-label={say`All day`}>
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
