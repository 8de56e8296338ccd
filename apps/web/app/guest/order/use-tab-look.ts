import { useEffect, type RefObject } from 'react';

/** Shows the status in the title of the tab while the page is open. */
export function useTabTitle(title: string): void {
  useEffect(() => {
    const before = document.title;
    document.title = title;
    return () => {
      // The next page may have set its own title already.
      if (document.title === title) document.title = before;
    };
  }, [title]);
}

/** Gives the browser's bar the background colour of an element. The colour changes with `look`. */
export function useBarColour(element: RefObject<HTMLElement | null>, look: string): void {
  useEffect(() => {
    const colour = element.current && getComputedStyle(element.current).backgroundColor;
    const tags = [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')];
    const before = tags.map((tag) => tag.content);
    if (colour) for (const tag of tags) tag.content = colour;
    return () => tags.forEach((tag, index) => void (tag.content = before[index] ?? tag.content));
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the colour changes with the look
  }, [element, look]);
}
