import { useEffect, useRef, type ReactNode } from 'react';
import { X } from 'lucide-react';
import { IconButton } from '../../ui/button.tsx';
import styles from './slide-over.module.css';
import { texts } from './texts.ts';

const ID = 'sections';

export function openSlideOver(): void {
  const dialog = document.querySelector<HTMLDialogElement>(`#${ID}`);
  if (dialog && !dialog.open) dialog.showModal();
}

/** The sidebar on a phone: slides over, goes when a section was chosen or there is room again. */
export function SlideOver({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const wide = matchMedia('(min-width: 768px)');
    const close = () => ref.current?.close();
    const closeWhenWide = () => wide.matches && close();
    addEventListener('hashchange', close);
    wide.addEventListener('change', closeWhenWide);
    return () => {
      removeEventListener('hashchange', close);
      wide.removeEventListener('change', closeWhenWide);
    };
  }, []);
  return (
    // Escape closes it by itself; so does a click beside it or on a link inside.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={ref}
      id={ID}
      aria-label={texts.sections}
      className={`no-padding no-border sunken ink ${styles.over}`}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget || (target instanceof Element && target.closest('a, [data-closes]'))) {
          currentTarget.close();
        }
      }}
    >
      <IconButton label={texts.closeSections} className={styles.close} onClick={() => ref.current?.close()}>
        <X aria-hidden="true" />
      </IconButton>
      {children}
    </dialog>
  );
}
