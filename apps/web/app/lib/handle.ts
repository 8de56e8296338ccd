import type { UIMatch } from 'react-router';

/** What a route says about itself to the frame around it. */
export interface Handle {
  /** Guests get room, the back office gets rows. */
  readonly surface?: 'guest' | 'staff';
  /** The page starts with aubergine right under the top bar. */
  readonly brandTop?: boolean;
}

function handles(matches: readonly UIMatch[]): Handle[] {
  return matches.flatMap(({ handle }) => (typeof handle === 'object' && handle !== null ? [handle as Handle] : []));
}

export function surfaceOf(matches: readonly UIMatch[]): 'guest' | 'staff' {
  return handles(matches).findLast((handle) => handle.surface)?.surface ?? 'guest';
}

export function hasBrandTop(matches: readonly UIMatch[]): boolean {
  return handles(matches).some((handle) => handle.brandTop);
}
