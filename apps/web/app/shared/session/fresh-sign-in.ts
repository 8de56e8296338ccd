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
export function registerConfirmationDialog(dialog: Ask): () => void {
  ask = dialog;
  return () => {
    if (ask === dialog) ask = null;
  };
}

/**
 * Runs an action that the server may refuse until the person confirms their identity or a manager approves with a PIN.
 * Then it asks and repeats the action. If the person cancels, the refusal is thrown and the form keeps its values.
 */
export async function withFreshSignIn<T>(action: (approval: ApprovalHeaders) => Promise<T>): Promise<T> {
  return runWithApproval(action, {}, null);
}

async function runWithApproval<T>(
  action: (approval: ApprovalHeaders) => Promise<T>,
  approval: ApprovalHeaders,
  /** What was asked before; null for the first attempt. */
  lastQuestion: RequiredConfirmation | null,
): Promise<T> {
  try {
    return await action(approval);
  } catch (error) {
    const question = questionIn(error, lastQuestion, approval);
    const answer = question && (await ask?.(question));
    if (!answer) throw error;
    return runWithApproval(action, answer, question);
  }
}

function questionIn(
  error: unknown,
  lastQuestion: RequiredConfirmation | null,
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
  // Other refusals are about the action itself. A wrong PIN is asked for again, but only by the manager's dialog.
  if (lastQuestion?.kind !== 'manager') return null;
  if (code === 'pin-locked') return { ...lastQuestion, problem: message, userId: null };
  const [userId = null] = headers?.[MANAGER_PIN_HEADER]?.split(':') ?? [];
  return code === 'wrong-pin' ? { ...lastQuestion, problem: message, userId } : null;
}

const isText = (each: unknown): each is string => typeof each === 'string';

function isManager(each: unknown): each is Manager {
  const { userId, name } = Object(each) as Partial<Record<keyof Manager, unknown>>;
  return isText(userId) && isText(name);
}
