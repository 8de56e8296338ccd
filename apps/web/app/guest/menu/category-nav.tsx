import { useEffect, useRef, useState } from 'react';
import { say } from '@tiffin/domain/core';
import { categoryArt } from '../../shared/dish/category-art.ts';
import type { Category } from '../../shared/dish/dish.ts';
import styles from './menu.module.css';

export interface NavEntry extends Category {
  readonly count: number;
}

export function CategoryNav({ entries }: { entries: readonly NavEntry[] }) {
  const list = useRef<HTMLUListElement>(null);
  const currentId = useReadSection(entries.map(({ id }) => id).join(' ')) ?? entries[0]?.id;

  // Scrolls the strip, so that the link of the current category is in its middle.
  useEffect(() => {
    const link = currentId && list.current?.querySelector<HTMLElement>(`[href="#${CSS.escape(currentId)}"]`);
    const strip = list.current?.parentElement;
    if (link && strip && strip.scrollWidth > strip.clientWidth) {
      strip.scrollTo({ left: link.offsetLeft - (strip.clientWidth - link.offsetWidth) / 2 });
    }
  }, [currentId]);

  return (
    <nav aria-label={say`Menu categories`} className={`above-12 scroll-x no-scrollbar ${styles.categories}`}>
      <ul className="relative flex" ref={list}>
        {entries.map((entry) => (
          <li key={entry.id}>
            <a href={`#${entry.id}`} aria-current={entry.id === currentId || undefined}>
              <span className={`arch no-shrink clip ${styles.arch}`}>
                <img
                  className="art full-width full-height"
                  src={categoryArt(entry)}
                  alt=""
                  width={26}
                  height={36}
                  loading="lazy"
                />
              </span>
              {entry.name}
              <span className={`num push-right text-xs weight-400 faint ${styles.count}`} aria-hidden="true">
                {entry.count}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The id of the section whose heading was scrolled past last. */
function useReadSection(idList: string): string | null {
  const [readId, setReadId] = useState<string | null>(null);
  useEffect(() => {
    const sections = idList.split(' ').flatMap((id) => document.getElementById(id) ?? []);
    const observer = new IntersectionObserver(
      (entries) => {
        const entered = entries.find((entry) => entry.isIntersecting);
        if (entered) setReadId(entered.target.id);
      },
      // a thin strip below the bars, in which exactly one section lies
      { rootMargin: '-150px 0px -72% 0px' },
    );
    for (const section of sections) observer.observe(section);
    return () => observer.disconnect();
  }, [idList]);
  return readId !== null && idList.split(' ').includes(readId) ? readId : null;
}
