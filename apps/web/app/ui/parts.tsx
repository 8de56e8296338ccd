import { say } from '@tiffin/domain/core';
import { Button } from './button.tsx';
import styles from './parts.module.css';

export interface PartName {
  readonly id: string;
  readonly name: string;
}

const elementId = (part: string) => `part-${part}`;

/** The attributes of an element that {@link PartLinks} and {@link showPart} lead to. */
export const partProps = (id: string) => ({ id: elementId(id), tabIndex: -1 });

/** Scrolls to a part. The next Tab leads to its first field. */
export function showPart(id: string): void {
  const part = document.getElementById(elementId(id));
  part?.scrollIntoView({ block: 'start' });
  part?.focus({ preventScroll: true });
}

/** The parts of a long form, always in view, to jump to. */
export function PartLinks({ parts }: { parts: readonly PartName[] }) {
  return (
    <nav aria-label={say`Parts of this page`} className={`flex gap-8 scroll-x no-scrollbar ${styles.links}`}>
      {parts.map(({ id, name }) => (
        <Button key={id} look="quiet" size="sm" className="no-shrink" onClick={() => showPart(id)}>
          {name}
        </Button>
      ))}
    </nav>
  );
}
