import { ApiError } from '../api/api-error.ts';
import type { Asking } from '../api/api.ts';

/** Somebody whose PIN allows it. */
export interface Manager {
  readonly userId: string;
  readonly name: string;
}

/** What the server wants before it does something. */
export type Question =
  | { readonly kind: 'you'; readonly ways: readonly string[] }
  /** What a manager is needed for, and what was wrong about the PIN that was typed last. */
  | {
      readonly kind: 'manager';
      readonly why: string;
      readonly managers: readonly Manager[];
      readonly problem: string | null;
    };

/** What the same request is sent with once the question is answered: a manager's PIN goes with it, and nowhere else. */
export type Shown = Pick<Asking, 'headers'>;

/** Shows the question; answers null when they give up. */
type Ask = (question: Question) => Promise<Shown | null>;

let ask: Ask | null = null;

/** Who shows the questions on this page. Returns how it stops. */
export function answerFreshly(asking: Ask): () => void {
  ask = asking;
  return () => {
    if (ask === asking) ask = null;
  };
}

/**
 * Does what the server may refuse until somebody has shown once more that it is them, or a manager has said
 * yes with their PIN: then it asks, and goes on with the same thing. Whoever gives up hears the refusal, and
 * what they filled in stays.
 */
export async function freshly<T>(action: (shown: Shown) => Promise<T>): Promise<T> {
  return trying(action, {}, null);
}

async function trying<T>(action: (shown: Shown) => Promise<T>, shown: Shown, request: Question | null): Promise<T> {
  try {
    return await action(shown);
  } catch (error) {
    const question = questionIn(error, request);
    const answer = question && (await ask?.(question));
    if (!answer) throw error;
    return trying(action, answer, question);
  }
}

const WRONG: ReadonlySet<string> = new Set(['wrong-pin', 'pin-locked']);

function questionIn(error: unknown, request: Question | null): Question | null {
  if (!(error instanceof ApiError)) return null;
  const { code, details, message } = error;
  if (code === 'fresh-sign-in-needed') {
    const ways = listIn(details['ways'], isText);
    // where there is none the refusal itself says why
    return ways.length > 0 ? { kind: 'you', ways } : null;
  }
  if (code === 'manager-needed') {
    const { managers } = details;
    if (!Array.isArray(managers)) return null;
    return { kind: 'manager', why: message, managers: managers.filter(isManager), problem: null };
  }
  return request?.kind === 'manager' && WRONG.has(code) ? { ...request, problem: message } : null;
}

function listIn<T>(found: unknown, is: (each: unknown) => each is T): readonly T[] {
  return Array.isArray(found) ? found.filter(is) : [];
}

const isText = (each: unknown): each is string => typeof each === 'string';

function isManager(each: unknown): each is Manager {
  const { userId, name } = Object(each) as Partial<Record<keyof Manager, unknown>>;
  return isText(userId) && isText(name);
}
