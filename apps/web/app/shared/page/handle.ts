import type { UIMatch } from 'react-router';

export type Surface = 'guest' | 'staff';

/** What a route says about itself to the frame around it. */
export interface Handle {
  /** Guests get room, the back office gets rows. */
  readonly surface?: Surface | ((loaderData: unknown) => Surface);
  /** The page starts with aubergine right under the top bar. */
  readonly brandTop?: boolean;
  /** The page uses the whole width, and so does the top bar. */
  readonly wide?: boolean;
}

function handleOf({ handle }: UIMatch): Handle {
  return typeof handle === 'object' && handle !== null ? handle : {};
}

export function surfaceOf(matches: readonly UIMatch[]): Surface {
  const match = matches.findLast((each) => handleOf(each).surface);
  const surface = match && handleOf(match).surface;
  return typeof surface === 'function' ? surface(match?.loaderData) : (surface ?? 'guest');
}

export function hasBrandTop(matches: readonly UIMatch[]): boolean {
  return matches.some((match) => handleOf(match).brandTop);
}

export function isWide(matches: readonly UIMatch[]): boolean {
  return matches.some((match) => handleOf(match).wide);
}
