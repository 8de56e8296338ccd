import { ApiError } from '../api/api-error.ts';

/** Shows the question whether it is them; answers true once they have shown it. */
type AskWhetherItIsYou = (ways: readonly string[]) => Promise<boolean>;

let ask: AskWhetherItIsYou | null = null;

/** Who shows the question on this page. Returns how it stops. */
export function answerFreshly(asking: AskWhetherItIsYou): () => void {
  ask = asking;
  return () => {
    if (ask === asking) ask = null;
  };
}

/**
 * Does what the server may refuse until somebody has shown once more that it is them: then it asks, and
 * goes on with the same thing. Whoever gives up hears the refusal, and what they filled in stays.
 */
export async function freshly<T>(deed: () => Promise<T>): Promise<T> {
  try {
    return await deed();
  } catch (error) {
    const ways = ask && waysIn(error);
    if (!ways || !(await ask?.(ways))) throw error;
    return freshly(deed);
  }
}

/** How they can show it; null where that is not to be had, and the refusal itself says why. */
function waysIn(error: unknown): readonly string[] | null {
  if (!(error instanceof ApiError) || error.code !== 'fresh-sign-in-needed') return null;
  const { ways } = error.details;
  const known = Array.isArray(ways) ? ways.filter((way) => typeof way === 'string') : [];
  return known.length > 0 ? known : null;
}
