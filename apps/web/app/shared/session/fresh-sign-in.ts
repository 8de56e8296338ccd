import { ApiError } from '../api/api-error.ts';
import type { CallOptions } from '../api/api.ts';

/** Contains the manager and their PIN. */
export const MANAGER_PIN_HEADER = 'x-manager-pin';

/** Someone whose PIN can approve it. */
export interface Manager {
  readonly userId: string;
  readonly name: string;
}

/** What the server requires before an action. */
export type RequiredConfirmation =
  | { readonly kind: 'you'; readonly ways: readonly string[] }
  /** What needs a manager's approval, and why the last PIN was wrong. */
  | {
      readonly kind: 'manager';
      readonly reason: string;
      readonly managers: readonly Manager[];
      readonly problem: string | null;
      /** The manager whose PIN was wrong and who can try again. */
      readonly userId: string | null;
    };

/** Added to the repeated request: a manager's PIN is sent with it and nowhere else. */
export type ApprovalHeaders = Pick<CallOptions, 'headers'>;

/** Shows the dialog. Returns null if the person cancels. */
type Ask = (question: RequiredConfirmation) => Promise<ApprovalHeaders | null>;

let ask: Ask | null = null;

/** Registers the component that shows the dialogs on this page. Returns a function to unregister it. */
export function registerConfirmationDialog(asking: Ask): () => void {
  ask = asking;
  return () => {
    if (ask === asking) ask = null;
  };
}

/**
 * Runs an action that the server may refuse until the person confirms their identity or a manager approves with a PIN.
 * Then it asks and repeats the action. If the person cancels, the refusal is thrown and the form keeps its values.
 */
export async function withFreshSignIn<T>(action: (shown: ApprovalHeaders) => Promise<T>): Promise<T> {
  return trying(action, {}, null);
}

async function trying<T>(
  action: (shown: ApprovalHeaders) => Promise<T>,
  shown: ApprovalHeaders,
  request: RequiredConfirmation | null,
): Promise<T> {
  try {
    return await action(shown);
  } catch (error) {
    const question = questionIn(error, request, shown);
    const answer = question && (await ask?.(question));
    if (!answer) throw error;
    return trying(action, answer, question);
  }
}

function questionIn(
  error: unknown,
  request: RequiredConfirmation | null,
  { headers }: ApprovalHeaders,
): RequiredConfirmation | null {
  if (!(error instanceof ApiError)) return null;
  const { code, details, message } = error;
  if (code === 'fresh-sign-in-needed') {
    const ways = Array.isArray(details['ways']) ? details['ways'].filter(isText) : [];
    // without a way to confirm, the refusal itself shows why
    return ways.length > 0 ? { kind: 'you', ways } : null;
  }
  if (code === 'manager-needed') {
    const { managers } = details;
    if (!Array.isArray(managers)) return null;
    return { kind: 'manager', reason: message, managers: managers.filter(isManager), problem: null, userId: null };
  }
  if (request?.kind !== 'manager') return null;
  if (code === 'pin-locked') return { ...request, problem: message, userId: null };
  const [userId = null] = headers?.[MANAGER_PIN_HEADER]?.split(':') ?? [];
  return code === 'wrong-pin' ? { ...request, problem: message, userId } : null;
}

const isText = (each: unknown): each is string => typeof each === 'string';

function isManager(each: unknown): each is Manager {
  const { userId, name } = Object(each) as Partial<Record<keyof Manager, unknown>>;
  return isText(userId) && isText(name);
}
