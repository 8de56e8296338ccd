import { useEffect, useEffectEvent } from 'react';
import type { Section } from '@tiffin/domain/people';
import { hashAfter, useHash } from './hash.ts';

/**
 * Opens what a link names after the section, such as 'pause' of `#orders/pause`, once `isReady`. Then the address is the
 * section's again, so that the same link works a second time.
 */
export function useLinkedPart(section: Section, open: (part: string) => void, isReady = true): void {
  const part = hashAfter(`#${section}/`, useHash(''));
  const openLinked = useEffectEvent(open);
  useEffect(() => {
    if (!isReady || part === '') return;
    history.replaceState(history.state, '', `#${section}`);
    openLinked(part);
  }, [section, part, isReady]);
}
